// holdfast list

import { KINDS, TYPES } from "../../memory/kinds.ts";
import { voucherWord } from "../../people/names.ts";
import { type ListFilter, list, type RawRow, type Row } from "../../review/list.ts";
import { handleAlone } from "../../store/short-handle.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { given } from "../../text/values.ts";
import { TIERS } from "../../trust/tiers.ts";
import { textOf } from "../args.ts";
import { EXIT } from "../exit.ts";
import { numberRows } from "../naming.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, count, marksOf, projectWord, rowLine, UNDER_NAME } from "../tell.ts";

const PROJECT = 28;

export const commands: Commands = {
  list: {
    usage: "holdfast list [WORD...] [--tier T] [--kind K] [--tag T] [--project P] [--since DATE] [--due] [--all]",
    about: ["In a project: what applies there. A number of the list names its memory until the next one: `edit 3`."],
    options: {
      tier: { type: "string", value: "T,T", help: "verified, inferred, quarantined, unconfirmed" },
      type: { type: "string", value: "T,T", help: "user, feedback, project, reference" },
      kind: { type: "string", value: "K,K", help: "decision, constraint, preference, runbook, fact, ..." },
      tag: { type: "string", value: "T,T", help: "With one of these tags" },
      project: { type: "string", value: "P", help: "Of a project whose name has these letters" },
      since: { type: "string", value: "DATE", help: "YYYY-MM-DD; written on that day or later" },
      due: { type: "boolean", help: "Only what waits for you" },
      all: { type: "boolean", help: "Also other projects, and what another memory has replaced" },
    },
    names: [0, 1000],
    drains: true,
    examples: ["holdfast list", "holdfast list deploy", "holdfast list --due", "holdfast list --tier inferred --json"],
    run,
  },
};

function run(call: Invocation): Ended {
  const { bench, out } = call;
  const filter = filterOf(call);
  if (isRefusal(filter)) return filter;
  const receipts = filter.due === true ? bench.receipts(Number.POSITIVE_INFINITY) : undefined;
  const beside = { receipts, isOutdated: bench.isOutdated };
  const { rows, elsewhere, broken, raws } = list(bench.stores(), filter, bench.act, beside);
  if (out.options.json) {
    out.json({ memories: rows, unreadable: broken.map(({ spot, reason }) => ({ ...spot, reason })), raw: raws });
    return EXIT.done;
  }
  numberRows(call, [...rows.map(({ id, stem }) => id ?? stem), ...raws.map(({ id }) => id)]);
  for (const [at, row] of rows.entries()) print(row, at + 1, out, bench.project?.id);
  for (const [at, row] of raws.entries()) printRaw(row, rows.length + at + 1, out);
  if (rows.length + raws.length + elsewhere === 0) out.note(noRows(filter));
  if (elsewhere > 0) out.note(out.paint("dim", `${elsewhere} more in other projects: holdfast list --all`));
  for (const { spot, reason } of broken) {
    out.line(`     ${out.paint("red", "unreadable")}  ${clip(`${spot.place}/${spot.file}`, out.columns - 17)}`);
    out.line(`${UNDER_NAME}${out.paint("dim", clip(reason, out.columns - UNDER_NAME.length))}`);
  }
  return EXIT.done;
}

function filterOf({ bench, out, options, names }: Invocation): ListFilter | Refusal {
  const tiers = words(options["tier"])?.map((tier) => (tier === "unconfirmed" ? "unattested" : tier));
  const [types, kinds] = [words(options["type"]), words(options["kind"])];
  const wrong = [...unknown(tiers, [...TIERS, "unattested"]), ...unknown(types, TYPES), ...unknown(kinds, KINDS)];
  if (wrong.length > 0) return refuse("usage", `"${wrong[0]}" is no tier, type or kind.`, "holdfast list --help");
  const [since, project] = [textOf(options, "since"), textOf(options, "project")];
  if (since !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(since))
    return refuse("usage", `--since takes a day as YYYY-MM-DD; found "${since}".`, "holdfast list --help");
  // A script asks for all that there is.
  const isAll = options["all"] === true || project !== undefined || out.options.json;
  return {
    ...given({ tiers, types, kinds, tags: words(options["tag"]), since, project }),
    ...(names.length === 0 ? {} : { words: names }),
    here: isAll ? undefined : bench.project?.id,
    due: options["due"] === true,
    replaced: options["all"] === true,
  };
}

function noRows({ due, here: _, replaced: __, ...asked }: ListFilter): string {
  if (Object.keys(asked).length > 0) return "No memory matches.";
  return due === true ? "Nothing waits for you." : 'No memories yet. Try: holdfast add "use pnpm here, not npm"';
}

function print(row: Row, number: number, out: Output, here: string | undefined): void {
  const { tier, name, project } = row;
  const other = project === null || project === here ? "" : ` [${clip(projectWord(project), PROJECT)}]`;
  const where = row.scope === "personal" ? other : ` [${row.scope}${vouched(row)}]`;
  const handle = handleAlone(row.id ?? row.stem);
  out.line(
    rowLine(out, {
      number,
      tier,
      name,
      handle,
      where,
      marks: [...marksOf(row), ...row.due.filter((due) => due !== "unattested")],
    }),
  );
  if (row.doubt !== undefined)
    out.line(`${UNDER_NAME}${out.paint("yellow", clip(`an agent: "${row.doubt}"`, out.screen - UNDER_NAME.length))}`);
}

function printRaw({ tier, stem, id, size, synced }: RawRow, number: number, out: Output): void {
  const marks = [`raw, ${count(size, "byte", "bytes")}${synced ? "" : ", on this machine alone"}`];
  out.line(rowLine(out, { number, tier, name: stem, handle: handleAlone(id), marks }));
}

/** Short: the whole of it is in `show`. */
function vouched({ "vouched-by": by = [] }: Row): string {
  const [first, ...more] = by.map(voucherWord);
  return first === undefined ? "" : `, by ${clip(first, 16)}${more.length === 0 ? "" : ` +${more.length}`}`;
}

function words(value: string | boolean | undefined): readonly string[] | undefined {
  return typeof value === "string" ? value.split(",").map((each) => each.trim()) : undefined;
}

function unknown(given: readonly string[] | undefined, known: readonly string[]): readonly string[] {
  return (given ?? []).filter((each) => !known.includes(each));
}
