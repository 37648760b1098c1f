// The agent's own stream as a terminal shows it: a line for each call, and below it what came of it.
import { chmodSync, writeFileSync } from "node:fs";
import type { World } from "../../../test/walk/world.ts";

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly input?: { readonly command?: string };
  readonly content?: unknown;
}

export const STREAM: readonly string[] = [
  ...["--output-format", "stream-json"],
  "--verbose",
  ...["--allowedTools", "Bash"],
];

export function told(stream: string): string {
  const parts = stream
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => (JSON.parse(line) as { message?: { content?: readonly Part[] } }).message?.content ?? []);
  const lines = parts.flatMap((part) => {
    if (part.type === "tool_use") return [`\u25cf Bash(${part.input?.command})`];
    if (part.type === "tool_result") return [indented(typeof part.content === "string" ? part.content : "")];
    return part.type === "text" && part.text !== undefined ? [part.text] : [];
  });
  return `${lines.join("\n")}\n`;
}

function indented(text: string): string {
  return text
    .replace(/(.{1,76})(?:\s+|$)/g, "$1\n")
    .trimEnd()
    .split("\n")
    .map((line) => `  \u001b[2m${line}\u001b[22m`)
    .join("\n");
}

/** A program on the path that says these lines: what a project's dependencies are is not what a film is about. */
export function putProgram(world: World, name: string, ...lines: readonly string[]): void {
  const file = `${world.env["PATH"]?.split(":")[0]}/${name}`;
  writeFileSync(file, `#!/bin/sh\n${lines.map((line) => `echo '${line}'\n`).join("")}`);
  chmodSync(file, 0o755);
}
