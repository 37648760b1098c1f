// Where a memory that nobody typed came from, in its `evidence` line: one writer and one reader, so that everything one
// session or one import wrote can be found again (FOR-3).
import { wholeGraphemes } from "../text/graphemes.ts";
import { given } from "../text/values.ts";
import { textField } from "./fields.ts";
import type { MemoryDocument } from "./model.ts";

/** Of a verbatim quote in `evidence` (spec 1, table of keys). */
const QUOTE_LENGTH = 200;

/** Said in a session; `by` is who found it worth keeping: the user's own words, or an observer. */
export interface SaidIn {
  readonly by?: "user" | "observer";
  readonly host: string;
  readonly session: string;
  readonly at: string;
  readonly quote: string;
}

/** Found in another tool's files. */
export interface ImportedFrom {
  /** Of the whole import. */
  readonly id: string;
  /** The kind of source: claude, codex, markdown ... */
  readonly source: string;
  /** The file, or what stands for it there. */
  readonly from: string;
  /** Found in the record of a session: then that stands in place of the file. */
  readonly said?: SaidIn | undefined;
}

export interface Origin {
  readonly session?: string;
  readonly importId?: string;
  /** The id of the device that wrote it. */
  readonly device?: string;
}

/** Who said it where and when, then the words themselves. */
export function saidEvidence({ by = "user", host, session, at, quote }: SaidIn): string {
  return `${by}, ${host} session ${plainId(session)}, ${at}: ${oneLine(quote)}`;
}

/** What a host calls a session may be anything; here it can't end early and name another one. */
function plainId(session: string): string {
  return session.replace(/[^\w.:-]/g, "_").slice(0, 128);
}

export function importEvidence({ id, source, from, said }: ImportedFrom): string {
  return `import ${id}, ${source}: ${said === undefined ? oneLine(from) : saidEvidence(said)}`;
}

/** Only what the tool itself found in a session is taken for one: a file's name may say anything. */
const SESSION =
  /^(?:import [0-9A-Z]{26}, transcripts: )?(?<by>user|observer), \S+ session (?<session>.+?), \d{4}-\d\d-\d\d/;

export function originOf(document: MemoryDocument): Origin {
  const evidence = textField(document, "evidence") ?? "";
  const importId = /^import\s([0-9A-Z]{26}), /.exec(evidence)?.[1];
  const session = SESSION.exec(evidence)?.groups?.["session"];
  const device = /^[0-9a-f]{16,64}\b/.exec(textField(document, "source-machine") ?? "")?.[0];
  return given({ session, importId, device });
}

/** Typed by the person to an agent, and found there word for word. */
export function isSaidByUser(document: MemoryDocument): boolean {
  return SESSION.exec(textField(document, "evidence") ?? "")?.groups?.["by"] === "user";
}

function oneLine(text: string): string {
  return wholeGraphemes(text.replace(/\s+/g, " "), QUOTE_LENGTH);
}
