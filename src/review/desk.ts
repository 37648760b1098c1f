// The queue at one desk, for as long as a person sits there, at the terminal or before the page (REV-1, REV-2). A card is what is on the disk now; a decision names
// the card it was made on and counts for exactly that: when the memory, a look-alike, what it proposes to change, or what
// a yes would do has become another since, nothing is done and the person looks again.
import type { Presence } from "../attest/presence.ts";
import { setToolKeys } from "../memory/compose.ts";
import type { Finding } from "../memory/findings.ts";
import type { MemoryId } from "../memory/ids.ts";
import { TOOL_KEYS } from "../memory/keys.ts";
import { writeAfter } from "../store/batch.ts";
import { type Memory, readMemory } from "../store/catalogue.ts";
import { howToConfirm } from "../store/confirm.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { type Raised, raisedBy } from "../store/raise.ts";
import type { GitHistory } from "../store/records.ts";
import { type SinceSigned, sinceSigned } from "../store/signed.ts";
import { sha256Hex } from "../text/digest.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import {
  type DecidedPlan,
  keyOf,
  planDecision,
  type ReviewDecision,
  settledBy,
  takeBack,
  unsettled,
} from "./decide.ts";
import { type ReviewAround, type ReviewItem, type ReviewSurvey, type ReviewWanted, survey } from "./survey.ts";

export const VIEWS = ["waiting", "quarantined"] as const;
export type DeskView = (typeof VIEWS)[number];

export interface DeskPorts {
  readonly stores: OpenStores;
  readonly personal: OpenStore;
  readonly project: string | undefined;
  readonly wanted: ReviewWanted;
  /** At this moment; an edit may come through another channel. */
  act(kind?: ReviewDecision["kind"]): Act;
  /** Another order, or other look-alikes on a card, than the queue has by itself. */
  readonly arranged?: (items: readonly ReviewItem[]) => readonly ReviewItem[];
  /** Any memory by its key, read now: at a desk for the whole store there is no queue to look into. */
  readonly one?: (key: string) => ReviewItem | undefined;
  around(): Omit<ReviewAround, "now">;
  git(): Promise<GitHistory>;
}

export interface Card {
  readonly item: ReviewItem;
  /** Names everything that a decision rests on. */
  readonly version: string;
}

export interface DeskQueue extends Pick<ReviewSurvey, "waiting" | "younger"> {
  readonly items: readonly { readonly key: string; readonly item: ReviewItem }[];
  readonly broken: number;
}

export interface Settled {
  readonly kind: "settled";
  readonly name: string;
  readonly warnings: readonly Finding[];
  /** No longer a question. */
  readonly gone: readonly string[];
}

/** Nothing was written: there was nothing to do, or, without a message, the person did not want what it would have been. */
export interface Left {
  readonly kind: "left";
  readonly message: string;
}

export interface Undone {
  readonly kind: "undone";
  readonly key: string;
  readonly done: ReviewDecision["kind"];
}

export interface Foreseen {
  readonly kind: "foreseen";
  readonly item: ReviewItem;
  readonly planned: DecidedPlan;
  readonly raised: readonly Raised[];
}

/** No; yes; or yes with the person's second signature under it. */
type IsWanted = (planned: DecidedPlan, act: Act) => Promise<boolean | Presence | Refusal>;

export interface Desk {
  queue(view: DeskView): DeskQueue;
  /** What a decision would write, and which words would count for more by it (TRU-26); nothing is done. */
  foresee(key: string, version: string, decision: ReviewDecision): Promise<Foreseen | Left | Refusal>;
  card(key: string): Card | Refusal;
  /** What became of the words that were signed of it (TRU-27). */
  since(item: ReviewItem): Promise<SinceSigned | undefined>;
  /** `isWanted` is asked once it is known what would be written. */
  decide(
    key: string,
    version: string,
    decision: ReviewDecision,
    isWanted?: IsWanted,
  ): Promise<Settled | Left | Refusal>;
  undo(): Promise<Undone | Left | Refusal>;
}

interface Sheet {
  readonly found: ReviewSurvey;
  readonly byKey: ReadonlyMap<string, ReviewItem>;
  /** Changed by a decision since it was read. */
  readonly touched: Set<string>;
}

interface Planned {
  readonly kind: "planned";
  readonly item: ReviewItem;
  readonly view: DeskView;
  readonly planned: DecidedPlan;
}

interface Past {
  readonly open: OpenStore;
  readonly id: MemoryId;
  readonly key: string;
  readonly kind: ReviewDecision["kind"];
}

