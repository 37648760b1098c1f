// What a reader of another tool's files gives: texts that could become memories, and what it left out and why. A reader is
// pure: the edge lists and reads files. Nothing here raises a tier: what a source says about its own trust is a claim that
// the pipeline drops and records (TRU-21), but for what puts it out of use (TRU-23).
import type { Kind, MemoryType } from "../../memory/kinds.ts";
import type { SaidIn } from "../../memory/origin.ts";
import type { Standing } from "../../store/add.ts";

export const SOURCES = [
  "claude",
  "codex",
  "gemini",
  "transcripts",
  "claude-mem",
  "claude-memory",
  "basic-memory",
  "mem0",
  "mcp-memory",
  "markdown",
  "backfill",
] as const;
export type SourceName = (typeof SOURCES)[number];

/** They have no place of their own on a machine. */
const WITH_A_PATH: readonly SourceName[] = ["mem0", "mcp-memory", "markdown", "backfill"];

export function needsAPath(source: SourceName): boolean {
  return WITH_A_PATH.includes(source);
}

export function isSource(word: unknown): word is SourceName {
  return SOURCES.some((name) => name === word);
}

/** One file as it was read. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly mtimeMs: number;
}

export interface ImportCandidate {
  readonly kind: "candidate";
  /** A body, or a whole file with frontmatter. */
  readonly text: string;
  readonly name?: string;
  readonly description?: string;
  readonly type?: MemoryType;
  readonly memoryKind?: Kind;
  readonly tags?: readonly string[];
  /** The files that it says it is for. */
  readonly paths?: readonly string[];
  /** The heading that it stands below. */
  readonly section?: string;
  /** The source itself says of which type it is; otherwise the type is guessed from the words. */
  readonly stated: boolean;
  /** A person's gesture is evident: typed in a session, or standing in a file that is the user's own. */
  readonly gesture: boolean;
  /** Where it was found, for people. */
  readonly from: string;
  /** When it was written, as the source says, else its file. */
  readonly atMs: number;
  /** Only where it is known to be about one project. */
  readonly project?: string;
  /** Keys that only the tool sets, found where they could not be read as frontmatter. */
  readonly claims?: readonly string[];
  readonly said?: SaidIn;
  /** Out of use where it was; so it is here. */
  readonly standing?: Standing;
  /** The day after which it holds no more. */
  readonly endsMs?: number;
  /** It calls itself verified, and by whose writing: for a person to decide. */
  readonly verified?: "person" | "agent";
  /** What a file of our own format keeps. */
  readonly keeps?: { readonly stem?: string; readonly machine?: string };
}

/** With the source it came from. */
export interface Sourced extends ImportCandidate {
  readonly source: SourceName;
}

export interface LeftOut {
  readonly kind: "left-out";
  readonly from: string;
  readonly why: string;
}

// Files of rules for agents by their names, wherever they lie: each rule in them is a memory of its own (IMP-4).
const INSTRUCTIONS =
  /(?:^|[\\/])(?:CLAUDE(?:\.local)?\.md|AGENTS(?:\.override)?\.md|GEMINI\.md|copilot-instructions\.md|[^\\/]+\.instructions\.md|[^\\/]+\.mdc|\.(?:cursor|windsurf|cline)rules|CONVENTIONS\.md|(?:\.claude|\.cursor|\.windsurf)[\\/]rules[\\/](?:[^\\/]+[\\/])*[^\\/]+\.md)$/;

export function isInstructionFile(path: string): boolean {
  return INSTRUCTIONS.test(path);
}

export type FoundText = ImportCandidate | LeftOut;

export function leftOut(from: string, why: string): LeftOut {
  return { kind: "left-out", from, why };
}

/** A date as other tools write it: ISO, or a number of seconds or milliseconds. Undefined for anything else. */
export function timeIn(value: unknown): number | undefined {
  const ms = typeof value === "number" ? (value < 1e11 ? value * 1000 : value) : Date.parse(String(value ?? ""));
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : undefined;
}

// What an import proposes to the person who reviews it (IMP-1): a proposal and nothing more, but for what is out of use.
export type ProposedTier = "verified" | "inferred" | Standing["kind"];

export function proposedTier(
  type: MemoryType,
  { stated, gesture, standing }: Pick<ImportCandidate, "stated" | "gesture" | "standing">,
): ProposedTier {
  if (standing !== undefined) return standing.kind;
  const isAmbiguous = !stated && !gesture;
  if (isAmbiguous) return "inferred";
  switch (type) {
    case "user":
    case "feedback":
      return "verified";
    case "project":
      return gesture ? "verified" : "inferred";
    case "reference":
      return "inferred";
  }
}
