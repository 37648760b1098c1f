// JSON in files of our own that may be lost: one value a file, or one a line. What is absent, torn by a crash or edited by
// hand is no value; whoever reads says what that means, and looks at every member before it is believed.
import type { Directory } from "./directory.ts";
import { replaceFile } from "./durable-write.ts";
import { bytesIn } from "./read-file.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Undefined: none, or damaged. */
export function jsonIn(folder: Directory, name: string, maxBytes: number): unknown {
  return parseJson(textIn(folder, name, maxBytes));
}

/** A line that is no JSON, such as the empty end of the file, has no members. */
export function jsonLinesIn(folder: Directory, name: string, maxBytes: number): readonly Fields[] {
  return textIn(folder, name, maxBytes)
    .split("\n")
    .map((line) => fieldsOf(parseJson(line)));
}

/** Durable, for this user alone. */
export function keepJson(folder: Directory, name: string, value: unknown): void {
  replaceFile(folder, name, jsonBytes(value), 0o600);
}

export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // as above
  }
}

/** What is no object has no members. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textIn(folder: Directory, name: string, maxBytes: number): string {
  return Buffer.from(bytesIn(folder, name, maxBytes) ?? []).toString("utf8");
}
