// SQLite's own calls on the lock file, made to fail by strace: without the lock nothing is written, with it the lock
// comes free whatever giving it back says (STO-21).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { removeBox, rootOf } from "../support/store-box.ts";
import { Snapshot, truthIn } from "./snapshot.ts";
import { FAULT_VERBS } from "./verbs.ts";
import { actBy, addNote, lookIn, makeWorld } from "./world.ts";

const CHILD = new URL("children/verb.ts", import.meta.url);
const ERRORS = ["EIO", "EACCES", "EMFILE", "ENOSPC"];

export interface LockFaults {
  tried: number;
  refused: number;
  done: number;
  readonly wrong: string[];
}

export async function lockFaults(every: number): Promise<LockFaults> {
  const tally: LockFaults = { tried: 0, refused: 0, done: 0, wrong: [] };
  const base = await makeWorld();
  const fresh = new Snapshot(base);
  const before = new Map(truthIn(base));
  await FAULT_VERBS.find(({ name }) => name === "edit")?.run(base, 11);
  const after = new Map(truthIn(base));
  fresh.putBack();
  const calls = seen(base, []).calls;
  const aims = calls.flatMap((_, index) => ERRORS.map((error) => ({ ...nth(calls, index), error })));
  // A run takes most of a second, so that the short form turns through the errors instead of trying each everywhere.
  const chosen = aims.filter((_, n) => n % (every === 1 ? 1 : every * ERRORS.length - 1) === 0);
  for (const { call, when, error } of chosen) {
    fresh.putBack();
    const { said, injected } = seen(base, ["-e", `inject=${call}:error=${error}:when=${when}`]);
    const files = truthIn(base);
    const expected = said.startsWith("ACK") ? after : before;
    const whole = [...expected].every(([path, digest]) => files.get(path) === digest);
    const note = await addNote(lookIn(base), "Afterwards", actBy(12));
    tally.tried++;
    tally[said.startsWith("ACK") ? "done" : "refused"]++;
    const wrong = [
      ...(injected ? [] : ["the call was never reached"]),
      ...(/^(ACK|FAULT .*"hint":"|REFUSED .*"hint":")/.test(said) ? [] : [`it ended with ${said}`]),
      ...(whole ? [] : ["the memory is not as was told"]),
      ...(note.kind === "done" ? [] : [`the next write: ${JSON.stringify(note)}`]),
    ];
    for (const what of wrong) tally.wrong.push(`lock ${error} at ${call} ${when}: ${what}`);
  }
  removeBox(base);
  return tally;
}

function seen(base: string, extra: readonly string[]): { calls: string[]; said: string; injected: boolean } {
  const trace = `${base}/trace`;
  const options = ["-f", "-y", "-P", `${rootOf(base)}/.local/lock.db`, ...extra, "-o", trace];
  const { stdout } = spawnSync("strace", [...options, process.execPath, CHILD.pathname, base, "edit"], {
    encoding: "utf8",
  });
  const log = readFileSync(trace, "utf8");
  const calls = log.split("\n").flatMap((line) => /^\d+ +(\w+)\(/.exec(line)?.[1] ?? []);
  return { calls, said: stdout.replace(/^BEGIN\n/, "").trim(), injected: log.includes("(INJECTED)") };
}

/** strace counts each kind of call by itself. */
function nth(calls: readonly string[], index: number): { readonly call: string; readonly when: number } {
  const call = calls[index] ?? "";
  return { call, when: calls.slice(0, index + 1).filter((each) => each === call).length };
}
