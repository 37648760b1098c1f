// holdfast add
import { isExpired, kindField, statusOf, textField, typeField } from "../../memory/fields.ts";
import { bodyTemplate, isKind } from "../../memory/kinds.ts";
import { likesOf, type Twin } from "../../review/waiting.ts";
import { type AddPlan, add, planAdd } from "../../store/add.ts";
import { resurrectionRefused, resurrectionSentence } from "../../store/add-view.ts";
import type { AddRequest } from "../../store/authored.ts";
import { type Memory, readCatalogue, stemOf } from "../../store/catalogue.ts";
import type { OpenStore } from "../../store/context.ts";
import { isForAgents } from "../../store/withheld.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { AUTHOR, authorOptions, givenText } from "../author-options.ts";
import { EXIT } from "../exit.ts";
import { showTwin } from "../review/card.ts";
import { type Commands, type Ended, type Invocation, YES } from "../spec.ts";
import { clip, field, projectWord, tierWord, warnings } from "../tell.ts";

export const commands: Commands = {
  add: {
    usage: 'holdfast add "SENTENCE" | add [options] (--body TEXT | --body-file FILE | -)',
    about: [
      "In a git repository the memory is about that project and stays in your own store.",
      "Typed by you it is verified; from an agent or a script it is inferred.",
    ],
    options: {
      ...AUTHOR,
      global: { type: "boolean", help: "Applies everywhere, not only in this project" },
      shared: { type: "boolean", help: "Put it into this project's shared store" },
      yes: YES,
    },
    names: [0, 1],
    scans: true,
    examples: [
      'holdfast add "use pnpm here, not npm"',
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
  const open = bench.storeOf(options["shared"] === true ? "shared" : "personal");
  const isPerson = partyOf(bench.act.channel) === "person";
  if (isPerson) {
    const planned = planAdd(open, request, bench.act);
    if (planned.kind === "refusal") return planned;
    if (planned.kind === "add-plan") {
      preview(call, planned);
      const { resurrects } = planned;
      // Standard input is used up by then: nobody is left to answer.
      const asked = options["yes"] !== true && call.names[0] !== "-";
      if (resurrects !== undefined && !asked && options["yes"] !== true) {
        return { ...resurrectionRefused(resurrects), hint: "Add --yes to save it all the same." };
      }
      const wanted = asked ? await wantedOf(call, open, planned) : KEEP_BOTH;
      if (wanted === undefined) {
        out.note("Nothing was saved.");
        return EXIT.findings;
      }
      return save(call, open, request, wanted);
    }
  }
  return save(call, open, request, KEEP_BOTH);
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
  if (likes.length === 0) {
    const isWanted = await bench.ask("Save it?", planned.resurrects === undefined ? "yes" : "no");
    return isWanted ? KEEP_BOTH : undefined;
  }
  const it = likes.length === 1 ? "it" : "them";
  const word = (await bench.word(`r replaces ${it}, k keeps both, Enter cancels:`)).toLowerCase();
  const replaces = word === "r" ? likes.map(({ memory }) => memory) : [];
  return word === "r" || word === "k" ? { replaces, isSeen: true } : undefined;
}

async function save(call: Invocation, open: OpenStore, request: AddRequest, wanted: Wanted): Promise<Ended> {
  const { bench, out } = call;
  const { replaces } = wanted;
  const result = await add(open, request, bench.act, replaces.length === 0 ? {} : { replaces });
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
  const likes = wanted.isSeen ? [] : likesBeside(call, open, result.planned);
  if (out.options.json) {
    const like = likes.map(({ kind, memory }) => ({ kind, id: memory.id, stem: stemOf(memory), tier: memory.tier }));
    const told = like.length === 0 ? {} : { like };
    out.json({ outcome: "added", id: step?.id, stem, tier: step?.to, dropped: plan.droppedClaims, ...told });
  }
  if (step?.to === "verified") out.note(`${out.paint("green", "saved")}  ${stem}`);
  else {
    out.note(`${out.paint("green", "saved")}  ${stem}, as inferred`);
    out.note(`       A person can confirm it: holdfast confirm ${stem}`);
    if (plan.warnings.some(({ check }) => check === "injection"))
      out.note("       Until then no agent is given it, because of what it asks for.");
  }
  if (isExpired(document, bench.act.now))
    out.note("       Its day is past: no agent is given it (holdfast edit --expires).");
  if (plan.droppedClaims.length > 0) {
    out.note(`       Dropped and recorded, for only the tool sets them: ${plan.droppedClaims.join(", ")}`);
  }
  for (const { kind, memory } of likes) {
    const next = step?.to === "verified" ? `holdfast retire ${stemOf(memory)} --by ${stem}` : "holdfast review";
    out.note(`       ${LIKE[kind]} ${stemOf(memory)} (${memory.tier}): ${next}`);
  }
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

function knownAlready(memory: Memory): string {
  const stem = stemOf(memory);
  if (statusOf(memory.document) !== "retired") return `Already known: ${stem} (${memory.tier}).`;
  return `Already known, but retired. To use it again: holdfast retire --back ${stem}`;
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
    global: call.options["global"] === true || call.options["shared"] === true,
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

/** A sentence is enough (SUR-00): advice about sections is for those who wrote a body. */
function preview({ bench, out, names, options }: Invocation, { document, file, plan, resurrects }: AddPlan): void {
  const isShared = options.shared === true;
  const isSentence = names[0] !== undefined && names[0] !== "-";
  const width = out.columns - 14;
  const text = (key: "name" | "description" | "project"): string | undefined => textField(document, key);
  field(out, "name", clip(text("name") ?? "", width));
  if (text("description") !== text("name")) field(out, "shown as", clip(text("description") ?? "", width));
  field(out, "kind", `${kindField(document) ?? "-"} (${typeField(document) ?? "-"})`);
  const project = text("project");
  const everywhere = isShared ? "in this project, for everyone who works on it" : "everywhere";
  field(
    out,
    "applies",
    project === undefined ? everywhere : `in ${clip(projectWord(project, bench.project?.id), width - 3)}`,
  );
  const why = isShared ? "signed by this device; for others, if they trust it" : "because you typed it";
  field(out, "tier", `${tierWord("verified", out)}, ${why}`);
  field(out, "file", clip(file, width));
  if (resurrects !== undefined) field(out, "note", out.paint("yellow", resurrectionSentence(resurrects)));
  if (!isSentence) warnings(out, plan.warnings);
}
