// holdfast show
import type { Workbench } from "../../compose/command-line.ts";
import type { Voucher } from "../../people/names.ts";
import { type ShownAsOf, type ShownMemory, show, showCommitted } from "../../review/show.ts";
import { CHANGED } from "../../review/wording.ts";
import { rawNamed } from "../../store/raw-plan.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forTerminal } from "../../text/sanitise.ts";
import { permission } from "../../trust/authority.ts";
import { textOf } from "../args.ts";
import { EXIT } from "../exit.ts";
import { type Output, wrap } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, count, marksOf, projectWord, tierWord } from "../tell.ts";

/** Of a value that takes several lines. */
const LONGEST = 400;

/** Of files and of questions; `--raw` shows all. */
const MOST = 12;

export const commands: Commands = {
  show: {
    usage: "holdfast show NAME [--raw] [--as-of DATE]",
    options: {
      raw: { type: "boolean", help: "The file's own text, frontmatter included" },
      "as-of": { type: "string", value: "DATE", help: "YYYY-MM-DD; as it was at the end of that day (UTC)" },
    },
    names: [1, 1],
    takesMemories: true,
    drains: true,
    examples: [
      "holdfast show feedback_use_pnpm",
      "holdfast show 01J9ZQ --json",
      "holdfast show feedback_use_pnpm --as-of 2026-05-01",
    ],
    run,
  },
};

async function run({ bench, out, names, options }: Invocation): Promise<Ended> {
  const asOf = textOf(options, "as-of");
  const [name = ""] = names;
  const known = show(bench.stores(), name, bench.act, asOf, bench.isOutdated);
  const isUnknown = known.kind === "refusal" && known.code === "not-found" && asOf !== undefined;
  const committed = isUnknown
    ? await showCommitted(bench.stores(), name, bench.act, asOf, await bench.gitHistory())
    : undefined;
  const shown = committed ?? known;
  if (shown.kind === "refusal") return asBytes(bench, name, shown) ?? shown;
  if (out.options.json) {
    const when = shown.asOf === undefined ? {} : { "as-of": shown.asOf };
    const { row, path, reason, body, expires, paths, asks } = shown;
    out.json({ ...row, path, "quarantine-reason": reason, expires, paths, asks, body, ...when });
  } else if (options["raw"] === true) {
    if (shown.asOf !== undefined) out.note(asOfWords(shown.asOf));
    out.line(forTerminal(shown.text).replace(/\n$/, ""));
  } else print(out, shown);
  return EXIT.done;
}

/** A person is told where the bytes are; they are shown to nobody. */
function asBytes(bench: Workbench, name: string, { code }: Refusal): Refusal | undefined {
  if (code !== "not-found" || permission("show", bench.act.channel) !== "full") return undefined;
  const found = rawNamed(bench.stores(), name);
  if (found?.kind !== "found-raw") return found;
  const { file, bytes, id } = found.raw;
  const message = `${file} is in quarantine as ${count(bytes.length, "byte", "bytes")} that are no memory.`;
  return refuse("unreadable", message, `holdfast export ${id}`);
}

function print(out: Output, shown: ShownMemory): void {
  const { row } = shown;
  const width = out.columns - 14;
  const line = (label: string, value: string): void => out.line(`  ${out.paint("dim", label.padEnd(10))} ${value}`);
  const wrapped = (label: string, value: string): void => {
    for (const [at, part] of wrap(clip(value, LONGEST), width).entries()) line(at === 0 ? label : "", part);
  };
  out.line(out.paint("bold", clip(row.name, out.columns)));
  if (row.description !== row.name) out.line(`  ${clip(row.description, out.columns - 2)}`);
  out.line();
  if (shown.asOf !== undefined) line("as of", clip(asOfWords(shown.asOf), width));
  const waits = row.due.map((due) => (due === "unattested" ? CHANGED : due));
  const due = waits.length === 0 ? "" : ` (${waits.join(", ")})`;
  line("tier", `${[tierWord(row.tier, out), ...marksOf(row)].join(", ")}${due}`);
  const vouchers = row["vouched-by"] ?? [];
  if (vouchers.length > 0) line("vouched by", clip(vouchers.map(vouched).join(", "), width));
  if (shown.reason !== null) line("because", clip(shown.reason, width));
  line("kind", `${row.kind ?? "-"} (${row.type ?? "-"})`);
  line("applies", row.project === null ? "everywhere" : `in ${clip(projectWord(row.project), width - 3)}`);
  line("created", row.created ?? "unknown");
  line("written by", clip(shown.writer, width));
  line("verified", row.verified ?? "never");
  if (shown.expires !== null) line("expires", clip(shown.expires, width));
  if (shown.evidence !== null) wrapped("evidence", shown.evidence);
  if (row.tags.length > 0) line("tags", clip(row.tags.join(", "), width));
  const each = (label: string, values: readonly string[]): void => {
    for (const [at, value] of values.slice(0, MOST).entries()) line(at === 0 ? label : "", clip(value, width));
  };
  each("about", shown.paths);
  each("answers", shown.asks);
  each("rule", shown.rule);
  line("id", row.id ?? "none yet");
  line("file", clip(shown.path, width));
  out.line();
  for (const text of forTerminal(shown.body).trim().split("\n")) out.line(text === "" ? "" : `  ${text}`);
}

/** The id belongs to the key; the name is what its owner chose. */
function vouched({ own, name, device }: Voucher): string {
  if (own) return "you, on this device";
  return name === "" ? device : `${name} (${device})`;
}

function asOfWords({ date, version, until, commit }: ShownAsOf): string {
  if (commit !== undefined) return `${date}: as committed in ${commit.slice(0, 12)}`;
  if (version === "present") return `${date}: the present version`;
  return `${date}: an earlier version, replaced ${until ?? "since"}`;
}
