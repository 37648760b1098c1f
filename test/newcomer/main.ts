// Changes that a newcomer makes first, done in a copy of the sources and thrown away with it: how many files each touches,
// whether the types still hold, and whether all that must follow from it does. What must be seen afterwards must not be seen
// before, or the proof would prove nothing.
//   node test/newcomer/main.ts [NAME]
import { apply, type Change, makeCopy } from "./change.ts";
import { listStatus } from "./list-status.ts";
import { secretRule } from "./secret-rule.ts";
import { stubAgent } from "./stub-agent.ts";

/** One file each; a new one is a line here. */
const CHANGES: Readonly<Record<string, Change>> = {
  "list-status": listStatus,
  "secret-rule": secretRule,
  "stub-agent": stubAgent,
};

let passed = 0;
let failed = 0;

function check(name: string, ok: boolean, found = ""): void {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok || found === "" ? "" : `\n     ${found}`}`);
}

function attempt({ name, most, edits, shows }: Change): void {
  const copy = makeCopy();
  try {
    for (const [what, holds] of Object.entries(shows)) check(`${name}: before, not yet: ${what}`, !holdsIn(holds));
    const touched = apply(copy, edits);
    console.log(`     ${name} touches ${touched.length}: ${touched.join(", ")}`);
    check(`${name}: touches at most ${most}`, touched.length <= most);
    const types = copy.node("node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json");
    check(`${name}: the types hold`, types.code === 0, types.out.slice(0, 2000));
    for (const [what, holds] of Object.entries(shows)) check(`${name}: ${what}`, holdsIn(holds));
  } finally {
    copy.remove();
  }

  /** What can't be told is not seen. */
  function holdsIn(holds: Change["shows"][string]): boolean {
    try {
      return holds(copy);
    } catch (error) {
      console.log(`     ${String(error).split("\n")[0]}`);
      return false;
    }
  }
}

const [asked] = process.argv.slice(2);
const chosen = Object.entries(CHANGES).filter(([name]) => asked === undefined || name === asked);
if (chosen.length === 0) throw new Error(`There is no change ${asked}: ${Object.keys(CHANGES).join(", ")}`);
for (const [, change] of chosen) attempt(change);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
