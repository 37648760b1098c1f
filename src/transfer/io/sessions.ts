// Session records that lie on disk, through the same reader of cues that the inbox uses: the user's own words, with the
// session and the date of the turn (TRU-3). At most MOST_PER_SESSION of each, as the drainer keeps it.

import { type ForeignFile, listForeign } from "../../disk/foreign-tree.ts";
import * as claude from "../../hosts/claude/transcript.ts";
import * as codex from "../../hosts/codex/transcript.ts";
import type { Transcript } from "../../hosts/host.ts";
import type { Called, ReadCalls, Turn, Work } from "../../hosts/turn.ts";
import { MOST_PER_SESSION, memoryOfCue, userTurns } from "../../listen/cues/find.ts";
import { readRecord, readRecordHead } from "../../listen/io/transcripts.ts";
import { type FoundText, type ImportCandidate, leftOut, timeIn } from "../read/candidate.ts";
import type { Projects } from "./files.ts";

/** The agents whose records lie on disk as files of lines that were tried out on real ones. */
type Recorder = "claude" | "codex";
const READERS: Readonly<Record<Recorder, Transcript & { readonly readCalls: ReadCalls }>> = { claude, codex };

export interface SessionFolder {
  readonly host: Recorder;
  readonly path: string;
  /** How deep records lie: helpers' own records lie deeper. */
  readonly depth: number;
}

export interface SessionLimits {
  /** The newest ones. */
  readonly sessions: number;
  readonly since?: number;
}

/** Newest sessions first, so that a limit keeps what is likely to hold still. */
export function sessionsIn(
  folders: readonly SessionFolder[],
  limits: SessionLimits,
  projects: Projects,
): readonly FoundText[] {
  const newest = newestIn(folders).filter(({ file }) => file.mtimeMs >= (limits.since ?? 0));
  const passed = newest.length - limits.sessions;
  return [
    ...newest.slice(0, limits.sessions).flatMap(({ host, file }) => saidIn(host, file, projects)),
    ...(passed > 0 ? [leftOut("sessions", `${passed} older ones were not looked at`)] : []),
  ];
}

function newestIn(
  folders: readonly SessionFolder[],
): readonly { readonly host: Recorder; readonly file: ForeignFile }[] {
  const all = folders.flatMap(({ host, path, depth }) => {
    const tree = listForeign(path, { endings: [".jsonl"], files: 100_000, depth });
    return (tree?.files ?? []).map((file) => ({ host, file }));
  });
  return all.toSorted((a, b) => b.file.mtimeMs - a.file.mtimeMs);
}

/** A session that lies on disk. */
export interface RecordedSession {
  readonly host: string;
  readonly session: string;
  /** Where it began. */
  readonly cwd: string;
  /** In their order, as far as the end of the record holds them. */
  calls(): readonly RecordedCall[];
  /** The same of what was said, and of what came of the calls. */
  said(): { readonly turns: readonly Turn[]; readonly work: readonly Work[] };
}

export interface RecordedCall extends Called {
  /** Where it was made, by its own line. */
  readonly cwd: string;
}

/** Newest first, each read when it is asked for. What does not say where it was is left out. */
export function* recordedIn(folders: readonly SessionFolder[]): Iterable<RecordedSession> {
  for (const { host, file } of newestIn(folders)) {
    const { session, cwd } = placeOf(host, file.path);
    if (cwd === undefined) continue;
    yield { host, session, cwd, calls: () => callsIn(host, file.path, cwd), said: () => allSaidIn(host, file.path) };
  }
}

/** What was asked first stands at the beginning, which of a long record the end does not hold. */
function allSaidIn(host: Recorder, path: string): ReturnType<RecordedSession["said"]> {
  const { readTurn, readWork } = READERS[host];
  const [head, lines] = [readRecordHead(path) ?? [], readRecord(path) ?? []];
  const first = lines[0] === head[0] ? [] : head;
  const turns = [...first, ...lines].flatMap((line) => readTurn(line) ?? []);
  return { turns, work: lines.flatMap(readWork) };
}

function callsIn(host: Recorder, path: string, began: string): readonly RecordedCall[] {
  const { readCalls, readPlace } = READERS[host];
  return (readRecord(path) ?? []).flatMap((line) => {
    const calls = readCalls(line);
    const cwd = calls.length === 0 ? began : (readPlace(line).cwd ?? began);
    return calls.map((call) => ({ ...call, cwd }));
  });
}

/** Whose record it is, by its first lines. */
export function hostOf(path: string): Recorder {
  return readRecordHead(path)?.some((line) => line.includes('"session_meta"')) === true ? "codex" : "claude";
}

export function cwdOf(host: Recorder, path: string): string | undefined {
  for (const line of readRecordHead(path) ?? []) {
    const { cwd } = READERS[host].readPlace(line);
    if (cwd !== undefined) return cwd;
  }
  return undefined;
}

export function saidIn(host: Recorder, { path, mtimeMs }: ForeignFile, projects: Projects): readonly FoundText[] {
  const lines = readRecord(path);
  if (lines === undefined) return [leftOut(path, "can't be read as a session's record")];
  const cues = [...userTurns(lines, READERS[host].readTurn)].flatMap(({ turn, cues: found }) =>
    found.map((cue) => ({ turn, cue })),
  );
  if (cues.length === 0) return [];
  const { session, cwd } = placeOf(host, path);
  const project = cwd === undefined ? undefined : projects.of(cwd);
  const found = cues.slice(0, MOST_PER_SESSION).map(({ turn, cue }): ImportCandidate => {
    const atMs = timeIn(turn.at) ?? mtimeMs;
    const { text, kind: memoryKind, type } = memoryOfCue(cue);
    const day = new Date(atMs).toISOString().slice(0, 10);
    return {
      kind: "candidate",
      text,
      type,
      memoryKind,
      stated: true,
      gesture: true,
      from: `${host} session ${session.slice(0, 8)}, ${day}`,
      atMs,
      said: { host, session, at: turn.at ?? new Date(atMs).toISOString(), quote: cue.quote },
      ...(project === undefined ? {} : { project }),
    };
  });
  const more = cues.length - found.length;
  return more === 0 ? found : [...found, leftOut(path, `more than ${MOST_PER_SESSION} in one session: ${more} left`)];
}

/** The file's own name where the record does not say which session it is, or says something that is no id. */
function placeOf(host: Recorder, path: string): { readonly session: string; readonly cwd?: string } {
  const places = (readRecordHead(path) ?? []).map((line) => READERS[host].readPlace(line));
  const stem = (path.split("/").at(-1) ?? "").replace(/\.jsonl$/, "");
  const named = places.find(({ session }) => session !== undefined)?.session ?? stem;
  const cwd = places.find((place) => place.cwd !== undefined)?.cwd;
  const session = [named, stem].find((each) => /^[\w.-]{1,80}$/.test(each)) ?? "unnamed";
  return { session, ...(cwd === undefined ? {} : { cwd }) };
}
