// A memory file as a value. The text is the truth; fields and spans are read from it, and an edit works on
// offsets into it, so that what nobody changed stays byte-identical.
import type { Finding } from "./findings.ts";

export type Scalar = string | number | boolean | null;
/** The map only for Claude's `metadata` (STO-14). A Map, never an object: no key can reach a prototype. */
export type FieldValue = Scalar | readonly Scalar[] | ReadonlyMap<string, Scalar>;

/** Where one key stands in the text, and what its value means. */
export interface Entry {
  readonly key: string;
  /** Start of the key's line. */
  readonly start: number;
  readonly colonEnd: number;
  /** Equal to `colonEnd` for an empty value. */
  readonly valueStart: number;
  /** After the last visible character of the value. */
  readonly valueEnd: number;
  /** A comment on the key's own line when the value begins below it, with the space before it. */
  readonly headComment: string;
  /** The value with its type, unambiguous; equal strings mean equal values. */
  readonly canonical: string;
}

export interface MemoryDocument {
  readonly kind: "document";
  /** The whole file, byte order mark included. */
  readonly text: string;
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly body: string;
  readonly entries: readonly Entry[];
  /** Start of the closing `---` line: where a missing key goes. */
  readonly headEnd: number;
  /** The line ending of the opening `---`. */
  readonly newline: "\n" | "\r\n";
}

export interface FormatFailure {
  readonly kind: "format-failure";
  readonly findings: readonly Finding[];
}
