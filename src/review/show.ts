// One memory, whole, now or as it was at the end of a day. Quarantined text is shown to a person only: an agent would
// read it as context. That holds for a memory that is quarantined now and for a version that was quarantined then.
import { contentHash } from "../memory/document.ts";
import { declaredTier, listField, textField } from "../memory/fields.ts";
import { vouchersIn } from "../people/names.ts";
import type { IsOutdated } from "../recall/outdated.ts";
import { documentIn, type Memory, readCatalogue, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import type { FileVersion, GitHistory } from "../store/records.ts";
import { type Found, hiddenFrom, readable } from "../store/resolve.ts";
import { knownDays, versionAt } from "../store/versions.ts";
import { sha256Hex } from "../text/digest.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { parseDate } from "../trust/lifecycle.ts";
import { effectiveTier } from "../trust/tiers.ts";
import { type Row, rowOf } from "./list.ts";
import { writerOf } from "./wording.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface ShownAsOf {
  readonly date: string;
  readonly version: "present" | "earlier";
  /** null: not known here, such as after a change by hand. */
  readonly since: string | null;
  /** null: it still stands. */
  readonly until: string | null;
  /** Where git told it. */
  readonly commit?: string;
}

export interface ShownMemory {
  readonly kind: "shown";
  readonly row: Row;
  readonly path: string;
  readonly text: string;
  readonly body: string;
  readonly reason: string | null;
  readonly writer: string;
  /** Who said it where, of a memory that was found in a session. */
  readonly evidence: string | null;
  readonly expires: string | null;
  /** The files it is about. */
  readonly paths: readonly string[];
  /** The questions it answers. */
  readonly asks: readonly string[];
  readonly rule: readonly string[];
  readonly asOf?: ShownAsOf;
}

export function show(
  stores: OpenStores,
  name: string,
  act: Act,
  asOf?: string,
  isOutdated?: IsOutdated,
): ShownMemory | Refusal {
  const found = readable(stores, name, act);
  if (found.kind === "refusal") return found;
  if (asOf !== undefined) return showAsOf(found, name, act, asOf);
  return shownOf(
    found.memory,
    rowOf(found.memory, act.now, isSuperseded(stores, found.memory), {
      outdated: isOutdated?.(found.memory) === true,
      vouchers: vouchersIn(stores)(found.memory),
    }),
  );
}

function showAsOf({ open, memory }: Found, name: string, act: Act, date: string): ShownMemory | Refusal {
  const day = date.length === 10 ? parseDate(date) : undefined;
  if (day === undefined) {
    const message = `--as-of takes a day such as 2026-05-01, not "${date}".`;
    return refuse("usage", message, `holdfast show ${name} --as-of 2026-05-01`);
  }
  const records = memory.id === undefined ? [] : open.history.ofMemory(memory.id);
  const found = versionAt(memory, records, new Date(day.getTime() + DAY_MS));
  switch (found.kind) {
    case "present": {
      const asOf = { date, version: "present", since: found.since, until: null } as const;
      return { ...shownThen(memory, act), asOf };
    }
    case "earlier": {
      const earlier = readVersion(open, memory, found.version);
      if (earlier === undefined) return notKept(name, date, knownDays(memory, records));
      const { since, until } = found;
      const shown = shownThen(earlier, act);
      return hiddenFrom(act, earlier, name) ?? { ...shown, asOf: { date, version: "earlier", since, until } };
    }
    case "not-yet":
      return refuse("not-found", `${name} did not exist yet at the end of ${date} (UTC).`, `holdfast show ${name}`);
    case "unknown":
      return notKept(name, date, knownDays(memory, records));
  }
}

/** What is due, what has replaced it and whether its day is past are questions about today. */
function shownThen(memory: Memory, act: Act): ShownMemory {
  return shownOf(memory, { ...rowOf(memory, act.now, false), expired: false, due: [] });
}

function readVersion(open: OpenStore, memory: Memory, version: FileVersion): Memory | undefined {
  const bytes = memory.id === undefined ? undefined : open.history.bytes(memory.id, version.sha256);
  return bytes === undefined ? undefined : memoryThen(open, memory, version, bytes);
}

/** It is what it was then: vouched for if any signature of a trusted device ever covered exactly this text. */
function memoryThen(
  { store }: OpenStore,
  { id, scope, stored }: Memory,
  version: FileVersion,
  bytes: Uint8Array,
): Memory | undefined {
  const document = documentIn(bytes);
  if (document === undefined) return undefined;
  const content = contentHash(document);
  const tier = effectiveTier({
    declared: declaredTier(document),
    place: version.place,
    holds: listField(document, "holds").length,
    attested: id !== undefined && store.pastStatements(id).some(({ vouches }) => vouches?.content === content),
    foreign: scope !== "personal",
  });
  return { kind: "memory", stored: { ...stored, ...version, bytes }, document, id, tier, scope, supersedes: [] };
}

function notKept(name: string, date: string, days: readonly string[]): Refusal {
  const known = days.length === 0 ? [] : [`Known at the end of: ${days.join(", ")}`];
  return refuse(
    "not-found",
    `The local history of ${name} does not tell what it said at the end of ${date}.`,
    `holdfast show ${name}${days[0] === undefined ? "" : ` --as-of ${days[0]}`}`,
    known,
  );
}

function shownOf(memory: Memory, row: Row): ShownMemory {
  const reason = memory.document.fields.get("quarantine-reason");
  return {
    kind: "shown",
    row,
    path: `${memory.stored.place}/${memory.stored.file}`,
    text: memory.document.text,
    body: memory.document.body,
    reason: typeof reason === "string" ? reason : null,
    writer: writerOf(memory),
    evidence: textField(memory.document, "evidence") ?? null,
    expires: textField(memory.document, "expires") ?? null,
    paths: listField(memory.document, "paths"),
    asks: listField(memory.document, "asks"),
    rule: listField(memory.document, "rule"),
  };
}

function isSuperseded(stores: OpenStores, { id, scope }: Memory): boolean {
  const all = stores.flatMap((open) => readCatalogue(open.store).memories);
  return [...supersededAmong(all)].some((each) => each.id === id && each.scope === scope);
}

// A memory as it was at the end of a day, from git where the local history does not reach (FOR-2). The text is what was
// committed; what it was worth is decided as for any earlier version, by the signatures that covered it.

/** Undefined where git knows no more. */
export async function showCommitted(
  stores: OpenStores,
  name: string,
  act: Act,
  date: string,
  git: GitHistory,
): Promise<ShownMemory | Refusal | undefined> {
  const day = date.length === 10 ? parseDate(date) : undefined;
  const found = readable(stores, name, act);
  if (day === undefined || found.kind === "refusal") return undefined;
  const { open, memory } = found;
  const { root } = open.store.info;
  const changes = await git.changes(root, memory.stored.file);
  const at = changes.findIndex((change) => Date.parse(change.at) < day.getTime() + DAY_MS);
  const change = changes[at];
  if (change?.place === undefined) return undefined;
  const { place } = change;
  const bytes = await git.bytes(root, change.commit, place, memory.stored.file);
  if (bytes === undefined) return undefined;
  const then = memoryThen(open, memory, { place, file: memory.stored.file, sha256: sha256Hex(bytes) }, bytes);
  if (then === undefined) return undefined;
  // Newest first.
  const until = changes[at - 1]?.at ?? null;
  const asOf = { date, version: "earlier", since: change.at, until, commit: change.commit } as const;
  return hiddenFrom(act, then, name) ?? { ...shownThen(then, act), asOf };
}
