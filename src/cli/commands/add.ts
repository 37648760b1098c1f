// holdfast add
import { isExpired, kindField, statusOf, textField, typeField } from "../../memory/fields.ts";
import { bodyTemplate, isKind } from "../../memory/kinds.ts";
import { likesOf, type Twin } from "../../review/waiting.ts";
import { conflictsWith, type RulePair } from "../../rules/conflicts.ts";
import { type AddPlan, add, planAdd } from "../../store/add.ts";
import { resurrectionSentence } from "../../store/add-view.ts";
import type { AddRequest } from "../../store/authored.ts";
import { type Memory, readCatalogue, stemOf } from "../../store/catalogue.ts";
import type { Act, OpenStore } from "../../store/context.ts";
import { unlessReviewer } from "../../store/mirrored.ts";
import { isForAgents } from "../../store/withheld.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { AUTHOR, authorOptions, givenText } from "../author-options.ts";
import { chosenStore, IN } from "../chosen-store.ts";
import { EXIT } from "../exit.ts";
import { isUnvouched, UNVOUCHED } from "../presence.ts";
import { showTwin } from "../review/card.ts";
import { withOfferedRule } from "../rule-offer.ts";
import { type Commands, type Ended, type Invocation, YES } from "../spec.ts";
import { clip, field, projectWord, tierName, tierWord, warnings } from "../tell.ts";
import { unlessPlanTyped } from "../typed-yes.ts";

