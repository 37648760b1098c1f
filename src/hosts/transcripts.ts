// The hosts whose session records are read, by the name that the hook gives an entry.
import type { ReadTurn } from "../core/turn.ts";
import * as claude from "./claude/transcript.ts";
import * as codex from "./codex/transcript.ts";

export const TRANSCRIPTS: Readonly<Record<string, ReadTurn>> = { claude: claude.readTurn, codex: codex.readTurn };
