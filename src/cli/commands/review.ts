// holdfast review: one memory, one key, applied and recorded at once (REV-1). A person's; an agent gets the list (REV-4).
import { startWeb } from "../../compose/beside.ts";
import type { Workbench } from "../../compose/command-line.ts";
import { type Desk, makeDesk } from "../../review/desk.ts";
import { reviewQueue } from "../../review/list.ts";
import { type ReviewAround, type ReviewWanted, wantedFrom } from "../../review/survey.ts";
import { writtenBy } from "../../store/by-origin.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { textOf } from "../args.ts";
import { EXIT } from "../exit.ts";
import { makeOutput, type Output } from "../output.ts";
import { itemRecord } from "../review/card.ts";
import { grouped } from "../review/groups.ts";
import { decideEach } from "../review/loop.ts";
import { againWords, nothingOf, TEXT } from "../review/wording.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { decideRequests } from "../sync/devices.ts";

const NARROWING = ["category", "origin", "limit"] as const;

export const commands: Commands = {
  review: {
    usage: "holdfast review [--category C] [--origin ID] [--limit N] [--batch | --web [--passkey]] | --pr [REF|RANGE]",
    about: [
      "Shows one memory at a time: its text, why it is here, the evidence, who uses it. Each decision is applied at once, so you can stop at any moment. What may harm comes first.",
      "An agent may list the queue with --json; it decides nothing.",
      "--pr shows a branch's memories that want a signer: what each says now against what was signed, and who changed it. Where the branch is checked out, or part of its base, each is signed by a word you type; no word is a no.",
    ],
    options: {
      category: { type: "string", value: "C,C", help: "Only these reasons, for example observed,stale" },
      origin: { type: "string", value: "ID", help: "Everything one session, device or import left undecided" },
      limit: { type: "string", value: "N", help: "At most so many" },
      batch: { type: "boolean", help: "Look-alikes together: one key keeps one and replaces the rest" },
      web: { type: "boolean", help: "In the browser, from this machine, until you end it" },
      pr: { type: "boolean", help: "The memories of a branch (default: what is checked out), or of BASE..BRANCH" },
      passkey: { type: "boolean", help: "With --web: register a passkey, which is asked for from then on" },
    },
    names: [0, 1],
    scans: true,
    drains: true,
    examples: [
      "holdfast review",
      "holdfast review --web",
      "holdfast review --category observed,stale",
      "holdfast review --json",
      "holdfast review --pr",
      "holdfast review --pr origin/main..fix-typo",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  if (options["pr"] === true) return (await import("../review/pull-request.ts")).reviewPullRequest(call);
  if (names.length > 0) return refuse("usage", "A branch is named with --pr.", `holdfast review --pr ${names[0]}`);
  if (permission("review", bench.act.channel) !== "full") return listForAgent(call);
  const wanted = wantedBy(call);
  if (isRefusal(wanted)) return wanted;
  if (call.options["web"] === true) return inBrowser(call);
  if (call.options["passkey"] === true)
    return refuse("usage", "A passkey is registered in the browser.", "holdfast review --web --passkey");
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
  if (options["passkey"] === true) args.push("--passkey");
  return startWeb(args, options["store"] === undefined ? undefined : bench.here.places.store);
}

/** Also where an import or `init` ends: what was just found, at once. */
export async function review(call: Invocation, wanted: ReviewWanted): Promise<Ended> {
  const { bench, out, options } = call;
  const desk = deskFor(bench, wanted, options["batch"] === true && !out.options.json);
  const found = desk.queue("waiting");
  if (out.options.json) {
    out.json({ waiting: found.waiting, memories: found.items.map(({ item }) => itemRecord(item)) });
    return EXIT.done;
  }
  if (out.options.quiet && !out.options.json) {
    const message = "A decision counts for words that were seen; --quiet would hide them.";
    return refuse("usage", message, "holdfast review");
  }
  if (found.broken > 0) out.note(out.paint("red", `${found.broken} can't be read: holdfast doctor`));
  if (found.items.length === 0) {
    out.note(nothingOf(wanted));
    if (wanted.origin === undefined && found.younger) out.note(out.paint("dim", TEXT.younger));
    return EXIT.done;
  }
  if (bench.screen() === undefined) {
    const message = "A decision counts for words on the screen: input and error output have to be one terminal.";
    return refuse("needs-person", message, "holdfast review   (without a pipe or redirection)");
  }
  return decideEach({ ...call, out: onTerminal(call) }, desk, found, againWords(wanted));
}

/** Cards stand where the keys are pressed, wherever the output goes. */
function onTerminal({ bench, out }: Invocation): Output {
  const put = (text: string): void => bench.show(text.replace(/\n$/, ""));
  return makeOutput(out.options, put, put);
}

/** Where the page sits, too (REV-2). */
function deskFor(bench: Workbench, wanted: ReviewWanted, isBatch: boolean): Desk {
  return makeDesk({
    stores: bench.stores(),
    get personal() {
      return bench.storeOf("personal");
    },
    project: bench.project?.id,
    wanted,
    act: (kind) => (kind === "edit" ? { ...bench.actNow(), channel: bench.editorAct.channel } : bench.actNow()),
    around: () => around(bench),
    git: () => bench.gitHistory(),
    ...(isBatch ? { arranged: grouped } : {}),
  });
}

function around({ act, receipts, isOutdated }: Workbench): ReviewAround {
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

function wantedBy({ options }: Invocation): ReviewWanted | Refusal {
  const [category, origin, limit] = NARROWING.map((key) => textOf(options, key));
  return wantedFrom({ category, origin, limit });
}
