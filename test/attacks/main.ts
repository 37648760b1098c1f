// Every attack that we know, made on the product, one line each: refused, noticed, recovered, admitted (with its place in the
// threat model). A case that is none of these is a hole, and fails.
//   node test/attacks/main.ts [--only WORDS] [--every N] [--json FILE] [--write]
// --every takes each Nth of an area with more than twelve. A run of all cases holds the table of the threat model against what came of them; --write renews it.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Attack, Outcome } from "./attack.ts";
import { attacks as guard } from "./guard.ts";
import { attacks as passkeys } from "./passkeys.ts";
import { attacks as places } from "./places.ts";
import { attacks as rules } from "./rules.ts";
import { attacks as sshSigning } from "./ssh-signing.ts";
import { attacks as store } from "./store.ts";
import { attacks as typedYes } from "./typed-yes.ts";
import { attacks as words } from "./words.ts";

const AREAS: Readonly<Record<string, readonly Attack[]>> = {
  places,
  "typed yes": typedYes,
  "ssh signing": sshSigning,
  passkeys,
  store,
  guard,
  words,
  rules,
};
const PAGE = new URL("../../docs/threat-model.md", import.meta.url);
const THREATS = readFileSync(PAGE, "utf8");
const NOT_STOPPED = plain(THREATS.slice(THREATS.indexOf("## What this does not stop")));

interface Row {
  readonly area: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly why?: string;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ");
}

async function tried(area: string, { name, admittedIn, make }: Attack): Promise<Row> {
  try {
    const outcome = await make();
    const isTold = outcome !== "admitted" || (admittedIn !== undefined && NOT_STOPPED.includes(admittedIn));
    return isTold
      ? { area, name, outcome, ...(outcome === "admitted" && { why: admittedIn }) }
      : { area, name, outcome: "unnoticed", why: "the threat model does not say so" };
  } catch (error) {
    return { area, name, outcome: "unnoticed", why: `it could not be made: ${String(error).slice(0, 300)}` };
  }
}

const OUTCOMES = ["refused", "noticed", "recovered", "admitted"] as const;

function tableOf(all: readonly Row[]): string {
  const cells = (name: string, of: readonly Row[]): string =>
    `| ${name} | ${OUTCOMES.map((each) => of.filter(({ outcome }) => outcome === each).length).join(" | ")} |`;
  const areas = Object.keys(AREAS).map((area) =>
    cells(
      area,
      all.filter((row) => row.area === area),
    ),
  );
  return [
    "| attacks on | refused | noticed | recovered byte for byte | admitted |",
    "|---|---|---|---|---|",
    ...areas,
    cells("all", all),
  ].join("\n");
}

const TABLE = /(<!-- attacks: begin -->\n)[\s\S]*(\n<!-- attacks: end -->)/;

/** Whether the page says what came of the cases. */
function isOnPage(all: readonly Row[], write: boolean): boolean {
  const page = THREATS.replace(TABLE, (_, begin: string, end: string) => `${begin}${tableOf(all)}${end}`);
  if (write) writeFileSync(PAGE, page);
  return write || page === THREATS;
}

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const MANY = 12;
const every = Number(values.every);
const isAll = values.only === "" && every === 1;
const rows: Row[] = [];
for (const [area, attacks] of Object.entries(AREAS)) {
  const some = attacks.filter((_, n) => attacks.length <= MANY || n % every === 0);
  for (const attack of some.filter(({ name }) => `${area}: ${name}`.includes(values.only))) {
    const row = await tried(area, attack);
    rows.push(row);
    console.log(`${row.outcome.padEnd(9)}  ${area}: ${row.name}${row.why === undefined ? "" : ` (${row.why})`}`);
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, undefined, 1)}\n`);
const count = (...outcomes: Outcome[]): number => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
const unnoticed = count("unnoticed");
const isTold = !isAll || isOnPage(rows, values.write);
if (!isTold) console.log(`FAILED  docs/threat-model.md has another table: run it with --write\n${tableOf(rows)}`);
const failed = unnoticed + (isTold ? 0 : 1);
console.log(`recovered=${count("recovered")} of those noticed`);
console.log(`${rows.length - unnoticed} passed, ${failed} failed`);
console.log(
  `cases=${rows.length} refused=${count("refused")} noticed=${count("noticed", "recovered")} admitted=${count("admitted")} unnoticed=${unnoticed}`,
);
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1;
