// The inbox, without a model: entries name sessions' records, users' turns hold cues, and each cue is added like any
// other memory, through the one pipeline, by the channel it came on; so it is inferred at most (TRU-20). The same words
// twice, in a session or after a kill, are the same memory. Prints nothing.

import type { ReadTurn, Turn } from "../hosts/turn.ts";
import { saidEvidence } from "../memory/origin.ts";
import { add } from "../store/add.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { isRefusal } from "../text/errors.ts";
import type { Cue } from "./cues/cue.ts";
import { MOST_PER_SESSION, memoryOfCue, userTurns } from "./cues/find.ts";
import type { Batch, InboxEntry, Transcripts } from "./inbox.ts";

export interface Drainer {
  /** The person's own store: quotes and sessions never go into a shared one (STO-1a). */
  readonly open: OpenStore;
  readonly act: Act;
  /** Everything that waits, oldest first; of two drainers at once each entry goes to one. */
  take(now: Date): Batch;
  readonly transcripts: Transcripts;
  /** By host. */
  readonly readers: Readonly<Record<string, ReadTurn>>;
  projectOf(cwd: string): string | undefined;
  /** Where the observer is on: the session is noted for it before its entries go. */
  note?(entry: InboxEntry): void;
  /** True when the time is over: what is left goes back. */
  over(): boolean;
}

export interface Drained {
  readonly entries: number;
  readonly turns: number;
  readonly added: number;
  readonly known: number;
  /** By a check, a tombstone or a table. */
  readonly refused: number;
  /** Beyond what one session may leave. */
  readonly overCap: number;
  /** Entries put back. */
  readonly left: number;
  /** The first thing that failed and should not; what it concerned was put back. */
  readonly fault?: unknown;
}

type Counts = { -readonly [K in "turns" | "added" | "known" | "refused" | "overCap"]: number };

export async function drain(drainer: Drainer): Promise<Drained> {
  const batch = drainer.take(drainer.act.now);
  const counts: Counts = { turns: 0, added: 0, known: 0, refused: 0, overCap: 0 };
  const left: InboxEntry[] = [];
  let fault: unknown;
  for (const entries of bySession(batch.entries)) {
    try {
      if (drainer.over() || !(await drainSession(drainer, entries, counts))) left.push(...entries);
      else for (const entry of entries.slice(-1)) drainer.note?.(entry);
    } catch (error) {
      fault ??= error;
      left.push(...entries);
    }
  }
  batch.done(left);
  return { entries: batch.entries.length, ...counts, left: left.length, fault };
}

/** A session tells of itself after every turn; its record is read once for all of them. */
function bySession(entries: readonly InboxEntry[]): readonly (readonly InboxEntry[])[] {
  const groups = Map.groupBy(entries, ({ host, transcript }) => `${host}\n${transcript ?? ""}`);
  return [...groups.values()];
}

/** False when it was stopped before its end. */
async function drainSession(drainer: Drainer, entries: readonly InboxEntry[], counts: Counts): Promise<boolean> {
  const [entry] = entries;
  const read =
    entry !== undefined && Object.hasOwn(drainer.readers, entry.host) ? drainer.readers[entry.host] : undefined;
  if (entry?.transcript === undefined || read === undefined) return true;
  const piece = drainer.transcripts.read(entry.transcript);
  if (piece === undefined) return true;
  let { kept } = piece.from;
  for (const { turn, cues } of userTurns(piece.lines, read)) {
    counts.turns++;
    for (const cue of cues) {
      if (drainer.over()) return false;
      if (kept >= MOST_PER_SESSION) {
        counts.overCap++;
        continue;
      }
      const outcome = await addCue(drainer, entry, turn, cue);
      if (outcome === "locked") return false;
      counts[outcome]++;
      if (outcome === "added") kept++;
    }
  }
  drainer.transcripts.remember(entry.transcript, { offset: piece.next, kept });
  return true;
}

async function addCue(
  { open, act, projectOf }: Drainer,
  entry: InboxEntry,
  turn: Turn,
  cue: Cue,
): Promise<"added" | "known" | "refused" | "locked"> {
  const project = projectOf(entry.cwd);
  const at = turn.at ?? entry.at;
  const request = { ...memoryOfCue(cue), ...(project === undefined ? {} : { project }) };
  const result = await add(open, request, act, {
    mined: { evidence: saidEvidence({ ...entry, at, quote: cue.quote }), saidAt: new Date(at) },
  });
  if (isRefusal(result)) return result.code === "locked" ? "locked" : "refused";
  return result.kind === "added" ? "added" : "known";
}
