// Applies described edits to the text of another program's JSON settings: order, comments, indentation, line ends
// and a byte order mark stay as they were (AGT-30). A text that can't be read for sure is refused, never touched.
import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { isRefusal, type Refusal, refuse } from "../core/errors.ts";
import type { DropEntries, EnsureGroup, Json, JsonEdit } from "../core/json-edits.ts";
import { insertMember, removeMember } from "./json-text.ts";

const BOM = "\uFEFF";
const HINT = "Mend the file by hand, then run the command again; it was not changed.";

/** The new text; the same text when there is nothing to change. `undefined` is a file that is not there. */
export function editJson(text: string | undefined, edits: readonly JsonEdit[]): string | undefined | Refusal {
  if (text === undefined || text.trim() === "" || text === BOM) return fromNothing(text, edits);
  const mark = text.startsWith(BOM) ? BOM : "";
  let now = text.slice(mark.length);
  for (const edit of edits) {
    const next = edit.kind === "ensure-group" ? ensure(now, edit) : drop(now, edit);
    if (isRefusal(next)) return next;
    now = next;
  }
  return mark + now;
}

/** The same on bytes. Settings are UTF-8; anything else is refused. */
export function editJsonBytes(
  bytes: Uint8Array | undefined,
  edits: readonly JsonEdit[],
): Uint8Array | undefined | Refusal {
  const text = bytes === undefined ? undefined : decoded(bytes);
  if (isRefusal(text)) return text;
  const edited = editJson(text, edits);
  if (edited === undefined || isRefusal(edited)) return edited;
  return edited === text ? bytes : new TextEncoder().encode(edited);
}

function decoded(bytes: Uint8Array): string | Refusal {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse("unreadable", "The file is not UTF-8 text.", HINT);
  }
}

function fromNothing(text: string | undefined, edits: readonly JsonEdit[]): string | undefined | Refusal {
  if (!edits.some((edit) => edit.kind === "ensure-group")) return text;
  const made = editJson("{}", edits);
  return typeof made === "string" ? `${made}\n` : made;
}

function ensure(text: string, edit: EnsureGroup): string | Refusal {
  const groups = groupsIn(text, edit.path);
  if (isRefusal(groups)) return groups;
  const found = findMine(groups, edit);
  const [only] = found;
  if (only !== undefined && found.length === 1 && same(getNodeValue(groups[only.group] as Node), edit.group))
    return text;
  return append(remove(text, edit, found), edit.path, edit.group);
}

/** Puts a value at the end of the array at a path; what is missing on the way there is made. */
function append(text: string, path: readonly string[], value: Json): string {
  const known = path.findIndex((_, depth) => nodeAt(text, path.slice(0, depth + 1)) === undefined);
  const depth = known === -1 ? path.length : known;
  const container = nodeAt(text, path.slice(0, depth));
  if (container === undefined) return text;
  if (depth === path.length) return insertMember(text, container, value);
  const nested = path.slice(depth + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), [value]);
  return insertMember(text, container, nested, path[depth]);
}

function drop(text: string, edit: DropEntries): string | Refusal {
  const groups = groupsIn(text, edit.path);
  if (isRefusal(groups)) return groups;
  const found = findMine(groups, edit);
  if (found.length === 0) return text;
  let now = remove(text, edit, found);
  for (let depth = edit.path.length; depth > 0; depth--) {
    if (nodeAt(now, edit.path.slice(0, depth))?.children?.length !== 0) break;
    const around = nodeAt(now, edit.path.slice(0, depth - 1));
    const key = edit.path[depth - 1];
    if (around === undefined || key === undefined) break;
    now = removeMember(
      now,
      around,
      (around.children ?? []).findIndex((each) => each.children?.[0]?.value === key),
    );
  }
  return now;
}

interface Found {
  readonly group: number;
  readonly entry: number;
  /** Nothing in the group but entries of ours. */
  readonly wholeGroup: boolean;
}

function findMine(groups: readonly Node[], edit: JsonEdit): Found[] {
  return groups.flatMap((group, index) => {
    const entries = child(group, edit.list)?.children ?? [];
    const mine = entries.flatMap((entry, at) => (edit.mine(getNodeValue(entry)) ? [at] : []));
    return mine.map((entry) => ({ group: index, entry, wholeGroup: mine.length === entries.length }));
  });
}

/** From the last to the first, so that the places of the others stay right. */
function remove(text: string, edit: JsonEdit, found: readonly Found[]): string {
  const gone = new Set<number>();
  return found.toReversed().reduce((now, { group, entry, wholeGroup }) => {
    const groups = nodeAt(now, edit.path);
    if (groups === undefined || gone.has(group)) return now;
    if (wholeGroup) {
      gone.add(group);
      return removeMember(now, groups, group);
    }
    const at = groups.children?.[group];
    const entries = at === undefined ? undefined : child(at, edit.list);
    return entries === undefined ? now : removeMember(now, entries, entry);
  }, text);
}

/** The groups at a path; none when the path is not there. Anything of another shape is refused. */
function groupsIn(text: string, path: readonly string[]): readonly Node[] | Refusal {
  const root = parse(text);
  if (isRefusal(root)) return root;
  let node: Node | undefined = root;
  for (const key of path) {
    if (node.type !== "object")
      return refuse("unreadable", `Expected an object around "${key}", found ${node.type}.`, HINT);
    const all: Node[] = valuesOf(node, key);
    if (all.length > 1) return refuse("unreadable", `The key "${key}" is there ${all.length} times.`, HINT);
    node = all[0];
    if (node === undefined) return [];
  }
  if (node.type === "array") return node.children ?? [];
  return refuse("unreadable", `Expected an array at ${path.join(".")}, found ${node.type}.`, HINT);
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

function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const root = parse(text);
  return isRefusal(root) ? undefined : path.reduce<Node | undefined>((node, key) => node && child(node, key), root);
}

function child(node: Node, key: string): Node | undefined {
  return node.type === "object" ? valuesOf(node, key)[0] : undefined;
}

function valuesOf(node: Node, key: string): Node[] {
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    return name?.value === key && value !== undefined ? [value] : [];
  });
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
