// The way back for what a store had (SYN-19), a person's act. Words that the latest word still vouches for are verified as soon as
// they stand in their file: nothing is signed for them. A retirement and a demotion are taken back by their own acts. All else
// is nobody's word any more: inferred, or a proposal beside the words that took its place. Checks run on every text.
import { latestWord } from "../attest/vouch.ts";
import { setToolKeys } from "../memory/compose.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { stateKeys, statusOf, type ToolKeys, textField } from "../memory/fields.ts";
import { TOOL_KEYS } from "../memory/keys.ts";
import { siblingId } from "../replica/names.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { partyOf } from "../trust/channels.ts";
import { PLACES, type Place } from "../trust/tiers.ts";
import { type Memory, readCatalogue, stemOf } from "./catalogue.ts";
import type { Act, OpenStore, Plan, Step, Unchanged } from "./context.ts";
import { isForgotten, type Loss } from "./lost.ts";
import { changeTo } from "./memory-store.ts";
import { findingLines, gate, managedOf, managedStep, planOf, planTierChange } from "./plan-transition.ts";
import { planRetire } from "./retire.ts";

export function planRecover(open: OpenStore, loss: Loss, act: Act): Plan | Unchanged | Refusal {
  const { id, kind, document, file } = loss;
  if (partyOf(act.channel) !== "person")
    return refuse("needs-person", `To bring something back is a person's act; this came through ${act.channel}.`);
  if (isForgotten(open, id, document, file))
    return refuse("transition-refused", `${id} was forgotten, and that can't be undone.`);
  const { memories } = readCatalogue(open.store);
  const now = memories.find((memory) => memory.id === id);
  if (now === undefined) return planReturn(open, loss, act);
  if (kind === "retired") return planRetire(now, act, true);
  if (kind === "demoted") return planTierChange(now, { verb: "restore" }, act);
  return planSigned(open, now, document, act) ?? planProposal(open, loss, now, act);
}

/** The words that are signed, in their own file again; undefined where the latest word vouches for others, or for none. */
export function planSigned(
  open: OpenStore,
  memory: Memory,
  words: MemoryDocument,
  act: Act,
): Plan | Unchanged | Refusal | undefined {
  const { id, stored, tier } = memory;
  const content = contentHash(words);
  const { heads, withdrawn } = latestWord(id === undefined ? [] : open.store.pastStatements(id));
  // Where two stand behind different words, a person's choice is a new word that has seen both.
  const isChosen = !withdrawn && heads.every(({ vouches }) => vouches?.content === content);
  const word = isChosen ? heads[0] : undefined;
  if (id === undefined || word?.vouches == null || tier === "quarantined") return undefined;
  if (tier === "verified" && contentHash(memory.document) === content)
    return { kind: "unchanged", message: "verified already" };
  const keys = {
    ...managedOf(memory),
    ...stateKeys({ tier: "verified", lastVerified: word.date }),
    status: word.vouches.status === "retired" ? "retired" : null,
  };
  const text = checkedText(setToolKeys(words, keys).text, { place: "memories", file: stored.file }, open, act);
  if (isRefusal(text)) return text;
  const from = tier === "unattested" ? "verified" : tier;
  const back = backStep({ id, from, to: "verified", change: changeTo(stored, "memories", text) });
  // What stood beside it, with these very words, says nothing of its own any more.
  const beside = readCatalogue(open.store).memories.find((each) => each.id === siblingId(id, content));
  const moot = beside === undefined || statusOf(beside.document) === "retired" ? undefined : retired(beside, act);
  if (isRefusal(moot)) return moot;
  return planOf("recover", moot === undefined ? [back] : [back, moot]);
}

function retired(memory: Memory, act: Act): Step | Refusal {
  return managedStep(memory, "retire", { status: "retired" }, act);
}

/** Nobody signs for it: its file comes back, and its words with it, where its name is free. */
function planReturn(open: OpenStore, { id, document, file, comes, place }: Loss, act: Act): Plan | Refusal {
  const to = comes === "proposal" ? "inferred" : comes;
  const found =
    to === "inferred" ? setToolKeys(document, { ...stateKeys({ tier: to }), sync: null, holds: null }) : document;
  const spot = { place: to === "inferred" ? "memories" : place, file: freeName(open, file, contentHash(document)) };
  const text = checkedText(found.text, spot, open, act);
  if (isRefusal(text)) return text;
  return planOf("recover", [backStep({ id, from: "none", to, change: { kind: "create", ...spot, text } })]);
}

function planProposal(open: OpenStore, { document, file }: Loss, now: Memory, act: Act): Plan | Unchanged | Refusal {
  const { id } = now;
  const content = contentHash(document);
  if (id === undefined) return refuse("not-found", `${stemOf(now)} has no id.`, "holdfast doctor --fix");
  const own = siblingId(id, content);
  const there = readCatalogue(open.store).memories.find((memory) => memory.id === own);
  if (there !== undefined && statusOf(there.document) === "active")
    return { kind: "unchanged", message: `stands beside it already, as ${stemOf(there)}` };
  if (there !== undefined) return planRetire(there, act, true);
  const none = Object.fromEntries(TOOL_KEYS.map((key) => [key, null]));
  const keys: ToolKeys = {
    ...none,
    ...stateKeys({ tier: "inferred" }),
    id: own,
    proposes: id,
    "created-at": textField(document, "created-at") ?? null,
    source: textField(document, "source") ?? null,
  };
  const stem = file.replace(/\.md$/, "").slice(0, LONGEST);
  const spot = { place: "memories", file: freeName(open, `${stem}__${content.slice(0, 6)}.md`, content) } as const;
  const text = checkedText(setToolKeys(document, keys).text, spot, open, act);
  if (isRefusal(text)) return text;
  return planOf("recover", [
    backStep({ id: own, from: "none", to: "inferred", change: { kind: "create", ...spot, text } }),
  ]);
}

/** Of a stem, with what is put behind it (STO-11). */
const LONGEST = 80;

/** As a slip that is taken back, for which nothing is signed. */
function backStep(step: Omit<Step, "action" | "reason">): Step {
  return { ...step, action: "undo", reason: "recovery" };
}

function checkedText(
  text: string,
  { place, file }: { readonly place: Place; readonly file: string },
  { store }: OpenStore,
  act: Act,
): Extract<Step["change"], { kind: "create" }>["text"] | Refusal {
  const gated = gate({ text, place, file, scope: store.info.scope }, act);
  if (gated.kind !== "blocked") return gated.text;
  const message = "That text fails its checks now; it stays where it is, in git.";
  return refuse("checks-failed", message, "holdfast log NAME", findingLines(gated.findings));
}

function freeName({ store }: OpenStore, file: string, content: string): string {
  const isFree = (name: string): boolean => PLACES.every((place) => store.read({ place, file: name }) === undefined);
  const stem = file.replace(/\.md$/, "").slice(0, LONGEST);
  for (let digits = 6; ; digits++) {
    const name = digits === 6 ? file : `${stem}_${content.slice(0, digits)}.md`;
    if (isFree(name)) return name;
  }
}
