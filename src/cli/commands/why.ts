// holdfast why: from "the agent did something odd" to the memory behind it (CTX-7).

import type { Receipt, ReceiptItem } from "../../recall/receipts.ts";
import { readCatalogue, stemOf } from "../../store/catalogue.ts";
import { resolve } from "../../store/resolve.ts";
import { bearsHandle, handleAlone } from "../../store/short-handle.ts";
import { refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT } from "../exit.ts";
import { numberRows } from "../naming.ts";
import type { Output } from "../output.ts";
import { type Commands, type Ended, type Invocation, start } from "../spec.ts";
import { clip, projectWord, rowLine } from "../tell.ts";

const KEPT = 200;
/** Of the reason beside a name. */
const WORDS = 36;

/** `d2` demotes number 2 of the list, `e2` edits it. */
const CHOICE = /^([de])([1-9][0-9]{0,3})$/i;

export const commands: Commands = {
  why: {
    usage: "holdfast why [SESSION | HANDLE | dN | eN]",
    about: [
      "At a terminal, d2 takes number 2 of the list out of use and e2 edits it: as an answer, or as `holdfast why d2`.",
      "With a handle that an agent names, such as m7k2: every time that memory was given.",
    ],
    options: {
      last: { type: "boolean", help: "The latest session (default)" },
      all: { type: "boolean", help: "Every session kept" },
    },
    names: [0, 1],
    drains: true,
    examples: ["holdfast why", "holdfast why d2", "holdfast why --all --json"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const all = bench.receipts(KEPT);
  const chosen = CHOICE.exec(call.names[0] ?? "");
  const names = chosen === null ? call.names : [];
  const hidden = permission("why", bench.act.channel) === "full" ? undefined : quarantined(bench);
  const latest = options["all"] === true ? "" : (all[0]?.session ?? "");
  const receipts = receiptsFor(names[0] ?? latest, all).map((receipt) =>
    hidden === undefined ? receipt : withoutQuarantine(receipt, hidden),
  );
  if (names[0] !== undefined && receipts.length === 0) {
    return refuse("not-found", `No session that is kept starts with "${names[0]}".`, "holdfast why --all");
  }
  const items = receipts.flatMap(({ shown }) => shown);
  if (chosen !== null) return act(call, chosen, items);
  if (out.options.json) {
    out.json({ receipts });
    return EXIT.done;
  }
  numberRows(
    call,
    items.map(({ id }) => id),
  );
  let number = 1;
  for (const receipt of receipts) {
    print(receipt, number, out);
    number += receipt.shown.length;
  }
  if (receipts.length === 0) out.note("No agent has been given anything yet. Start one, then ask again.");
  return items.length === 0 ? EXIT.done : offer(call, items);
}

/** By the beginning of a session's name, or else by the handle of what was given. */
function receiptsFor(name: string, all: readonly Receipt[]): readonly Receipt[] {
  const found = all.filter(({ session }) => session.startsWith(name));
  if (found.length > 0) return found;
  return all
    .map((receipt) => ({ ...receipt, shown: receipt.shown.filter(({ id }) => bearsHandle(id, name)), withheld: [] }))
    .filter(({ shown }) => shown.length > 0);
}

/** At a person's terminal the way from "that was odd" to a change is one word. */
async function offer(call: Invocation, items: readonly ReceiptItem[]): Promise<Ended> {
  const { bench, out } = call;
  if (bench.seen.kind !== "person" || out.options.quiet) return EXIT.done;
  const word = await bench.word("d2 takes number 2 out of use, e2 edits it, Enter leaves:");
  const chosen = CHOICE.exec(word);
  if (chosen !== null) return act(call, chosen, items);
  if (word !== "") out.note(`Expected a letter and a number such as d2 or e2, found "${clip(word, 20)}".`);
  return word === "" ? EXIT.done : EXIT.usage;
}

async function act(
  call: Invocation,
  [, letter = "", digits]: RegExpExecArray,
  items: readonly ReceiptItem[],
): Promise<Ended> {
  const item = items[Number(digits) - 1];
  if (item === undefined) {
    return refuse("usage", `There is no number ${digits} in the list of ${items.length}.`, "holdfast why");
  }
  // By id, so that a file that took the other's name meanwhile is not meant; said by its name.
  const found = resolve(call.bench.stores(), item.id);
  const names = [found.kind === "found" ? stemOf(found.memory) : item.id];
  return start({ ...call, names, verb: letter.toLowerCase() === "e" ? "edit" : "demote" });
}

/** Why a memory was withheld whose name an agent must not read either. */
const UNSEEN: readonly string[] = ["quarantined", "malformed", "reads-like-instruction", "asks-capability", "secret"];

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

function print(receipt: Receipt, first: number, out: Output): void {
  const where = receipt.project === undefined ? "" : ` in ${projectWord(receipt.project)}`;
  out.line(out.paint("bold", clip(`${receipt.host} ${receipt.event} at ${receipt.at}${where}`, out.columns)));
  out.line(`  session ${clip(receipt.session, 40)}, ${receipt.tokens} tokens`);
  if (receipt.shown.length === 0) out.line("  nothing was given");
  for (const [index, { id, tier, name, rule }] of receipt.shown.entries())
    out.line(
      rowLine(out, { number: first + index, tier, name, handle: handleAlone(id), where: `  ${clip(rule, WORDS)}` }),
    );
  // What was replaced is out of sight (ARR-4); --json has it.
  const withheld = receipt.withheld.filter(({ reason }) => reason !== "superseded");
  if (withheld.length > 0) out.line("  withheld:");
  for (const { name, reason } of withheld) {
    // The reason is what is asked for: of a long line the name is cut.
    out.line(`   -  ${clip(name, out.columns - reason.length - 11)} (${reason})`);
  }
}
