// How each agent's session records are read, by the name that the hook gives an entry.

import * as claude from "./claude/transcript.ts";
import * as codex from "./codex/transcript.ts";
import * as copilot from "./copilot/transcript.ts";
import * as gemini from "./gemini/transcript.ts";
import * as opencode from "./opencode/transcript.ts";
import type { Host } from "./settings-paths.ts";
import type { ReadTurn, ReadWork } from "./turn.ts";

export interface SessionPlace {
  readonly session?: string;
  readonly cwd?: string;
}

interface RecordReader {
  readonly readTurn: ReadTurn;
  /** Where a session was, by any one line of its record; undefined members where that line does not tell. */
  readonly readPlace: (line: string) => SessionPlace;
  /** What was done, for the observer. */
  readonly readWork: ReadWork;
}

const READERS: Readonly<Record<Host, RecordReader>> = { claude, codex, copilot, gemini, opencode };

export const TRANSCRIPTS: Readonly<Record<string, ReadTurn>> = each(({ readTurn }) => readTurn);
export const PLACES: Readonly<Record<string, RecordReader["readPlace"]>> = each(({ readPlace }) => readPlace);
export const WORKS: Readonly<Record<string, ReadWork>> = each(({ readWork }) => readWork);

function each<T>(pick: (reader: RecordReader) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(READERS).map(([host, reader]) => [host, pick(reader)]));
}
