// What may be true after an act, by a model that knows channels, texts and clocks and nothing of the product's
// trust machine. It reads the files by itself; each rule that is broken is one sentence.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import type { Scope } from "../../src/store/memory-store.ts";
import type { Channel } from "../../src/trust/channels.ts";
import type { Done, Operation } from "./trust-operations.ts";

/** Written here once more, so that a change of the product's own table is seen. */
const SOURCES: Readonly<Record<Channel, string>> = {
  terminal: "user",
  editor: "user",
  web: "user",
  cli: "agent",
  mcp: "agent",
  hook: "agent",
  library: "agent",
  observer: "observer",
  import: "import",
  sync: "sync",
};
const PERSON: readonly Channel[] = ["terminal", "editor", "web"];

/** The seven transitions, as pairs, and who brings them about; everything else keeps its tier. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  "none>verified": ["add", "confirm"],
  "inferred>verified": ["promote", "confirm", "edit"],
  "inferred>quarantined": ["demote"],
  "verified>quarantined": ["demote"],
  "quarantined>verified": ["restore", "restore-edited", "confirm"],
};
const WEEK_MS = 7 * 86_400_000;
/** All that an agent's memory may carry of the tool's keys. */
const BORN_WITH: readonly string[] = ["id", "trust-level", "created-at", "source", "source-machine"];
/** How an agent's channel makes one at all. */
const BIRTHS: readonly string[] = ["add", "say"];
const TOOL_KEYS: readonly string[] = [
  ...BORN_WITH,
  "last-verified",
  "evidence",
  "status",
  "supersedes",
  "superseded-by",
  "proposes",
  "quarantined-at",
  "quarantine-reason",
  "quarantined-by",
  "holds",
  "sync",
];

interface Seen {
  readonly at: string;
  readonly text: string;
  readonly id: string;
  readonly tier: string;
  readonly hash: string;
  readonly keys: ReadonlyMap<string, string>;
}

export interface Snapshot {
  readonly byPath: ReadonlyMap<string, Seen>;
  readonly archived: string;
  readonly ledger: readonly Told[];
}

interface Told {
  readonly action: string;
  readonly id: string;
  readonly channel: string;
  readonly reason: string;
}

const parsed = new Map<string, Omit<Seen, "at">>();

/** Where a store lies, and the ledger of what is done in it here. */
export interface Looked {
  readonly root: string;
  readonly ledger: string;
}

export function snapshot({ root, ledger }: Looked): Snapshot {
  const byPath = new Map<string, Seen>();
  for (const place of ["memories", "quarantine"]) {
    for (const file of readdirSync(`${root}/${place}`)) {
      const at = `${place}/${file}`;
      byPath.set(at, { at, ...read(readFileSync(`${root}/${at}`, "utf8")) });
    }
  }
  const archive = `${root}/archive`;
  const archived = existsSync(archive) ? readdirSync(archive, { recursive: true, encoding: "utf8" }).sort().join() : "";
  const lines = existsSync(ledger) ? readFileSync(ledger, "utf8").trimEnd().split("\n") : [];
  return { byPath, archived, ledger: lines.map((line) => JSON.parse(line)) };
}

function read(text: string): Omit<Seen, "at"> {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const document = parseDocument(text);
  if (document.kind !== "document") throw new Error(`not a memory: ${text}`);
  const keys = new Map([...document.fields].map(([key, value]) => [key, String(value)]));
  const seen = {
    text,
    id: keys.get("id") ?? "",
    tier: keys.get("trust-level") ?? "",
    hash: contentHash(document),
    keys,
  };
  if (parsed.size > 5000) parsed.clear();
  parsed.set(text, seen);
  return seen;
}

export class TrustModel {
  /** The text a person last acted on, per memory, and all they ever did. */
  readonly #asserted = new Map<string, string>();
  readonly #everAsserted = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #scope: "personal" | "shared";

  constructor(scope: Scope) {
    this.#scope = scope === "personal" ? "personal" : "shared";
  }

