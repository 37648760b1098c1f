// A shell as a person has it: interactive, with our completion, on a pseudo-terminal. Keys are given one by one.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startAsPerson } from "../support/person.ts";
import type { Machine } from "../walk/world.ts";

/** An editor that makes one change and ends; its path, for EDITOR. */
export function editor({ home }: Pick<Machine, "home">, change: string): string {
  const path = join(home, "editor.sh");
  writeFileSync(path, `#!/bin/sh\nexec sed -i '${change}' "$1"\n`, { mode: 0o755 });
  return path;
}

const STEP_MS = 40;
const LIMIT_MS = 20_000;

export interface Shell {
  /** Types the keys, and waits until what they lead to stands there. */
  type(keys: string, until: RegExp): Promise<string>;
  /** Gives all that was seen. */
  close(): Promise<string>;
}

export async function openShell(
  { project, env }: Pick<Machine, "project" | "env">,
  more: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const shell = startAsPerson(["/bin/bash", "--norc", "-i"], {
    cwd: project,
    env: { ...env, PS1: "ready> ", ...more },
  });
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const type = async (keys: string, until: RegExp): Promise<string> => {
    const from = shell.transcript().length;
    for (const key of keys) {
      shell.type(key);
      await pause(STEP_MS);
    }
    const end = performance.now() + LIMIT_MS;
    while (!until.test(shell.transcript().slice(from)) && performance.now() < end) await pause(STEP_MS);
    return shell.transcript().slice(from);
  };
  await type("", /ready> $/);
  await type('eval "$(holdfast completion bash)"\n', /ready> $/);
  return {
    type,
    close: async () => {
      shell.kill();
      return (await shell.ended).transcript;
    },
  };
}
