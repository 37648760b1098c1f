// holdfast why: from "the agent did something odd" to the memory behind it (CTX-7).

import { readCatalogue } from "../../app/catalogue.ts";
import { refuse } from "../../core/errors.ts";
import type { Receipt } from "../../core/ports/receipts.ts";
import { permission } from "../../core/trust/authority.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Invocation } from "../spec.ts";
import { clip } from "../tell.ts";

const KEPT = 200;

export function run({ bench, out, names, options }: Invocation): number {
  const all = bench.receipts(KEPT);
  const session = names[0] ?? (options["all"] === true ? undefined : all[0]?.session);
  const hidden = permission("why", bench.act.channel) === "full" ? undefined : quarantined(bench);
  const receipts = all
    .filter((receipt) => session === undefined || receipt.session.startsWith(session))
    .map((receipt) => (hidden === undefined ? receipt : withoutQuarantine(receipt, hidden)));
  if (names[0] !== undefined && receipts.length === 0) {
    return ended(
      refuse("not-found", `No session that is kept starts with "${names[0]}".`, "holdfast why --all"),
      out,
      bench,
    );
  }
  if (out.options.json) {
    out.json({ receipts });
    return EXIT.done;
  }
  for (const receipt of receipts) print(receipt, out);
  if (receipts.length === 0) out.note("No agent has been given anything yet. Start one, then ask again.");
  return EXIT.done;
}

/** Why a memory was withheld whose name an agent must not read either. */
const UNSEEN: readonly string[] = ["quarantined", "reads-like-instruction", "asks-capability", "secret"];

/** The name of a quarantined memory is text too, and an agent would read it, also where it was given before. */
function withoutQuarantine(receipt: Receipt, hidden: ReadonlySet<string>): Receipt {
  const seen = (item: { readonly id: string }): boolean => !hidden.has(item.id);
  const withheld = receipt.withheld.filter((item) => !UNSEEN.includes(item.reason) && seen(item));
  return { ...receipt, shown: receipt.shown.filter(seen), withheld };
}

function quarantined(bench: Invocation["bench"]): ReadonlySet<string> {
  const memories = bench.hasStore() ? bench.stores().flatMap(({ store }) => readCatalogue(store).memories) : [];
  return new Set(
    memories.flatMap((memory) => (memory.tier === "quarantined" && memory.id !== undefined ? [memory.id] : [])),
  );
}

function print(receipt: Receipt, out: Output): void {
  const where = receipt.project === undefined ? "" : ` in ${receipt.project}`;
  out.line(out.paint("bold", clip(`${receipt.host} ${receipt.event} at ${receipt.at}${where}`, out.columns)));
  out.line(`  session ${clip(receipt.session, 40)}, ${receipt.tokens} tokens`);
  if (receipt.shown.length === 0) out.line("  nothing was given");
  for (const [index, item] of receipt.shown.entries()) {
    out.line(`  ${String(index + 1).padStart(2)}  ${clip(item.name, out.columns - 8)}`);
    out.line(
      out.paint(
        "dim",
        `      ${clip(`${item.tier}, ${item.form}, ${item.tokens} tokens: ${item.rule}`, out.columns - 8)}`,
      ),
    );
    out.line(out.paint("dim", `      ${clip(item.file.replace(/\.md$/, ""), out.columns - 8)}`));
  }
  if (receipt.withheld.length > 0) out.line("  withheld:");
  for (const item of receipt.withheld) out.line(`   -  ${clip(`${item.name} (${item.reason})`, out.columns - 8)}`);
  const first = receipt.shown[0];
  if (first !== undefined) out.note(`  To take one out of use: holdfast demote ${first.file.replace(/\.md$/, "")}`);
}
