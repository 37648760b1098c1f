// holdfast list

import { TYPES } from "../../memory/kinds.ts";
import { voucherWord } from "../../people/names.ts";
import { type ListFilter, list, type RawRow, type Row } from "../../review/list.ts";
import { refuse } from "../../text/errors.ts";
import { TIERS } from "../../trust/tiers.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, count, marksOf, tierWord } from "../tell.ts";

export const commands: Commands = {
  list: {
    usage: "holdfast list [--tier T] [--type T] [--due] [--all]",
    options: {
      tier: { type: "string", value: "T,T", help: "verified, inferred, quarantined, unattested" },
      type: { type: "string", value: "T,T", help: "user, feedback, project, reference" },
      due: { type: "boolean", help: "Only what waits for you" },
      all: { type: "boolean", help: "Also what another memory has replaced" },
    },
    names: [0, 0],
    drains: true,
    examples: ["holdfast list", "holdfast list --due", "holdfast list --tier inferred --json"],
    run,
  },
};

function run({ bench, out, options }: Invocation): Ended {
  const tiers = words(options["tier"]);
  const types = words(options["type"]);
  const wrong = [...unknown(tiers, [...TIERS, "unattested"]), ...unknown(types, TYPES)];
  if (wrong.length > 0) return refuse("usage", `"${wrong[0]}" is no tier or type.`, "holdfast list --help");
  const filter = {
    ...(tiers === undefined ? {} : { tiers }),
    ...(types === undefined ? {} : { types }),
    due: options["due"] === true,
    replaced: options["all"] === true,
  };
  const receipts = filter.due ? bench.receipts(Number.POSITIVE_INFINITY) : undefined;
  const { rows, broken, raws } = list(bench.stores(), filter, bench.act, { receipts, isOutdated: bench.isOutdated });
  if (out.options.json) {
    out.json({ memories: rows, unreadable: broken.map(({ spot, reason }) => ({ ...spot, reason })), raw: raws });
    return EXIT.done;
  }
  for (const row of rows) print(row, out);
  for (const row of raws) printRaw(row, out);
  if (rows.length + raws.length === 0) out.note(noRows(filter));
  for (const { spot, reason } of broken) {
    out.line(`${out.paint("red", "unreadable")}   ${clip(`${spot.place}/${spot.file}`, out.columns - 14)}`);
    out.line(`${"".padEnd(12)} ${out.paint("dim", clip(reason, out.columns - 14))}`);
  }
  return EXIT.done;
}

function noRows({ tiers, types, due }: ListFilter): string {
  if (tiers !== undefined || types !== undefined) return "No memory matches.";
  return due === true ? "Nothing waits for you." : 'No memories yet. Try: holdfast add "use pnpm here, not npm"';
}

function print(row: Row, out: Output): void {
  const marks = [...marksOf(row), ...row.due];
  const mark = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
  const where = row.scope === "shared" ? ` [shared${vouched(row)}]` : row.project === null ? "" : " [project]";
  const room = Math.max(10, out.columns - 14 - mark.length - where.length);
  out.line(
    `${tierWord(row.tier, out, 12)} ${clip(row.name, room)}${out.paint("dim", where)}${out.paint("yellow", mark)}`,
  );
  out.line(`${"".padEnd(12)} ${out.paint("dim", clip(row.stem, out.columns - 14))}`);
  if (row.doubt !== undefined)
    out.line(`${"".padEnd(12)} ${out.paint("yellow", clip(`an agent: "${row.doubt}"`, out.columns - 14))}`);
}

function printRaw({ tier, stem, id, size, sha256, synced }: RawRow, out: Output): void {
  const mark = ` (raw, ${count(size, "byte", "bytes")}${synced ? "" : ", on this machine alone"})`;
  const room = Math.max(10, out.columns - 14 - mark.length);
  out.line(`${tierWord(tier, out, 12)} ${clip(stem, room)}${out.paint("yellow", mark)}`);
  out.line(`${"".padEnd(12)} ${out.paint("dim", clip(`${id}  sha256 ${sha256.slice(0, 12)}`, out.columns - 14))}`);
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
