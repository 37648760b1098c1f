// One line of JSON from a file that somebody else writes: read with suspicion, a wrong shape is no value.

import type { Fields } from "../disk/json-file.ts";

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseLine(line: string): Fields | undefined {
  const value = jsonIn(line);
  return isFields(value) ? value : undefined;
}

/** Undefined where it is torn, or no JSON: the caller says what it is not. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // as above
  }
}

/** The text parts of a message's content, of the given types and no other. */
export function textParts(content: unknown, types: readonly string[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.flatMap((part: unknown) =>
    isFields(part) && types.includes(String(part["type"])) && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  return texts.join("\n");
}

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** In one spelling: engines read dates with words in them, and the line of evidence that a time stands in is read back. */
export function timeOf(value: unknown): { readonly at?: string } {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (typeof value !== "string" || Number.isNaN(ms)) return {};
  const at = ISO.test(value) ? value : new Date(ms).toISOString();
  return ISO.test(at) ? { at } : {};
}

/** A member that is a text, under another name; nothing where it is none. */
export function textAt<K extends string>(
  fields: Fields | undefined,
  from: string,
  to: K,
): { readonly [P in K]?: string } {
  const value = fields?.[from];
  return typeof value === "string" && value !== "" ? ({ [to]: value } as { [P in K]: string }) : {};
}

/** A call of a tool in a line: its name, and what it was given. */
export function callText(name: unknown, input: unknown): string {
  const given = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return `${typeof name === "string" ? name : "tool"} ${given}`.slice(0, 4096);
}
