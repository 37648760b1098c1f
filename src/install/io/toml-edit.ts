// One table of ours in another program's TOML settings (AGT-30): put at the end of the text, and taken out again, with
// every other byte as it was. The text is read before and after: a change that touches anything but our table is
// refused, and so is a text that can't be read.
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import type { OwnFileEdit, TomlEdit, TomlTable } from "../../hosts/edits.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { decoded, HINT } from "./json-text.ts";

type Values = Readonly<Record<string, unknown>>;

/** The new bytes; the same when there is nothing to change. `undefined` is a file that is not there. */
export function editTomlBytes(
  bytes: Uint8Array | undefined,
  edits: readonly TomlEdit[],
): Uint8Array | undefined | Refusal {
  const text = bytes === undefined ? "" : decoded(bytes);
  if (isRefusal(text)) return text;
  let now = text;
  for (const edit of edits) {
    const next = edit.kind === "ensure-table" ? ensure(now, edit.table) : drop(now, edit.table);
    if (isRefusal(next)) return next;
    now = next;
  }
  return now === text ? bytes : new TextEncoder().encode(now);
}

function ensure(text: string, table: TomlTable): string | Refusal {
  const dotted = table.name.join(".");
  const ours = `${[table.mark, `[${dotted}]`, ...table.lines].join("\n")}\n`;
  const now = valuesOf(text);
  if (isRefusal(now)) return now;
  if (text.includes(ours) && isTable(at(now, table.name))) return text;
  const rest = drop(text, table);
  if (isRefusal(rest)) return rest;
  const before = valuesOf(rest);
  if (isRefusal(before)) return before;
  if (at(before, table.name) !== undefined) {
    const hint = "Take it out or give it another name, then run the command again; the file was not changed.";
    return refuse("exists", `There is a table "${dotted}" already that Holdfast did not make.`, hint);
  }
  const gap = rest === "" ? "" : rest.endsWith("\n") ? "\n" : "\n\n";
  const made = rest + gap + ours;
  const after = valuesOf(made);
  return !isRefusal(after) && sameBut(table.name, before, after) ? made : unsure(dotted);
}

/** Our mark and our table, and the tables in it that the agent made since, such as a tool's permissions. */
function drop(text: string, { name, mark }: Pick<TomlTable, "name" | "mark">): string | Refusal {
  const lines = text.split(/(?<=\n)/);
  const start = lines.findIndex((line) => line.trim() === mark);
  if (start === -1) return text;
  const dotted = name.join(".");
  const header = lines.findIndex((line, index) => index > start && line.trim() !== "");
  if (lines[header]?.trim() !== `[${dotted}]`) return unsure(dotted);
  const gone = new Set(range(start, endOf(lines, header)));
  for (const [index, line] of lines.entries()) {
    if (line.trimStart().startsWith(`[${dotted}.`)) for (const at of range(index, endOf(lines, index))) gone.add(at);
  }
  const made = lines.filter((line, index) => !gone.has(index) && !(line.trim() === "" && gone.has(index + 1))).join("");
  const [before, after] = [valuesOf(text), valuesOf(made)];
  if (isRefusal(before) || isRefusal(after) || at(after, name) !== undefined) return unsure(dotted);
  return sameBut(name, before, after) ? made : unsure(dotted);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}

/** A table ends before the next header or comment, for that is somebody else's. */
function endOf(lines: readonly string[], header: number): number {
  const stop = lines.findIndex((line, index) => index > header && /^\s*(?:#|\[)/.test(line));
  return lastWritten(lines, stop === -1 ? lines.length : stop);
}

/** The line after the last one that is not empty: an empty line before the next table belongs to that. */
function lastWritten(lines: readonly string[], end: number): number {
  return lines[end - 1]?.trim() === "" ? lastWritten(lines, end - 1) : end;
}

function valuesOf(text: string): Values | Refusal {
  try {
    return parse(text, { integersAsBigInt: true });
  } catch {
    return refuse("unreadable", "The file is not valid TOML.", HINT);
  }
}

function at(values: Values, [key = "", ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  return rest.length === 0 || !isTable(value) ? value : at(value, rest);
}

function sameBut(name: readonly string[], before: Values, after: Values): boolean {
  return isDeepStrictEqual(without(before, name), without(after, name));
}

/** The values but for one table; a table that this leaves empty goes too, since a text need not name it. */
function without(values: Values, [key = "", ...rest]: readonly string[]): Values {
  const { [key]: value, ...others } = values;
  if (rest.length === 0 || !isTable(value)) return others;
  const inner = without(value, rest);
  return Object.keys(inner).length === 0 ? others : { ...values, [key]: inner };
}

function isTable(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function unsure(dotted: string): Refusal {
  return refuse("unreadable", `The table "${dotted}" can't be told from what stands around it.`, HINT);
}

// A whole file of ours (AGT-30), known by how it begins.
/** The same bytes where nothing changes; `undefined` is a file that is not there. */
export function editOwnFile(
  bytes: Uint8Array | undefined,
  edits: readonly OwnFileEdit[],
): Uint8Array | undefined | Refusal {
  let now = bytes;
  for (const edit of edits) {
    const text = now === undefined ? undefined : new TextDecoder().decode(now);
    const isOurs = text !== undefined && `${text.replaceAll("\r\n", "\n")}\n`.startsWith(`${edit.mark}\n`);
    if (edit.kind === "drop-file") now = isOurs ? undefined : now;
    else if (text !== undefined && !isOurs) return refuse("unreadable", NOT_OURS, "Move it away.");
    else if (text !== `${edit.mark}\n${edit.text}`) now = new TextEncoder().encode(`${edit.mark}\n${edit.text}`);
  }
  return now;
}

const NOT_OURS = "There is a file of this name already, and it is not ours.";
