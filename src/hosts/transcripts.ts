// The hosts whose session records are read, by the name that the hook gives an entry.
import type { ReadTurn, ReadWork } from "../core/turn.ts";
import * as claude from "./claude/transcript.ts";
import * as codex from "./codex/transcript.ts";

export const TRANSCRIPTS: Readonly<Record<string, ReadTurn>> = { claude: claude.readTurn, codex: codex.readTurn };

export interface SessionPlace {
  readonly session?: string;
  readonly cwd?: string;
}

/** Where a session was, by any one line of its record; undefined members where that line does not tell. */
export const PLACES: Readonly<Record<string, (line: string) => SessionPlace>> = {
  claude: claude.readPlace,
  codex: codex.readPlace,
};

/** What was done in them, for the observer. */
export const WORKS: Readonly<Record<string, ReadWork>> = { claude: claude.readWork, codex: codex.readWork };
