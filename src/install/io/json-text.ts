// The text of another program's JSON settings (AGT-30): read as a tree with its comments and trailing commas, a text that
// can't be read for sure being a refusal; and surgery on it: one member put in or cut out, every other byte as it was.
// (The editing functions of jsonc-parser reformat the neighbours and drop their comments.) Nodes are offsets into the text.
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { Json } from "../../hosts/edits.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";

export const HINT = "Mend the file by hand, then run the command again; it was not changed.";

/** Settings are UTF-8; anything else is refused. */
export function decoded(bytes: Uint8Array): string | Refusal {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse("unreadable", "The file is not UTF-8 text.", HINT);
  }
}

/** The one node at a path; undefined when there is none. Anything but objects on the way, or a key twice, is refused. */
export function find(text: string, path: readonly string[]): Node | undefined | Refusal {
  const root = parse(text);
  if (isRefusal(root)) return root;
  let node: Node | undefined = root;
  for (const key of path) {
    if (node.type !== "object")
      return refuse("unreadable", `Expected an object around "${key}", found ${node.type}.`, HINT);
    const all: Node[] = valuesOf(node, key);
    if (all.length > 1) return refuse("unreadable", `The key "${key}" is there ${all.length} times.`, HINT);
    node = all[0];
    if (node === undefined) return undefined;
  }
  return node;
}

/** Takes out the member at a path, if it is there. */
export function removeAt(text: string, path: readonly string[]): string {
  const around = nodeAt(text, path.slice(0, -1));
  const at = (around?.children ?? []).findIndex((each) => each.children?.[0]?.value === path.at(-1));
  return around === undefined || at === -1 ? text : removeMember(text, around, at);
}

/** Takes out what is empty at a path, and what that leaves empty around it. A remark in it is somebody's: then it stays. */
export function prune(text: string, path: readonly string[]): string {
  const node = nodeAt(text, path);
  if (path.length === 0 || node?.children?.length !== 0) return text;
  if (text.slice(node.offset + 1, node.offset + node.length - 1).trim() !== "") return text;
  return prune(removeAt(text, path), path.slice(0, -1));
}

function parse(text: string): Node | Refusal {
  const errors: ParseError[] = [];
  const root = parseDeep(text, errors);
  const [first] = errors;
  if (root !== undefined && first === undefined) {
    return root.type === "object" ? root : refuse("unreadable", `Expected a JSON object, found ${root.type}.`, HINT);
  }
  const line = text.slice(0, first?.offset ?? 0).split("\n").length;
  return refuse("unreadable", `The file is not valid JSON: line ${line} can't be read.`, HINT);
}

function parseDeep(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  } catch {
    return undefined; // nested deeper than the stack: not a settings file
  }
}

export function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const root = parse(text);
  return isRefusal(root) ? undefined : path.reduce<Node | undefined>((node, key) => node && child(node, key), root);
}

export function child(node: Node, key: string): Node | undefined {
  return node.type === "object" ? valuesOf(node, key)[0] : undefined;
}

function valuesOf(node: Node, key: string): Node[] {
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    return name?.value === key && value !== undefined ? [value] : [];
  });
}

export function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

// SyntaxKind and the others are const enums there, so the numbers are named here.
const COMMA = 5;
const LINE_COMMENT = 12;
const LINE_BREAK = 14;
const BLANK = 15;
const END = 17;

/**
 * Adds a last member: an element to an array, or `key` with its value to an object. What `removeMember` cuts is exactly
 * what is put in here, so in a container of one line the end stays on the member's line: no line break of ours is left.
 */
