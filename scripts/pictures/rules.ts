// node scripts/pictures/rules.ts
// A rule that holds as a moving picture, docs/pictures/rules.svg: a person says it and confirms it, the agent tries what it
// forbids, is stopped, and does it right. The agent is the real one with a scripted model; its calls and what came of them are
// shown as its own stream tells them.
import { chmodSync, writeFileSync } from "node:fs";
import { record } from "./parts/acts.ts";

const STEPS = [
  { tool: "Bash", input: { command: "npm install", description: "Install the dependencies" } },
  { tool: "Bash", input: { command: "pnpm install", description: "Install the dependencies" } },
  { text: "Installed with pnpm: your rule keeps npm out of this project." },
];

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly input?: { readonly command?: string };
  readonly content?: unknown;
}

/** A line for each call, and below it what came of it. */
function told(stream: string): string {
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

await record({
  name: "rules",
  title: "A rule that holds",
  description:
    "A terminal: a person adds a sentence, takes the rule that is offered for it and confirms both with a typed word; the agent " +
    "runs npm install and is stopped with the reason; it runs pnpm install; holdfast rules tells what was stopped.",
  acts: [
    { command: 'holdfast add "use pnpm here, not npm"', answers: ["y"] },
    { command: 'claude -p "Install the dependencies"' },
    { command: "holdfast rules" },
  ],
  async prepare(world) {
    const pnpm = `${world.env["PATH"]?.split(":")[0]}/pnpm`;
    writeFileSync(
      pnpm,
      "#!/bin/sh\necho 'Lockfile is up to date, resolution step is skipped'\necho 'Already up to date'\n",
    );
    chmodSync(pnpm, 0o755);
    const { code, transcript } = await world.type("holdfast init --yes", "n");
    if (code !== 0) throw new Error(transcript);
  },
  async agent(world, prompt) {
    const options = ["--output-format", "stream-json", "--verbose", "--allowedTools", "Bash"];
    const { answer } = await world.ask(`${prompt} @@${JSON.stringify(STEPS)}@@`, ...options);
    return told(answer);
  },
});
