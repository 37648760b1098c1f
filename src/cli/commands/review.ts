// holdfast review: one memory, one key, applied and recorded at once (REV-1). A person's; an agent gets the list (REV-4).

import type { Workbench } from "../../compose/workbench.ts";
import { type Desk, makeDesk } from "../../review/desk.ts";
import { reviewQueue } from "../../review/review-queue.ts";
import { type Surroundings, type Wanted, wantedFrom } from "../../review/survey.ts";
import { writtenBy } from "../../store/by-origin.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import { itemRecord } from "../review/card.ts";
import { grouped } from "../review/groups.ts";
import { decideEach } from "../review/loop.ts";
import { againWords, TEXT } from "../review/wording.ts";
import type { Invocation } from "../spec.ts";
import { decideRequests } from "../sync/devices.ts";

export async function run(call: Invocation): Promise<number> {
  const { bench, out } = call;
  if (permission("review", bench.act.channel) !== "full") return listForAgent(call);
  const wanted = wantedBy(call);
  if (isRefusal(wanted)) return ended(wanted, out, bench);
  if (call.options["web"] === true) return inBrowser(call);
  if (wanted.origin === undefined) {
    // A device that asks to join is one key too (SYN-22).
    const own = bench.stores().find(({ store }) => store.info.scope === "personal");
    if (own !== undefined && !out.options.json && !out.options.quiet) await decideRequests(own, bench, out);
    return review(call, wanted);
  }
  const written = writtenBy(bench.stores(), wanted.origin, bench.act);
  return isRefusal(written) ? ended(written, out, bench) : review(call, { ...wanted, origin: written.origin });
}

/** The same queue on a page of its own (REV-2). */
function inBrowser({ bench, out, options }: Invocation): number | Promise<number> {
  if (options["json"] === true || options["batch"] === true) {
    const message = "--web shows look-alikes side by side, and prints nothing else: leave --json and --batch out.";
    return ended(refuse("usage", message, "holdfast review --web"), out, bench);
  }
  bench.stores();
  const args = ["category", "origin", "limit"].flatMap((key) => {
    const value = options[key];
    return typeof value === "string" ? [`--${key}=${value}`] : [];
  });
  return bench.startWeb(args, options["store"] === undefined ? undefined : bench.locations.store);
}

/** Also where an import or `init` ends: what was just found, at once. */
export async function review(call: Invocation, wanted: Wanted): Promise<number> {
  const { bench, out, options } = call;
  const desk = deskFor(bench, wanted, options["batch"] === true && !out.options.json);
  const found = desk.queue("waiting");
  if (out.options.json) {
    out.json({ waiting: found.waiting, memories: found.items.map(({ item }) => itemRecord(item)) });
    return EXIT.done;
  }
  if (out.options.quiet && !out.options.json) {
    const message = "A decision counts for words that were seen; --quiet would hide them.";
    return ended(refuse("usage", message, "holdfast review"), out, bench);
  }
  if (found.broken > 0) out.note(out.paint("red", `${found.broken} can't be read: holdfast doctor`));
  if (found.items.length === 0) {
    out.note(nothingOf(wanted));
    if (wanted.origin === undefined && found.younger) out.note(out.paint("dim", TEXT.younger));
    return EXIT.done;
  }
  return decideEach(call, desk, found, againWords(wanted));
}

/** Where the page sits, too (REV-2). */
function deskFor(bench: Workbench, wanted: Wanted, isBatch: boolean): Desk {
  return makeDesk({
    stores: bench.stores(),
    get personal() {
      return bench.storeOf("personal");
    },
    project: bench.project?.id,
    wanted,
    act: (kind) => (kind === "edit" ? { ...bench.actNow(), channel: bench.editorAct.channel } : bench.actNow()),
    around: () => around(bench),
    ...(isBatch ? { arranged: grouped } : {}),
  });
}

function nothingOf({ origin, categories }: Wanted): string {
  if (origin !== undefined) return TEXT.nothingFrom;
  return categories === undefined ? TEXT.nothing : TEXT.nothingSuch;
}

function around({ act, receipts, isOutdated }: Workbench): Surroundings {
  return { now: act.now, receipts: receipts(Number.POSITIVE_INFINITY), isOutdated };
}

/** Names and reasons of what it may read, and only how many of the rest. */
function listForAgent({ bench, out, options }: Invocation): number {
  if (!out.options.json || options["web"] === true) {
    const message = "Deciding is a person's act; an agent may list what waits, with --json.";
    return ended(refuse("needs-person", message, "holdfast review --json"), out, bench);
  }
  const { rows, withheld, quarantined } = reviewQueue(bench.stores(), bench.act, around(bench));
  const memories = rows.map(({ id, stem, name, tier, due }) => ({ id, stem, name, tier, due }));
  out.json({ waiting: rows.length + withheld, memories, withheld, quarantined });
  return EXIT.done;
}

function wantedBy({ options }: Invocation): Wanted | Refusal {
  const text = (key: string): string | undefined => (typeof options[key] === "string" ? options[key] : undefined);
  return wantedFrom({ category: text("category"), origin: text("origin"), limit: text("limit") });
}