export function insertMember(text: string, container: Node, value: Json, key?: string): string {
  const style = styleOf(text);
  const base = indentAt(text, container.offset);
  const body = written(value, style.unit).replaceAll("\n", style.eol + base + style.unit);
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const inside = last === undefined ? container.offset + 1 : last.offset + last.length;
  const tokens = tokensIn(text, inside, close);
  const trailingComma = last !== undefined && tokens.some((token) => token.kind === COMMA);
  const at = tokens.findLast((token) => !isSpace(token))?.end ?? inside;
  const member = `${style.eol}${base}${style.unit}${key === undefined ? "" : `${JSON.stringify(key)}: `}${body}`;
  const isBare = last === undefined && tokens.every(isSpace);
  const ending = isBare && !text.slice(at, close).includes("\n") ? style.eol + base : "";
  const grown = text.slice(0, at) + member + (trailingComma ? "," : "") + ending + text.slice(at);
  return last === undefined || trailingComma ? grown : `${grown.slice(0, inside)},${grown.slice(inside)}`;
}

/** An entry stands on one line: a person reads this as a diff before it is applied, and every line of it counts. */
function written(value: Json, unit: string): string {
  if (typeof value !== "object" || value === null || isEntry(value)) return inline(value);
  if (Array.isArray(value) && value.length === 1 && isEntry(value[0])) return inline(value);
  const inner = (each: Json): string => written(each, unit).replaceAll("\n", `\n${unit}`);
  const members = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inner(each)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${unit}${members.join(`,\n${unit}`)}\n${close}`;
}

/** Nothing in it but plain values, lists of them, and empty objects. */
function isEntry(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(
    (each: Json) =>
      typeof each !== "object" || each === null || Object.values(each).every((one) => typeof one !== "object"),
  );
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Cuts a member (an array's element or an object's property) with its comma and the white space before it. */
export function removeMember(text: string, container: Node, index: number): string {
  const members = container.children ?? [];
  const member = members[index];
  if (member === undefined) return text;
  const close = container.offset + container.length - 1;
  const end = member.offset + member.length;
  const previous = members[index - 1];
  const from = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const before = tokensIn(text, from, member.offset);
  const after = tokensIn(text, end, members[index + 1]?.offset ?? close);
  const comma = after.find((token) => token.kind === COMMA) ?? before.find((token) => token.kind === COMMA);
  const cuts = [{ start: startOfCut(before, from, text.slice(Math.max(comma?.end ?? end, end))), end }];
  if (comma !== undefined) cuts.push({ start: comma.start, end: comma.end });
  return collapse(cut(text, cuts), container, text.length - cut(text, cuts).length);
}

interface Token {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

/** The white space before a member goes with it, but never the line break that ends a comment before it. */
function startOfCut(before: readonly Token[], from: number, rest: string): number {
  const kept = before.findLast((token) => !isSpace(token));
  const start = kept?.end ?? from;
  if (kept?.kind !== LINE_COMMENT || /^[ \t]*\r?\n/.test(rest)) return start;
  return before.find((token) => token.start >= start && token.kind === LINE_BREAK)?.end ?? start;
}

function cut(text: string, cuts: readonly { start: number; end: number }[]): string {
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end }) => now.slice(0, start) + now.slice(end), text);
}

/** An array or object with nothing left in it is written on one line, with the blanks it had. */
function collapse(text: string, container: Node, shorter: number): string {
  const close = container.offset + container.length - 1 - shorter;
  const inside = text.slice(container.offset + 1, close);
  if (inside.trim() !== "") return text;
  const line = inside.slice(inside.lastIndexOf("\n") + 1);
  const base = inside.includes("\n") ? indentAt(text, container.offset) : "";
  const blanks = line.startsWith(base) ? line.slice(base.length) : "";
  return text.slice(0, container.offset + 1) + blanks + text.slice(close);
}

function tokensIn(text: string, start: number, end: number): Token[] {
  const scanner = createScanner(text.slice(start, end), false);
  const tokens: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const at = start + scanner.getTokenOffset();
    tokens.push({ kind, start: at, end: at + scanner.getTokenLength() });
  }
  return tokens;
}

function isSpace(token: Token): boolean {
  return token.kind === LINE_BREAK || token.kind === BLANK;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The first indented line, be it a comment, shows the unit. */
function styleOf(text: string): { readonly eol: string; readonly unit: string } {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1];
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: unit ?? "  " };
}
