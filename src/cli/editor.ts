// The person's editor on a file. What counts afterwards is decided by the caller.
import { spawnSync } from "node:child_process";
import { type Refusal, refuse } from "../text/errors.ts";

/** A refusal when the editor did not run or did not end well. */
export function runEditor(path: string): Refusal | undefined {
  const [program = "vi", ...args] = (process.env.VISUAL || process.env.EDITOR || "vi").trim().split(/\s+/);
  const run = spawnSync(program, [...args, path], { stdio: "inherit" });
  if (run.error !== undefined) {
    const hint = "Set EDITOR to your editor, for example: export EDITOR=nano";
    return refuse("not-found", `The editor "${program}" could not be started.`, hint);
  }
  if (run.status === 0) return undefined;
  const how = run.status ?? run.signal;
  return refuse("io", `The editor "${program}" ended with ${how}; nothing was changed.`, "Run the command again.");
}
