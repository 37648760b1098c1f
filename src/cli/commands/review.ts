// holdfast review: one memory, one key, applied and recorded at once (REV-1). A person's; an agent gets the list (REV-4).

import type { Workbench } from "../../compose/workbench.ts";
import { textField } from "../../memory/fields.ts";
import { reviewQueue } from "../../review/review-queue.ts";
import { type ReviewItem, type Surroundings, survey, type Wanted } from "../../review/survey.ts";
import { wantedFrom } from "../../review/wanted.ts";
import { writtenBy } from "../../store/by-origin.ts";
import { stemOf } from "../../store/catalogue.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { textOf } from "../args.ts";
import { EXIT } from "../exit.ts";
import { decideEach } from "../review/loop.ts";
import { againWords, TEXT } from "../review/wording.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { decideRequests } from "../sync/devices.ts";

const NARROWING = ["category", "origin", "limit"] as const;

export const commands: Commands = {
  review: {
    usage: "holdfast review [--category C] [--origin ID] [--limit N] [--batch | --web]",
    about: [
      "Shows one memory at a time: its text, why it is here, the evidence, who uses it. Each decision is",
      "applied at once, so you can stop at any moment. What may harm comes first.",
      "An agent may list the queue with --json; it decides nothing.",
    ],
    options: {
      category: { type: "string", value: "C,C", help: "Only these reasons, for example observed,stale" },
      origin: { type: "string", value: "ID", help: "Everything one session, device or import left undecided" },
      limit: { type: "string", value: "N", help: "At most so many" },
      batch: { type: "boolean", help: "Look-alikes together: one key keeps one and replaces the rest" },
      web: { type: "boolean", help: "In the browser, from this machine, until you end it" },
    },
    names: [0, 0],
    scans: true,
    drains: true,
    examples: [
      "holdfast review",
      "holdfast review --web",
      "holdfast review --category unattested,withheld",
      "holdfast review --json",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out } = call;
  if (permission("review", bench.act.channel) !== "full") return listForAgent(call);
  const wanted = wantedBy(call);
  if (isRefusal(wanted)) return wanted;
  if (call.options["web"] === true) return inBrowser(call);
  if (wanted.origin === undefined) {
    // A device that asks to join is one key too (SYN-22).
    const own = bench.stores().find(({ store }) => store.info.scope === "personal");
    if (own !== undefined && !out.options.json && !out.options.quiet) await decideRequests(own, bench, out);
    return review(call, wanted);
  }
  const written = writtenBy(bench.stores(), wanted.origin, bench.act);
  return isRefusal(written) ? written : review(call, { ...wanted, origin: written.origin });
}

/** The same queue on a page of its own (REV-2). */
function inBrowser({ bench, options }: Invocation): Ended | Promise<Ended> {
  if (options["json"] === true || options["batch"] === true) {
    const message = "--web shows look-alikes side by side, and prints nothing else: leave --json and --batch out.";
    return refuse("usage", message, "holdfast review --web");
  }
  bench.stores();
  const args = NARROWING.filter((key) => options[key] !== undefined).map((key) => `--${key}=${options[key]}`);
  return bench.startWeb(args, options["store"] === undefined ? undefined : bench.locations.store);
}

/** Also where an import or `init` ends: what was just found, at once. */
export async function review(call: Invocation, wanted: Wanted): Promise<Ended> {
  const { bench, out, options } = call;
  const found = survey(bench.stores(), wanted, around(bench));
  if (out.options.json) {
    out.json({ waiting: found.waiting, memories: found.items.map(itemRecord) });
    return EXIT.done;
  }
  if (out.options.quiet && !out.options.json) {
    const message = "A decision counts for words that were seen; --quiet would hide them.";
    return refuse("usage", message, "holdfast review");
  }
  if (found.broken.length > 0) out.note(out.paint("red", `${found.broken.length} can't be read: holdfast doctor`));
  if (found.items.length === 0) {
    out.note(nothingOf(wanted));
    if (wanted.origin === undefined && found.younger) out.note(out.paint("dim", TEXT.younger));
    return EXIT.done;
  }
  return decideEach(call, found, { batch: options["batch"] === true, again: againWords(wanted) });
}

/** For scripts of a person. */
function itemRecord({ row, memory, usage, twins, target, doubt }: ReviewItem): Record<string, unknown> {
  return {
    ...row,
    body: memory.document.body,
    evidence: textField(memory.document, "evidence") ?? null,
    usage,
    twins: twins.map((twin) => ({ kind: twin.kind, id: twin.memory.id ?? null, stem: stemOf(twin.memory) })),
    ...(target === undefined ? {} : { about: stemOf(target) }),
    ...(doubt === undefined ? {} : { doubt: doubt.quote }),
  };
}

function nothingOf({ origin, categories }: Wanted): string {
  if (origin !== undefined) return TEXT.nothingFrom;
  return categories === undefined ? TEXT.nothing : TEXT.nothingSuch;
}

function around({ act, receipts, isOutdated }: Workbench): Surroundings {
  return { now: act.now, receipts: receipts(Number.POSITIVE_INFINITY), isOutdated };
}

/** Names and reasons of what it may read, and only how many of the rest. */
function listForAgent({ bench, out, options }: Invocation): Ended {
  if (!out.options.json || options["web"] === true) {
    const message = "Deciding is a person's act; an agent may list what waits, with --json.";
    return refuse("needs-person", message, "holdfast review --json");
  }
  const { rows, withheld, quarantined } = reviewQueue(bench.stores(), bench.act, around(bench));
  const memories = rows.map(({ id, stem, name, tier, due }) => ({ id, stem, name, tier, due }));
  out.json({ waiting: rows.length + withheld, memories, withheld, quarantined });
  return EXIT.done;
}

function wantedBy({ options }: Invocation): Wanted | Refusal {
  const [category, origin, limit] = NARROWING.map((key) => textOf(options, key));
  return wantedFrom({ category, origin, limit });
}
