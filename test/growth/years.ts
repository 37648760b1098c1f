// What twenty machines leave in a store in three years, made directly: texts with their lines, statements that each
// machine's own key signed, ledgers whose lines are chained. Each turn is what one machine brings to one sync. The same size
// gives the same acts; keys and signatures are new in each run.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { canonical } from "../../src/attest/statement.ts";
import type { Checked } from "../../src/checks/checked.ts";
import { withSyncLine } from "../../src/checks/gate.ts";
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { actOn } from "../../src/replica/act.ts";
import { renderLine } from "../../src/replica/line.ts";
import { makeState, type State } from "../../src/replica/state.ts";
import { deviceKeys } from "../../src/store/io/device-key.ts";
import type { Keys } from "../../src/store/io/statements.ts";
import { formatLine, GENESIS } from "../../src/store/ledger.ts";
import type { Action, Mark } from "../../src/store/records.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { fileAt, idAt, memoryText } from "../bench/generate.ts";

interface Size {
  readonly machines: number;
  readonly memories: number;
  readonly statements: number;
  /** Of all ledgers together. */
  readonly lines: number;
  /** So many turns they take together. */
  readonly turns: number;
}

const THREE_YEARS = { memories: 10_000, statements: 50_000, lines: 110_000 };

/** Twenty machines; `part` of what they come to in three years. */
export function threeYears(turns: number, part = 1): Size {
  const { memories, statements, lines } = THREE_YEARS;
  return { machines: 20, memories: memories * part, statements: statements * part, lines: lines * part, turns };
}

/** What one machine brings to one sync: files by path. */
export type Turn = ReadonlyMap<string, Uint8Array>;

const FIRST_DAY = Date.UTC(2023, 10, 1);
const DAYS = 3 * 365;

interface Author {
  readonly keys: Keys;
  readonly id: string;
  /** The whole ledger so far. */
  ledger: Buffer[];
  head: Mark;
}

export class Years {
  readonly size: Size;
  private readonly authors: readonly Author[];
  private readonly states = new Map<number, State>();
  private acts = 0;
  private turns = 0;

  /** `base`: where the machines' keys go. */
  constructor(base: string, size: Size) {
    this.size = size;
    this.authors = Array.from({ length: size.machines }, (_, at) => {
      const data = join(base, `key${at}`);
      mkdirSync(data, { recursive: true, mode: 0o700 });
      const keys = deviceKeys(data);
      return { keys, id: keys.own?.device ?? "", ledger: [], head: { seq: 0, hash: GENESIS } };
    });
  }

  keys(): readonly Keys[] {
    return this.authors.map(({ keys }) => keys);
  }

  turn(): Turn {
    const { size } = this;
    const author = this.authors[this.turns % size.machines] as Author;
    this.turns++;
    const files = new Map<string, Uint8Array>();
    const day = new Date(FIRST_DAY + Math.floor((this.turns / size.turns) * DAYS) * 86_400_000);
    for (const until = share(size.statements, this.turns, size.turns); this.acts < until; this.acts++)
      this.act(author, memoryOf(this.acts, size), day, files);
    // What leaves no statement leaves a line all the same.
    const lines = share(size.lines, this.turns, size.turns) - share(size.lines, this.turns - 1, size.turns);
    const stated = [...files.keys()].filter((path) => path.startsWith("attest/")).length;
    for (let n = stated; n < lines; n++) append(author, { action: "claim-dropped", memory: 1 + n, day, sha256: null });
    files.set(`ledger/${author.id}.jsonl`, Buffer.concat(author.ledger));
    return files;
  }

  private act(author: Author, memory: number, day: Date, files: Map<string, Uint8Array>): void {
    const before = this.states.get(memory);
    const date = day.toISOString().slice(0, 10);
    const text = verifiedText(memory, date, before === undefined ? 0 : this.acts);
    const content = contentOf(text);
    const state = actOn(
      before ?? makeState({}),
      { kind: "edit", hash: content, attested: date },
      { device: author.id },
    );
    this.states.set(memory, state);
    const n = state.context[author.id] ?? 1;
    const action = before === undefined ? "create" : "edit";
    const id = idAt(memory) as MemoryId;
    const statement = canonical({
      version: 1,
      scope: "personal",
      id,
      action,
      date,
      dot: { device: author.id, n },
      seen: before?.context ?? {},
      vouches: { content, status: "active", supersedes: [] },
    });
    files.set(`attest/${id}/${author.id}.${n}.json`, signedFile(statement, author.keys));
    const line = renderLine(state);
    if (line === undefined) throw new Error("a line that can't be written");
    const lined = withSyncLine(text as Checked, line);
    files.set(`memories/${fileAt(memory)}`, Buffer.from(lined));
    append(author, { action, memory, day, sha256: sha256Hex(lined), said: n });
  }
}

/** Whole parts that come to `total` after `of` turns. */
function share(total: number, turn: number, of: number): number {
  return Math.floor((total * turn) / of);
}

/** Memories come into being through all the years, and any that is there may be edited. */
function memoryOf(act: number, { memories, statements }: Size): number {
  const every = Math.max(1, Math.floor(statements / memories));
  const there = Math.min(memories, Math.floor(act / every) + 1);
  return act % every === 0 && act / every < memories ? there : 1 + ((act * 7919) % there);
}

export function verifiedText(memory: number, date: string, act: number): string {
  const text = memoryText(memory, 20).replace("inferred", `verified\nlast-verified: ${date}`);
  return act === 0 ? text : `${text}It was changed by act ${act}.\n`;
}

export function contentOf(text: string): string {
  const document = parseDocument(text);
  if (document.kind !== "document") throw new Error("a text that is no memory");
  return contentHash(document);
}

export function signedFile(statement: string, keys: Keys): Uint8Array {
  if (keys.sign === undefined) throw new Error("a key that can't sign");
  return Buffer.from(`${JSON.stringify({ statement, signature: keys.sign(statement) })}\n`);
}

interface Line {
  readonly action: Action;
  readonly memory: number;
  readonly day: Date;
  readonly sha256: string | null;
  readonly said?: number;
}

function append(author: Author, { action, memory, day, sha256, said }: Line): void {
  const seq = author.head.seq + 1;
  const { text, hash } = formatLine({
    seq,
    ts: day.toISOString(),
    device: author.id,
    actor: said === undefined ? "observer" : "user",
    channel: said === undefined ? "observer" : "terminal",
    action,
    id: idAt(memory) as MemoryId,
    from: action === "create" || said === undefined ? "none" : "verified",
    to: said === undefined ? "none" : "verified",
    sha256,
    reason: "asked",
    ...(said !== undefined && { said }),
    prev: author.head.hash,
  });
  author.ledger.push(Buffer.from(`${text}\n`));
  author.head = { seq, hash };
}
