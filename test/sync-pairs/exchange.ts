// Two machines, every row of the table at once, and what each of them has in the end; whatever carries their stores.
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cutOff } from "../support/cut-off.ts";
import { type Machine, treeOf, twoMachines } from "../support/sync-machines.ts";
import { OUTCOMES } from "../unit/replica/outcomes.ts";
import { actAll, changeBases, makeBases, outcomeOn, type Row } from "./world.ts";

export function rowsOf(): readonly Row[] {
  return OUTCOMES.split("\n")
    .filter((line) => line !== "")
    .map((line, n): Row => {
      const [base = "", a = "", b = "", outcome = ""] = line.split(" | ");
      const isHeld = base === "quarantined" && [a, b].toSorted().join() === "archive,restore";
      return { n, base, acts: { A: a, B: b }, outcome: isHeld ? HELD : outcome };
    });
}

/** The table is of the lines alone; the signed word of who put it away holds beside a restore that had not seen it (SYN-2). */
const HELD = "quarantined X";

/** `ready`: before anything is sent. */
export async function exchangeAll(
  chosen: readonly Row[],
  first: "A" | "B",
  ready: (machines: readonly Machine[]) => void = () => undefined,
): Promise<{ wrong: readonly string[]; unattested: number }> {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const base = realpathSync(mkdtempSync(join(parent, "holdfast-pairs-")));
  try {
    const [a, b] = twoMachines(base);
    ready([a, b]);
    await makeBases(a, chosen);
    await synced(a, "2026-04-10");
    changeBases(a, chosen);
    for (const each of [a, b, a]) await synced(each, "2026-04-10");
    await actAll(a, "A", chosen);
    await actAll(b, "B", chosen);
    const order = first === "A" ? [a, b, a, b] : [b, a, b, a];
    for (const each of order) await synced(each, "2026-05-03");
    const wrong: string[] = [];
    let unattested = 0;
    const differ = (what: string): void => void wrong.push(`FAIL ${first} first: ${what}`);
    if (treeOf(a) !== treeOf(b)) differ("the trees are not the same");
    for (const each of [a, b]) {
      const status = each.git("status", "--porcelain");
      if (status !== "") differ(`git status: ${status.split("\n")[0]}`);
      const open = each.open();
      const gone = new Set(each.git("ls-tree", "-r", "--name-only", "HEAD", "--", "tombstones/").split("\n"));
      for (const row of chosen) {
        const { outcome, readAs } = outcomeOn(each, open, row, gone);
        const name = `${row.base} | ${row.acts.A} | ${row.acts.B}`;
        if (outcome !== row.outcome) differ(`${name}: ${outcome}, not ${row.outcome}`);
        if (readAs === "verified" && !row.outcome.startsWith("verified")) differ(`${name}: read as verified`);
        if (each === a && row.outcome.startsWith("verified") && readAs !== "verified") unattested++;
      }
    }
    return { wrong, unattested };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const TRIES = 6;

/** Where the network was away or it was cut off, again. */
async function synced(on: Machine, day: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const outcome = await on.sync("both", day).catch(cutOff);
    if (outcome === undefined) continue;
    if (outcome.kind === "synced") return;
    if (tries >= TRIES || outcome.kind !== "refusal" || outcome.code !== "hub")
      throw new Error(JSON.stringify(outcome));
  }
}
