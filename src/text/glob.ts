// A glob of `paths`, read so that it is never narrower than its author meant: `?` and `[...]` count as `*`, and a name
// without a slash may stand in any folder. A file it does not fit is then surely not meant (CTX-8). There is no regular
// expression in it: the memory may be somebody else's, and matching takes time in proportion to the name.

export type Segment =
  | { readonly kind: "name"; readonly text: string }
  /** The pieces between the stars. */
  | { readonly kind: "stars"; readonly pieces: readonly string[] }
  /** `**`: any folders, or none. */
  | { readonly kind: "folders" };

/** Each alternative is one path, segment by segment. */
export interface Glob {
  readonly alternatives: readonly (readonly Segment[])[];
}

const ALTERNATIVES_MAX = 16;
const SEGMENTS_MAX = 24;

/** Undefined for what can't be read as a path inside the project. */
export function globOf(text: string): Glob | undefined {
  if (text === "" || /^[/~!]|[\\\0]|[?*+@!]\(/.test(text)) return undefined;
  const expanded = expand(text);
  const alternatives = expanded?.map(segmentsOf) ?? [];
  if (alternatives.length === 0 || alternatives.some((each) => each === undefined)) return undefined;
  return { alternatives: alternatives.filter((each) => each !== undefined) };
}

/** The one file that is meant; undefined where there may be several. */
export function literalOf({ alternatives }: Glob): readonly string[] | undefined {
  const [only, ...more] = alternatives;
  if (only === undefined || more.length > 0) return undefined;
  const names = only.flatMap((segment) => (segment.kind === "name" ? [segment.text] : []));
  return names.length === only.length ? names : undefined;
}

/** `{a,b}` written out; undefined for too many, and for what is nested. */
function expand(text: string): readonly string[] | undefined {
  let made: readonly string[] = [""];
  let at = 0;
  for (const { 0: whole, 1: inner = "", index } of text.matchAll(/\{([^{}]*)\}/g)) {
    if (!inner.includes(",")) return undefined;
    const before = text.slice(at, index);
    made = made.flatMap((start) => inner.split(",").map((each) => `${start}${before}${each}`));
    if (made.length > ALTERNATIVES_MAX) return undefined;
    at = index + whole.length;
  }
  const rest = text.slice(at);
  const all = made.map((start) => `${start}${rest}`);
  return all.some((each) => /[{}]/.test(each)) ? undefined : all;
}

function segmentsOf(path: string): readonly Segment[] | undefined {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.length > SEGMENTS_MAX || parts.includes("..")) return undefined;
  const segments = parts.map(segmentOf).filter(({ kind }, at, all) => kind !== "folders" || all[at - 1]?.kind !== kind);
  return segments.length === 1 && segments[0]?.kind !== "folders" ? [{ kind: "folders" }, ...segments] : segments;
}

function segmentOf(part: string): Segment {
  if (part === "**") return { kind: "folders" };
  const pieces = part.replace(/\[[^\]]*\]/g, "*").split(/[*?]+/);
  return pieces.length === 1 ? { kind: "name", text: part } : { kind: "stars", pieces };
}

export function fits(segment: Segment, name: string): boolean {
  if (segment.kind === "folders") return true;
  if (segment.kind === "name") return segment.text === name;
  const first = segment.pieces[0] ?? "";
  const last = segment.pieces.at(-1) ?? "";
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const piece of segment.pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Which segments may come next, after this name; the count of segments itself means that all have been met. */
export function after(
  path: readonly Segment[],
  before: readonly number[],
  name: string,
): { readonly next: readonly number[]; readonly met: boolean } {
  const next = new Set<number>();
  for (const at of before) {
    const segment = path[at];
    if (segment === undefined || !fits(segment, name)) continue;
    for (const each of reachable(path, segment.kind === "folders" ? at : at + 1)) next.add(each);
  }
  return { next: [...next].filter((at) => at < path.length), met: next.has(path.length) };
}

/** `**` may stand for no folder at all. */
export function reachable(path: readonly Segment[], at: number): readonly number[] {
  return path[at]?.kind === "folders" ? [at, at + 1] : [at];
}

/** Whether a file, given by the names from the project's top, may be meant. */
export function covers({ alternatives }: Glob, path: readonly string[]): boolean {
  return alternatives.some((segments) => {
    let before = reachable(segments, 0);
    for (const [at, name] of path.entries()) {
      const { next, met } = after(segments, before, name);
      // A folder stands for everything in it.
      if (met && (at === path.length - 1 || segments.at(-1)?.kind === "name")) return true;
      before = next;
    }
    return false;
  });
}

/** One word with stars in it, in any place. */
export function isLike(pattern: string, word: string): boolean {
  if (!pattern.includes("*")) return pattern === word;
  return fits({ kind: "stars", pieces: pattern.split(/\*+/) }, word);
}
