// The text of a JSON settings file as a tree, read with its comments and trailing commas (AGT-30). A text that can't be
// read for sure is a refusal.
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { removeMember } from "./json-text.ts";

export const HINT = "Mend the file by hand, then run the command again; it was not changed.";

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
