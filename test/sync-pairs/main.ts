// node test/sync-pairs/main.ts [--long] [--every N]
// Concurrent pairs of acts from every base state (SYN-5): two machines with a device key each, a bare remote, real git. The
// outcome is the table's, the trees are the same, and git calls both clean. Short: every row with A first, a third with B
// first; --long: every row both ways; --inferred: only the rows in which own words meet another act, both ways (TRU-3).
import { parseArgs } from "node:util";
import { exchangeAll, rowsOf } from "./exchange.ts";
import type { Row } from "./world.ts";

const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    inferred: { type: "boolean", default: false },
    every: { type: "string", default: "1" },
  },
});
const OWN_WORDS = ["user edit", "rename"];

const all = rowsOf();
const isOwnWords = ({ base, acts }: Row): boolean =>
  base === "inferred" && [acts.A, acts.B].some((act) => OWN_WORDS.includes(act));
const rows = all.filter(
  (row) => row.base !== "archived" && (!values.inferred || isOwnWords(row)) && row.n % Number(values.every) === 0,
);

const started = performance.now();
const again = values.long || values.inferred ? rows : rows.filter(({ n }) => n % 3 === 0);
const one = await exchangeAll(rows, "A");
const two = await exchangeAll(again, "B");
for (const line of [...one.wrong, ...two.wrong]) console.log(line);
const failed = one.wrong.length + two.wrong.length;
console.log(`left out=${all.length - rows.length}`);
console.log(`read as unattested=${one.unattested}: text and status were confirmed on two machines, not together`);
console.log(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
console.log(`${Math.max(0, rows.length + again.length - failed)} passed, ${failed} failed`);
console.log(`pairs=${rows.length + again.length} failed=${failed}`);
process.exitCode = failed === 0 ? 0 : 1;