export const commands: Commands = {
  add: {
    usage: 'holdfast add "SENTENCE" | add [options] (--body TEXT | --body-file FILE | -)',
    about: [
      "In a git repository the memory is about that project and stays in your own store.",
      "What you typed a yes for is verified; with -y, from an agent or a script it is inferred.",
    ],
    options: {
      ...AUTHOR,
      global: { type: "boolean", help: "Applies everywhere, not only in this project" },
      shared: { type: "boolean", help: "Put it into this project's shared store" },
      in: IN,
      yes: { ...YES, help: "Don't ask: it is saved as inferred" },
    },
    names: [0, 1],
    scans: true,
    examples: [
      'holdfast add "use pnpm here, not npm"',
      'holdfast add --in org "Deploys go through the queue"',
      'holdfast add --global --kind preference "Prefer small commits"',
      "holdfast add --kind decision --body-file adr-7.md",
      "git log -1 --format=%B | holdfast add --kind decision -",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const request = await requestOf(call);
  if (isRefusal(request)) return request;
  const open = chosenStore(call);
  if (isRefusal(open)) return open;
  // Typed text is used up by then, with the terminal's end of file: nobody is left to answer.
  const isTyped = partyOf(bench.channel) === "person" && options["yes"] !== true && call.names[0] !== "-";
  // Who may not confirm in an organisation's store proposes (HUB-7).
  const isAsked = isTyped && unlessReviewer(open) === undefined;
  // What nobody was asked about, nobody has confirmed: it is added as an agent's would be (TRU-26).
  if (!isAsked) return save(call, open, request, { ...KEEP_BOTH, act: { ...bench.act, channel: "cli" } });
  const planned = planAdd(open, request, bench.act);
  if (planned.kind === "refusal") return planned;
  if (planned.kind === "already-known") return save(call, open, request, { ...KEEP_BOTH, act: bench.act });
  preview(call, planned, open);
  const wanted = await wantedOf(call, open, planned);
  if (wanted === undefined) {
    out.note("Nothing was saved.");
    return EXIT.findings;
  }
  const ruled = await withOfferedRule(call, request);
  const typed = planAdd(open, ruled, bench.act, { replaces: wanted.replaces });
  const stopped = typed.kind === "add-plan" ? await unlessPlanTyped(call, open, typed.plan) : undefined;
  return stopped ?? save(call, open, ruled, { ...wanted, act: bench.act });
}

interface Wanted {
  readonly replaces: readonly Memory[];
  /** The person saw what it is like. */
  readonly isSeen: boolean;
}

const KEEP_BOTH: Wanted = { replaces: [], isSeen: false };

/** What says the same or the opposite is decided about before it is saved (ARR-8). Undefined: nothing is. */
async function wantedOf({ bench, out }: Invocation, open: OpenStore, planned: AddPlan): Promise<Wanted | undefined> {
  const likes = likesOf(planned.document, readCatalogue(open.store).memories);
  for (const twin of likes) showTwin(out, twin);
  if (likes.length === 0) return KEEP_BOTH;
  const it = likes.length === 1 ? "it" : "them";
  const word = (await bench.word(`r replaces ${it}, k keeps both, Enter cancels:`)).toLowerCase();
  const replaces = word === "r" ? likes.map(({ memory }) => memory) : [];
  return word === "r" || word === "k" ? { replaces, isSeen: true } : undefined;
}

interface Saving extends Wanted {
  readonly act: Act;
}

async function save(call: Invocation, open: OpenStore, request: AddRequest, wanted: Saving): Promise<Ended> {
  const { bench, out } = call;
  const { replaces } = wanted;
  const result = await add(open, request, wanted.act, replaces.length === 0 ? {} : { replaces });
  if (result.kind === "refusal") return result;
  if (result.kind === "already-known") {
    if (out.options.json)
      out.json({
        outcome: "already-known",
        id: result.memory.id,
        stem: stemOf(result.memory),
        tier: result.memory.tier,
      });
    out.note(knownAlready(result.memory));
    return EXIT.done;
  }
  const { document, file, plan } = result.planned;
  const step = plan.steps[0];
  const stem = file.replace(/\.md$/, "");
  const isWaiting = isUnvouched(open, step?.id);
  const likes = wanted.isSeen ? [] : likesBeside(call, open, result.planned);
  if (out.options.json) {
    const like = likes.map(({ kind, memory }) => ({ kind, id: memory.id, stem: stemOf(memory), tier: memory.tier }));
    const told = like.length === 0 ? {} : { like };
    out.json({
      outcome: "added",
      id: step?.id,
      stem,
      tier: isWaiting ? "unattested" : step?.to,
      dropped: plan.droppedClaims,
      ...told,
    });
  }
  if (step?.to === "verified") {
    out.note(`${out.paint("green", "saved")}  ${stem}`);
    if (isWaiting) out.note(UNVOUCHED);
  } else {
    out.note(`${out.paint("green", "saved")}  ${stem}, as inferred`);
    const who = open.mirrored === undefined ? "A person can confirm it" : "A reviewer there can confirm it";
    out.note(`       ${who}: holdfast ${open.mirrored === undefined ? `confirm ${stem}` : "sync, then review"}`);
    if (plan.warnings.some(({ check }) => check === "injection"))
      out.note("       Until then no agent is given it, because of what it asks for.");
  }
  if (isExpired(document, bench.act.now))
    out.note("       Its day is past: no agent is given it (holdfast edit --expires).");
  if (plan.droppedClaims.length > 0) {
    out.note(`       Dropped and recorded, for only the tool sets them: ${plan.droppedClaims.join(", ")}`);
  }
  for (const { kind, memory } of likes) {
    const next = step?.to === "verified" ? `holdfast off ${stemOf(memory)} --by ${stem}` : "holdfast review";
    out.note(`       ${LIKE[kind]} ${stemOf(memory)} (${tierName(memory.tier)}): ${next}`);
  }
  for (const { b } of document.fields.has("rule") ? contradicted(call, step?.id) : [])
    out.note(`       Its rule contradicts that of ${stemOf(b)}: holdfast show ${stemOf(b)}`);
  for (const old of replaces) out.note(`       replaces ${stemOf(old)}`);
  return EXIT.done;
}

const LIKE: Readonly<Record<Twin["kind"], string>> = {
  contradiction: "Says the opposite of",
  duplicate: "Says much the same as",
};

/** For who was not asked; an agent is told of none that it may not read. */
function likesBeside({ bench }: Invocation, open: OpenStore, { plan, document }: AddPlan): readonly Twin[] {
  const isNew = new Set<string | undefined>(plan.steps.map(({ id }) => id));
  const others = readCatalogue(open.store).memories.filter(({ id }) => !isNew.has(id));
  const isPerson = partyOf(bench.act.channel) === "person";
  return likesOf(document, isPerson ? others : others.filter(isForAgents));
}

/** Rules in force that it can't stand beside (RUL-8); an agent is told of none that it may not read. */
function contradicted({ bench }: Invocation, id: string | undefined): readonly RulePair[] {
  const all = bench.stores().flatMap(({ store }) => readCatalogue(store).memories);
  const made = all.find((memory) => memory.id === id);
  if (id === undefined || made === undefined) return [];
  const isPerson = partyOf(bench.act.channel) === "person";
  const around = { now: bench.act.now, project: bench.project?.id };
  return conflictsWith(made, isPerson ? all : all.filter(isForAgents), around);
}

function knownAlready(memory: Memory): string {
  const stem = stemOf(memory);
  if (statusOf(memory.document) !== "retired") return `Already known: ${stem} (${tierName(memory.tier)}).`;
  return `Already known, but retired. To use it again: holdfast on ${stem}`;
}

async function requestOf(call: Invocation): Promise<AddRequest | Refusal> {
  const author = authorOptions(call);
  if (isRefusal(author)) return author;
  const given = await givenText(call);
  if (isRefusal(given)) return given;
  const sentence = call.names[0] === "-" ? undefined : call.names[0];
  const text = given ?? sentence ?? (await template(call));
  if (isRefusal(text)) return text;
  if (text.trim() === "") return nothingGiven();
  const named = given !== undefined && sentence !== undefined ? { name: sentence, description: sentence } : {};
  return {
    text,
    ...named,
    ...author,
    // In a git repository the memory is about this project, unless it is said to apply everywhere (STO-1).
    ...(call.bench.project && { project: call.bench.project.id }),
    global: ["global", "shared", "in"].some((each) => call.options[each] !== undefined && call.options[each] !== false),
  };
}

/** Without any text the editor opens with the sections of the kind (STO-13). */
async function template({ bench, options }: Invocation): Promise<string | Refusal> {
  const kind = options["kind"];
  if (bench.seen.kind !== "person" || !isKind(kind)) {
    return nothingGiven();
  }
  const text = bench.editText(bodyTemplate(kind), ".md");
  if (isRefusal(text)) return text;
  return text.trim() === bodyTemplate(kind).trim()
    ? refuse("usage", "The template was left as it was; nothing was saved.", `holdfast add --kind ${kind}`)
    : text;
}

function nothingGiven(): Refusal {
  return refuse(
    "usage",
    "There is nothing to remember: expected a sentence, --body, --body-file or - with some text.",
    'holdfast add "use pnpm here, not npm"',
  );
}

function everywhereWord({ store, mirrored }: OpenStore): string {
  if (mirrored !== undefined) return `everywhere, for everyone in ${mirrored.name}`;
  return store.info.scope === "shared" ? "in this project, for everyone who works on it" : "everywhere";
}

/** A sentence is enough (SUR-00): advice about sections is for those who wrote a body. */
function preview(call: Invocation, { document, plan, resurrects }: AddPlan, open: OpenStore): void {
  const { bench, out, names } = call;
  const isPresenceRequired = open.devices.circle().presence !== undefined;
  const { scope } = open.store.info;
  const isSentence = names[0] !== undefined && names[0] !== "-";
  const width = out.columns - 14;
  field(out, "kind", `${kindField(document) ?? "-"} (${typeField(document) ?? "-"})`);
  const project = textField(document, "project");
  field(
    out,
    "applies",
    project === undefined ? everywhereWord(open) : `in ${clip(projectWord(project, bench.project?.id), width - 3)}`,
  );
  const why = scope === "personal" ? "because you typed it" : "signed by this device; for others, if they trust it";
  field(
    out,
    "tier",
    `${tierWord("verified", out)}, ${isPresenceRequired ? "once your passkey or FIDO2 key vouches for it" : why}`,
  );
  if (resurrects !== undefined) field(out, "note", out.paint("yellow", resurrectionSentence(resurrects)));
  if (!isSentence) warnings(out, plan.warnings);
}
