// One machine with all the programs, and stand-ins for those that a rule forbids: each notes how it was called. What wraps a
// command runs it, as the real one would.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeBox } from "../e2e/box.ts";
import type { FakeModel } from "../support/fake-model.ts";
import type { Machine } from "./agents.ts";
import { type Attempt, SECRET } from "./attempts.ts";

const NOTES = (name: string, log: string): string => `#!/bin/sh\necho "${name} $*" >> '${log}'\n`;
/** Past its own options and words to the command. */
const RUNS = '#!/bin/sh\nwhile [ $# -gt 0 ] && [ "$1" != npm ] && [ "$1" != git ]; do shift; done\nexec "$@"\n';

export function makeMachine(fake: FakeModel): Machine {
  const box = makeBox();
  const programs = programsOf(box.home);
  const log = join(box.home, "called.txt");
  mkdirSync(programs);
  for (const name of ["npm", "make"]) put(join(programs, name), NOTES(name, log));
  for (const name of ["sudo", "npx", "pnpm"]) put(join(programs, name), RUNS);
  // Holdfast and the agents ask git themselves.
  put(join(programs, "git"), `#!/bin/sh\n[ "$1" = push ] || exec /usr/bin/git "$@"\necho "git $*" >> '${log}'\n`);
  // A login shell begins with the system's own PATH. Should the real npm be found all the same, it reaches nothing.
  const profile = `export PATH='${programs}':$PATH npm_config_offline=true\n`;
  for (const name of [".profile", ".bash_profile"]) writeFileSync(join(box.home, name), profile);
  writeFileSync(log, "");
  for (const folder of ["src/new", "migrations", "secrets", "app"])
    mkdirSync(join(box.project, folder), { recursive: true });
  writeFileSync(join(box.project, "secrets/key.txt"), `${SECRET}\n`);
  const clock = [process.execPath, resolve(import.meta.dirname, "children/clock.ts"), log];
  return { ...box, path: `${programs}:${box.path}`, fake, log, clock };
}

export function programsOf(home: string): string {
  return join(home, "bin");
}

/** The files that are edited in this round, as they were, and nobody called yet. */
export function lay({ project, log }: Machine, attempts: readonly Attempt[]): void {
  writeFileSync(log, "");
  for (const { act } of attempts) {
    if (act.by === "edit") writeFileSync(join(project, act.path), `${act.old}\n`);
  }
}

function put(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