  /** Everything that is wrong with what an act did. */
  after(operation: Operation, done: Done, now: Date, before: Snapshot, found: Snapshot): readonly string[] {
    // What stood there before the first act stood there.
    for (const { text } of before.byPath.values()) this.#texts.add(text);
    const isPerson = PERSON.includes(operation.channel);
    const wrong = isPerson
      ? this.#person(operation, done, now, before, found)
      : agent(operation, done, now, before, found);
    for (const seen of found.byPath.values()) {
      this.#texts.add(seen.text);
      if (seen.tier === "verified" && this.#asserted.get(seen.id) !== seen.hash)
        wrong.push(`TRU-20 ${seen.at} is verified, and no person acted on this text`);
      if ((seen.tier === "quarantined") !== seen.at.startsWith("quarantine/"))
        wrong.push(`STO-5 ${seen.at} is ${seen.tier}`);
      if (seen.keys.get("last-verified")?.startsWith("2099")) wrong.push(`TRU-21 ${seen.at} carries a claimed date`);
    }
    return wrong;
  }

  #person(operation: Operation, done: Done, now: Date, before: Snapshot, found: Snapshot): string[] {
    const wrong: string[] = [];
    const undone = operation.name.startsWith("undo");
    const old = byId(before);
    const told = found.ledger.slice(before.ledger.length);
    for (const seen of found.byPath.values()) {
      const was = old.get(seen.id);
      if (was?.text === seen.text && was.at === seen.at) continue;
      if (!done.written) wrong.push(`${seen.at} changed without a written plan`);
      if (undone && !this.#texts.has(seen.text)) wrong.push(`TRU-9 ${seen.at}: undo made bytes that never stood here`);
      if (!undone)
        wrong.push(
          ...moved({ operation, now, told, scope: this.#scope }, was, seen),
          ...early({ operation, now, told, scope: this.#scope }, was, seen),
        );
      if (seen.tier === "verified" && (was?.tier !== "verified" || was.hash !== seen.hash))
        this.#assert(seen, undone ? undefined : done.hash);
    }
    return wrong;
  }

  /** Bringing back an earlier state asserts a text only if a person asserted it before. */
  #assert(seen: Seen, acted: string | undefined): void {
    const key = `${seen.id} ${seen.hash}`;
    if (acted === undefined ? !this.#everAsserted.has(key) : acted !== seen.hash) return;
    this.#asserted.set(seen.id, seen.hash);
    this.#everAsserted.add(key);
  }
}

function byId(snapshot: Snapshot): ReadonlyMap<string, Seen> {
  return new Map([...snapshot.byPath.values()].map((seen) => [seen.id, seen]));
}

function moved({ operation, now, scope }: Judged, was: Seen | undefined, seen: Seen): readonly string[] {
  const wrong: string[] = [];
  const from = was?.tier ?? "none";
  const pair = `${from}>${seen.tier}`;
  // What stands in a shared store is others' too: a person's edit of it is a memory of their own beside it.
  const isBeside = scope === "shared" && pair === "none>verified" && operation.name === "edit";
  if (from !== seen.tier && !isBeside && MOVES[pair]?.includes(operation.name) !== true)
    wrong.push(`TRU-1, TRU-2 ${seen.at}: ${pair} by ${operation.name}`);
  const day = now.toISOString().slice(0, 10);
  if (from !== seen.tier && seen.keys.get("last-verified") !== day)
    wrong.push(`TRU-1 ${seen.at}: last-verified is not ${day}`);
  const isReworded = was !== undefined && was.hash !== seen.hash;
  if (was !== undefined && seen.keys.get("source") !== (isReworded ? "user" : was.keys.get("source")))
    wrong.push(`TRU-21 ${seen.at} says its source is ${seen.keys.get("source")}`);
  if (was !== undefined && fileOf(was) !== fileOf(seen)) wrong.push(`STO-6 ${was.at} became ${seen.at}`);
  const gained = seen.keys.get("supersedes");
  if (gained !== was?.keys.get("supersedes") && seen.tier !== "verified")
    wrong.push(`TRU-22b ${seen.at} supersedes and is ${seen.tier}`);
  const retires = operation.name === "retire" || operation.name === "unretire";
  if (retires && (from !== seen.tier || was?.hash !== seen.hash))
    wrong.push(`TRU-22b ${operation.name} changed more than the status of ${seen.at}`);
  return wrong;
}

interface Judged {
  readonly operation: Operation;
  readonly now: Date;
  /** What the ledger says of this act. */
  readonly told: readonly Told[];
  readonly scope: "personal" | "shared";
}

/**
 * Before a week is over an inferred memory becomes verified in one way: a person confirms or edits that one memory, and the
 * ledger calls it their own words. Whatever its file says of who said it, a promotion waits, and so does all that others
 * may have written into a shared store (TRU-3, ARR-4).
 */
function early({ operation, now, told, scope }: Judged, was: Seen | undefined, seen: Seen): readonly string[] {
  const age = now.getTime() - Date.parse(was?.keys.get("created-at") ?? "");
  if (was?.tier !== "inferred" || seen.tier !== "verified" || age >= WEEK_MS) return [];
  const { name, channel } = operation;
  const own = told.filter(({ reason }) => reason === "own-words");
  const isOwn = own.length === 1 && own[0]?.id === seen.id && own[0].channel === channel && PERSON.includes(channel);
  return isOwn && scope === "personal" && (name === "confirm" || name === "edit")
    ? []
    : [`TRU-3 ${seen.at}: too early, by ${name}`];
}

function fileOf({ at }: Seen): string {
  return at.slice(at.indexOf("/"));
}

/** An agent adds, at most, one inferred memory; whatever stood before stands there as it did. */
function agent(operation: Operation, done: Done, now: Date, before: Snapshot, found: Snapshot): string[] {
  const wrong: string[] = [];
  for (const [at, was] of before.byPath) {
    if (found.byPath.get(at)?.text !== was.text)
      wrong.push(`TRU-20 ${operation.channel} changed ${at} by ${operation.name}`);
  }
  if (before.archived !== found.archived) wrong.push(`TRU-20 ${operation.channel} archived`);
  const made = [...found.byPath.values()].filter(({ at }) => !before.byPath.has(at));
  const told = found.ledger.slice(before.ledger.length).map((line) => `${line.action} ${line.id} ${line.channel}`);
  const [seen, ...more] = made;
  if (more.length > 0) wrong.push(`TRU-20 ${operation.channel} made ${made.length} memories at once`);
  if (seen === undefined)
    return told.length === 0 ? wrong : [...wrong, `the ledger tells of what was not done: ${told.join()}`];
  if (!BIRTHS.includes(operation.name) || operation.smuggled)
    wrong.push(`TRU-20 ${operation.channel} made ${seen.at} by ${operation.name}`);
  wrong.push(...bornWrong(seen, operation, now, byId(before)));
  const expected = [
    `create ${seen.id} ${operation.channel}`,
    ...(done.claims.length > 0 ? [`claim-dropped ${seen.id} ${operation.channel}`] : []),
  ];
  if (told.join() !== expected.join()) wrong.push(`TRU-21 the ledger tells ${told.join()}, not ${expected.join()}`);
  return wrong;
}

function bornWrong(
  seen: Seen,
  { name, channel }: Operation,
  now: Date,
  old: ReadonlyMap<string, Seen>,
): readonly string[] {
  const wrong: string[] = [];
  if (seen.tier !== "inferred") wrong.push(`TRU-20 ${channel} made ${seen.at} ${seen.tier}`);
  if (seen.keys.get("source") !== SOURCES[channel])
    wrong.push(`TRU-21 ${seen.at} says its source is ${seen.keys.get("source")}`);
  if (seen.keys.get("created-at") !== `${now.toISOString().slice(0, 19)}Z`)
    wrong.push(`TRU-21 ${seen.at} carries a claimed created-at`);
  if (old.has(seen.id)) wrong.push(`TRU-21 ${seen.at} took the id of another memory`);
  const allowed = name === "say" ? [...BORN_WITH, "evidence"] : BORN_WITH;
  const surplus = [...seen.keys.keys()].filter((key) => TOOL_KEYS.includes(key) && !allowed.includes(key));
  if (surplus.length > 0) wrong.push(`TRU-21, TRU-22b ${seen.at} carries ${surplus.join()}`);
  return wrong;
}