export function makeDesk(ports: DeskPorts): Desk {
  const sheets = new Map<DeskView, Sheet>();
  let past: readonly Past[] = [];

  const read = (view: DeskView): Sheet => {
    const wanted: ReviewWanted = view === "quarantined" ? { quarantined: true } : ports.wanted;
    const found = survey(ports.stores, wanted, { ...ports.around(), now: ports.act().now });
    const items = ports.arranged?.(found.items) ?? found.items;
    const byKey = new Map(items.map((item) => [keyOf(item.memory), item]));
    const sheet = { found, byKey, touched: new Set<string>() };
    sheets.set(view, sheet);
    return sheet;
  };

  /** In what was read last; without what decisions have changed since. */
  const find = (key: string): { readonly item: ReviewItem; readonly view: DeskView } | undefined => {
    if (ports.one !== undefined) {
      const item = ports.one(key);
      return item && { item, view: "waiting" };
    }
    for (const [view, { byKey, touched }] of sheets) {
      const read = byKey.get(key);
      const item = read && unsettled(read, touched);
      if (item !== undefined) return { item, view };
    }
    return undefined;
  };

  const card = (key: string): Card | Refusal => {
    const first = find(key);
    if (first !== undefined && !isCurrent(first.item)) read(first.view);
    const found = find(key);
    if (found === undefined) return refuse("not-found", "This is no question any more: it was decided or changed.");
    return { item: found.item, version: versionOf(found.item, ports.act().now) };
  };

  const plan = (key: string, version: string, decision: ReviewDecision, act: Act): Planned | Left | Refusal => {
    const found = find(key);
    if (found === undefined || versionOf(found.item, act.now) !== version || !isCurrent(found.item)) {
      return refuse("changed-meanwhile", "It changed since it was shown, so nothing was done. Look at it again.");
    }
    const deciding = { personal: ports.personal, project: ports.project, act };
    const planned = planDecision(found.item, decision, deciding);
    if (planned.kind === "unchanged") return { kind: "left", message: planned.message };
    return planned.kind === "refusal" ? planned : { ...found, kind: "planned", planned };
  };

  const foresee: Desk["foresee"] = async (key, version, decision) => {
    const found = plan(key, version, decision, ports.act(decision.kind));
    if (found.kind !== "planned") return found;
    const { item, planned } = found;
    const { memory, open } = item;
    const { id, document, stored } = memory;
    const isOther = planned.open.store.info.storeId !== open.store.info.storeId;
    const about = isOther && id !== undefined ? { open, id, file: stored.file, document } : undefined;
    const raised = await raisedBy(planned.open, planned.plan, ports.git, about);
    return { kind: "foreseen", item, planned, raised };
  };

  const decide: Desk["decide"] = async (key, version, decision, isWanted) => {
    const act = ports.act(decision.kind);
    const found = plan(key, version, decision, act);
    if (found.kind !== "planned") return found;
    const { item, view, planned } = found;
    const wanted = isWanted === undefined || (await isWanted(planned, act));
    if (wanted === false) return { kind: "left", message: "" };
    if (isRefusal(wanted)) return wanted;
    const by = wanted === true ? act : { ...act, presence: wanted };
    const result = await writeAfter(planned.first, planned, by);
    if (isRefusal(result)) return result;
    const { steps, warnings } = planned.plan;
    const gone = settledBy(item, planned);
    for (const each of gone) sheets.get(view)?.touched.add(each);
    const [step] = steps;
    if (step !== undefined) past = [...past, { open: planned.open, id: step.id, key, kind: decision.kind }];
    return { kind: "settled", name: stemIn(step?.change.file ?? item.memory.stored.file), warnings, gone };
  };

  const undo: Desk["undo"] = async () => {
    const last = past.at(-1);
    if (last === undefined) return { kind: "left", message: "Nothing was decided yet." };
    const result = await takeBack(last.open, last.id, ports.act());
    if (isRefusal(result)) return result;
    // Undoing the same memory once more would bring the change back: what was decided of it before stays.
    const undone = new Set(result.plan.steps.map(({ id }) => id));
    past = past.filter(({ id }) => !undone.has(id));
    sheets.clear();
    return { kind: "undone", key: last.key, done: last.kind };
  };

  const queue = (view: DeskView): DeskQueue => {
    const { found, byKey } = read(view);
    const items = [...byKey].map(([key, item]) => ({ key, item }));
    return { items, waiting: found.waiting, younger: found.younger, broken: found.broken.length };
  };

  const since: Desk["since"] = async ({ open, memory: { id, stored, document } }) =>
    id && sinceSigned({ open, id, file: stored.file }, document, ports.git);

  return { queue, card, since, foresee, decide, undo };
}

/** What a person edits: the tool's own keys are left out, and are put back as they were. */
export function authorPart({ document }: Memory): string {
  return setToolKeys(document, Object.fromEntries(TOOL_KEYS.map((key) => [key, null]))).text;
}

function stemIn(file: string): string {
  return file.replace(/\.md$/, "");
}

function versionOf(item: ReviewItem, now: Date): string {
  const { way } = howToConfirm(item.memory, now);
  const shown = involved(item).map((memory) => [keyOf(memory), memory.stored.place, memory.stored.sha256, memory.tier]);
  return sha256Hex(JSON.stringify([way, shown]));
}

function involved({ memory, twins, target }: ReviewItem): readonly Memory[] {
  return [memory, ...twins.map((twin) => twin.memory), ...(target === undefined ? [] : [target])];
}

function isCurrent(item: ReviewItem): boolean {
  return involved(item).every(({ stored, tier }) => {
    const now = readMemory(item.open.store, stored);
    return now?.kind === "memory" && now.stored.sha256 === stored.sha256 && now.tier === tier;
  });
}

/** A browser's text has plain newlines and no mark at its start; a file that had others keeps them. */
export function asStored({ document }: Memory, text: string): string {
  const plain = text.replace(/\r\n?/g, "\n");
  const lines = document.newline === "\n" ? plain : plain.replaceAll("\n", document.newline);
  return document.text.startsWith("\ufeff") ? `\ufeff${lines}` : lines;
}
