// Applies described edits to the text of another program's JSON settings: order, comments, indentation, line ends
// and a byte order mark stay as they were (AGT-30). A text that can't be read for sure is refused, never touched.
import { getNodeValue, type Node } from "jsonc-parser";
import type {
  DropEntries,
  DropMember,
  EnsureGroup,
  EnsureMember,
  GroupEdit,
  ItemsEdit,
  Json,
  JsonEdit,
} from "../../hosts/edits.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { child, decoded, find, HINT, insertMember, nodeAt, prune, removeAt, removeMember, same } from "./json-text.ts";

const BOM = "\uFEFF";

/** The new text; the same text when there is nothing to change. `undefined` is a file that is not there. */
export function editJson(text: string | undefined, edits: readonly JsonEdit[]): string | undefined | Refusal {
  if (text === undefined || text.trim() === "" || text === BOM) return fromNothing(text, edits);
  const mark = text.startsWith(BOM) ? BOM : "";
  let now = text.slice(mark.length);
  for (const edit of edits) {
    const next = applied(now, edit);
    if (isRefusal(next)) return next;
    now = next;
  }
  return mark + now;
}

/** The strings of a list; none where it is not there. */
export function stringsAt(text: string | undefined, path: readonly string[]): readonly string[] | Refusal {
  const json = text?.replace(BOM, "") ?? "";
  const there = json.trim() === "" ? undefined : find(json, path);
  if (there === undefined || isRefusal(there)) return there ?? [];
  const value: unknown = getNodeValue(there);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** What stands at a path; undefined where nothing does, or the text can't be read for sure. */
export function valueAt(text: string, path: readonly string[]): unknown {
  const there = find(text.replace(BOM, ""), path);
  return there === undefined || isRefusal(there) ? undefined : getNodeValue(there);
}

function applied(text: string, edit: JsonEdit): string | Refusal {
  switch (edit.kind) {
    case "ensure-group":
      return ensure(text, edit);
    case "drop-entries":
      return drop(text, edit);
    case "ensure-member":
      return ensureMember(text, edit);
    case "drop-member":
      return dropMember(text, edit);
    case "ensure-items":
    case "drop-items":
      return editItems(text, edit);
  }
}

/** The same on bytes. */
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

function fromNothing(text: string | undefined, edits: readonly JsonEdit[]): string | undefined | Refusal {
  if (!edits.some((edit) => edit.kind.startsWith("ensure"))) return text;
  const made = editJson("{}", edits);
  return typeof made === "string" ? `${made}\n` : made;
}

function ensure(text: string, edit: EnsureGroup): string | Refusal {
  const groups = groupsIn(text, edit.path);
  if (isRefusal(groups)) return groups;
  const found = findMine(groups, edit);
  const [only, ...others] = new Set(found.map(({ group }) => groups[group]));
  if (only !== undefined && others.length === 0 && same(getNodeValue(only), edit.group)) return text;
  return append(remove(text, edit, found), edit.path, edit.group);
}

function ensureMember(text: string, { path, value, mine, unlessTaken }: EnsureMember): string | Refusal {
  const there = find(text, path);
  if (isRefusal(there)) return there;
  const now: unknown = there === undefined ? undefined : getNodeValue(there);
  if (there !== undefined && same(now, value)) return text;
  if (there !== undefined && !mine(now)) {
    if (unlessTaken) return text;
    const hint = "Take it out or give it another name, then run the command again; the file was not changed.";
    return refuse("exists", `There is a "${path.join(".")}" already that Holdfast did not make.`, hint);
  }
  return insertAt(removeAt(text, path), path, value);
}

function dropMember(text: string, { path, mine, ifAlone }: DropMember): string | Refusal {
  const there = find(text, path);
  if (isRefusal(there)) return there;
  if (there === undefined || !mine(getNodeValue(there))) return text;
  if (ifAlone === true && nodeAt(text, path.slice(0, -1))?.children?.length !== 1) return text;
  return prune(removeAt(text, path), path.slice(0, -1));
}

/** What is missing goes to the end, one line each; what is there already stays where it is. */
function editItems(text: string, { kind, path, items }: ItemsEdit): string | Refusal {
  const nodes = groupsIn(text, path);
  if (isRefusal(nodes)) return nodes;
  const there = nodes.map((node): unknown => getNodeValue(node));
  if (kind === "ensure-items") {
    const start = nodeAt(text, path) === undefined ? insertAt(text, path, []) : text;
    return items.filter((item) => !there.includes(item)).reduce((now, item) => append(now, path, item), start);
  }
  const ours = [...there.keys()].filter((at) => items.some((item) => item === there[at]));
  if (ours.length === 0) return text;
  const left = ours.toReversed().reduce((now, at) => {
    const array = nodeAt(now, path);
    return array === undefined ? now : removeMember(now, array, at);
  }, text);
  return prune(left, path);
}

/** Puts a value at the end of the array at a path; what is missing on the way there is made. */
function append(text: string, path: readonly string[], value: Json): string {
  const array = nodeAt(text, path);
  return array === undefined ? insertAt(text, path, [value]) : insertMember(text, array, value);
}

/** Puts a value at a path where there is none; the objects that are missing on the way there are made. */
function insertAt(text: string, path: readonly string[], value: Json): string {
  const depth = path.findIndex((_, at) => nodeAt(text, path.slice(0, at + 1)) === undefined);
  const container = nodeAt(text, path.slice(0, depth));
  if (container === undefined) return text;
  const nested = path.slice(depth + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
  return insertMember(text, container, nested, path[depth]);
}

function drop(text: string, edit: DropEntries): string | Refusal {
  const around = find(text, edit.path);
  if (isRefusal(around)) return around;
  const keys =
    around?.type === "object" ? (around.children ?? []).map((each) => String(each.children?.[0]?.value)) : [];
  return [...new Set(keys)].reduce<string | Refusal>(
    (now, key) => (isRefusal(now) ? now : dropAt(now, key, edit)),
    text,
  );
}

function dropAt(text: string, key: string, edit: DropEntries): string | Refusal {
  const at = { ...edit, path: [...edit.path, key] };
  const array = find(text, at.path);
  if (isRefusal(array)) return array;
  const found = array?.type === "array" ? findMine(array.children ?? [], at) : [];
  return found.length === 0 ? text : prune(remove(text, at, found), at.path);
}

interface Found {
  readonly group: number;
  readonly entry: number;
  /** Nothing in the group but entries of ours. */
  readonly wholeGroup: boolean;
}

function findMine(groups: readonly Node[], edit: GroupEdit): Found[] {
  return groups.flatMap((group, index) => {
    const entries = edit.list === undefined ? [group] : (child(group, edit.list)?.children ?? []);
    const mine = entries.flatMap((entry, at) => (edit.mine(getNodeValue(entry)) ? [at] : []));
    return mine.map((entry) => ({ group: index, entry, wholeGroup: mine.length === entries.length }));
  });
}

/** From the last to the first, so that the places of the others stay right. */
function remove(text: string, edit: GroupEdit, found: readonly Found[]): string {
  const gone = new Set<number>();
  return found.toReversed().reduce((now, { group, entry, wholeGroup }) => {
    const groups = nodeAt(now, edit.path);
    if (groups === undefined || gone.has(group)) return now;
    if (wholeGroup) {
      gone.add(group);
      return removeMember(now, groups, group);
    }
    const at = groups.children?.[group];
    const entries = at === undefined || edit.list === undefined ? undefined : child(at, edit.list);
    return entries === undefined ? now : removeMember(now, entries, entry);
  }, text);
}

/** The groups at a path; none when the path is not there. Anything of another shape is refused. */
function groupsIn(text: string, path: readonly string[]): readonly Node[] | Refusal {
  const node = find(text, path);
  if (node === undefined) return [];
  if (isRefusal(node)) return node;
  if (node.type === "array") return node.children ?? [];
  return refuse("unreadable", `Expected an array at ${path.join(".")}, found ${node.type}.`, HINT);
}
