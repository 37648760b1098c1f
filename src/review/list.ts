// Rows for `list`, and what is due for review. An agent's view leaves quarantined memories out altogether.
import { isExpired, kindField, statusOf, tagsOf, textField, typeField } from "../memory/fields.ts";
import { madeAt } from "../memory/ids.ts";
import { type Voucher, vouchersIn } from "../people/names.ts";
import { doubtsOf } from "../recall/doubts.ts";
import { type Due, dueOf, type Known, riskOf } from "../recall/due.ts";
import { usageIn } from "../recall/usage.ts";
import { isSibling } from "../replica/names.ts";
import { type Broken, type Memory, nameOf, readCatalogue, stemOf, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import type { MemoryStore, Scope } from "../store/memory-store.ts";
import { isGiven } from "../store/resolve.ts";
import { isForAgents, suspicionAbout } from "../store/withheld.ts";
import { permission } from "../trust/authority.ts";
import type { EffectiveTier } from "../trust/tiers.ts";
import { secondOf } from "../trust/transitions.ts";
import { alikeInPassing, type Beside, lookAlikes, standingIn } from "./waiting.ts";

/** What a memory's own file and signature say. */
export interface PlainRow {
  readonly id: string | null;
  readonly stem: string;
  readonly name: string;
  readonly description: string;
  readonly type: string | null;
  readonly kind: string | null;
  readonly tier: EffectiveTier;
  readonly scope: Scope;
  readonly project: string | null;
  readonly tags: readonly string[];
  readonly status: "active" | "retired";
  readonly created: string | null;
  readonly verified: string | null;
  /** A verified memory has replaced it. */
  readonly superseded: boolean;
  /** Its day is past, whether or not it is asked about yet. */
  readonly expired: boolean;
}

export interface Row extends PlainRow {
  /** Agents are not given it, whether or not it is asked about yet (TRU-32); absent where they may be. */
  readonly withheld?: true;
  readonly due: readonly Due[];
  /** Of a verified one in a shared store: whose word that is (SYN-31). */
  readonly "vouched-by"?: readonly Voucher[];
  /** What an agent said against it; absent where none did. */
  readonly doubt?: string;
}

export interface ListFilter {
  readonly tiers?: readonly string[];
  readonly types?: readonly string[];
  readonly due?: boolean;
  /** What another memory has replaced is out of sight unless it is asked for (ARR-4). */
  readonly replaced?: boolean;
  /** Only what applies in this project; `hidden` counts the others. */
  readonly here?: string | undefined;
  readonly project?: string;
  readonly kinds?: readonly string[];
  readonly tags?: readonly string[];
  /** Written on this day or later. */
  readonly since?: string;
  /** Each of these in name, description or file name. */
  readonly words?: readonly string[];
}

/** Bytes in quarantine that are no memory: nobody reads them, and a person is told that they are there. */
export interface RawRow {
  readonly id: string;
  readonly stem: string;
  readonly tier: "quarantined";
  readonly scope: Scope;
  readonly raw: true;
  readonly size: number;
  readonly sha256: string;
  /** When they were taken out. */
  readonly at: string;
  /** Whether a sync carries them. */
  readonly synced: boolean;
}

export interface Listed {
  readonly rows: readonly Row[];
  /** How many more there are that apply in other projects. */
  readonly elsewhere: number;
  readonly broken: readonly Broken[];
  readonly raws: readonly RawRow[];
  /** False where look-alikes were not looked for: then more may wait than these rows say. */
  readonly compared: boolean;
}

/** Who asks what is due is told all that the review would show; a plain list does not compare a large store. */
export function list(stores: OpenStores, filter: ListFilter, act: Act, beside: Beside = {}): Listed {
  const catalogues = stores.map((open) => readCatalogue(open.store));
  const full = permission("list", act.channel) === "full";
  const memories = catalogues.flatMap((catalogue) => catalogue.memories);
  const superseded = supersededAmong(memories);
  const alike = filter.due === true ? lookAlikes(memories) : alikeInPassing(memories);
  const { receipts, isOutdated } = beside;
  const usageOf = receipts && usageIn(receipts, []);
  const standingOf = standingIn({ alike: alike ?? [], doubtAbout: doubtsOf(stores), usageOf, isOutdated });
  const vouchersHere = vouchersIn(stores);
  const rows = memories
    .filter((memory) => full || isForAgents(memory))
    .map((memory) =>
      rowOf(memory, act.now, superseded.has(memory), {
        ...standingOf(memory),
        vouchers: vouchersHere(memory),
      }),
    )
    .filter((row) => wanted(row, filter));
  const shown = rows.filter((row) => isHere(row, filter));
  const broken = catalogues.flatMap((catalogue) => catalogue.broken).filter(() => full);
  const raws = full ? stores.flatMap(({ store }) => rawRows(store)).filter((row) => wantedRaw(row, filter)) : [];
  const elsewhere = rows.length - shown.length;
  return { rows: sortedRows(shown), elsewhere, broken, raws, compared: alike !== undefined };
}

function rawRows(store: MemoryStore): readonly RawRow[] {
  return store.raws().map(({ id, file, bytes, sha256, local }) => ({
    id,
    stem: file.replace(/\.md$/, ""),
    tier: "quarantined",
    scope: store.info.scope,
    raw: true,
    size: bytes.length,
    sha256,
    at: secondOf(madeAt(id)),
    synced: !local,
  }));
}

function wantedRaw({ stem, tier }: RawRow, { tiers, types, due }: ListFilter): boolean {
  const isWanted = (list: readonly string[] | undefined, word: string): boolean => list?.includes(word) !== false;
  return due !== true && isWanted(tiers, tier) && isWanted(types, stem.split("_")[0] ?? "");
}

export function rowOf(memory: Memory, now: Date, superseded: boolean, known: Known = {}): Row {
  const suspicion = suspicionAbout(memory);
  const due = superseded
    ? []
    : dueOf(memory, now, suspicion, { ...known, sibling: isSibling(memory.id, memory.document) });
  return {
    ...plainRowOf(memory, now, superseded),
    ...(suspicion === undefined ? {} : { withheld: true }),
    due,
    ...(known.vouchers === undefined ? {} : { "vouched-by": known.vouchers }),
    ...(known.doubt !== undefined && due.includes("disputed") ? { doubt: known.doubt.quote } : {}),
  };
}

/** Without looking at its text, which costs a hundred times as much. */
export function plainRowOf(memory: Memory, now: Date, superseded: boolean): PlainRow {
  const { document } = memory;
  return {
    id: memory.id ?? null,
    stem: stemOf(memory),
    name: nameOf(memory),
    description: textField(document, "description") ?? "",
    type: typeField(document) ?? null,
    kind: kindField(document) ?? null,
    tier: memory.tier,
    scope: memory.scope,
    project: textField(document, "project") ?? null,
    tags: tagsOf(document),
    status: statusOf(document),
    created: textField(document, "created-at") ?? null,
    verified: textField(document, "last-verified") ?? null,
    superseded,
    expired: isExpired(document, now),
  };
}

function wanted(row: Row, filter: ListFilter): boolean {
  return isAskedFor(row, filter) && (filter.due !== true || row.due.length > 0);
}

/** By everything that a filter names but what is due. */
export function isAskedFor(row: PlainRow, filter: ListFilter): boolean {
  if (row.superseded && filter.replaced !== true) return false;
  if (filter.tiers !== undefined && !filter.tiers.includes(row.tier)) return false;
  if (filter.types !== undefined && !filter.types.includes(row.type ?? "")) return false;
  if (filter.kinds !== undefined && !filter.kinds.includes(row.kind ?? "")) return false;
  if (filter.tags !== undefined && !filter.tags.some((tag) => row.tags.includes(tag))) return false;
  if (filter.since !== undefined && (row.created ?? "") < filter.since) return false;
  if (filter.project !== undefined && row.project?.includes(filter.project) !== true) return false;
  if (filter.words === undefined) return true;
  const head = headOf(row);
  return filter.words.every((word) => head.includes(word.toLowerCase()));
}

/** What the words of a filter are looked for in. */
export function headOf({ name, description, stem }: PlainRow): string {
  return `${name} ${description} ${stem}`.toLowerCase();
}

function isHere({ project }: Row, { here }: ListFilter): boolean {
  return here === undefined || project === null || project === here;
}

const ORDER: Readonly<Record<EffectiveTier, number>> = { unattested: 0, verified: 1, inferred: 2, quarantined: 3 };

export function sortedRows(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(byUrgencyThenName);
}

function byUrgencyThenName(a: Row, b: Row): number {
  return riskOf(a.due) - riskOf(b.due) || ORDER[a.tier] - ORDER[b.tier] || (a.stem < b.stem ? -1 : 1);
}

// What waits for a person, as an agent may see it (REV-4): names and reasons of what it may read, and only how many of
// the rest. Nothing is decided here.

export interface ReviewQueue {
  /** Most urgent first. */
  readonly rows: readonly Row[];
  /** Wait for a person and are not named to agents: flagged texts. */
  readonly withheld: number;
  readonly quarantined: number;
}

export function reviewQueue(stores: OpenStores, act: Act, beside: Beside = {}): ReviewQueue {
  const memories = stores.flatMap((open) => readCatalogue(open.store).memories);
  const superseded = supersededAmong(memories);
  const { receipts, isOutdated } = beside;
  const usageOf = receipts && usageIn(receipts, []);
  const standingOf = standingIn({ alike: lookAlikes(memories), doubtAbout: doubtsOf(stores), usageOf, isOutdated });
  const live = memories.filter(({ tier }) => tier !== "quarantined");
  const due = live.flatMap((memory) => {
    const row = rowOf(memory, act.now, superseded.has(memory), standingOf(memory));
    return row.due.length === 0 ? [] : [{ memory, row }];
  });
  const given = due.filter(({ memory }) => isGiven(memory, act));
  return {
    rows: sortedRows(given.map(({ row }) => row)),
    withheld: due.length - given.length,
    quarantined: memories.length - live.length,
  };
}
