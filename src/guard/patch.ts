// Codex's patch format: which files it names, and what one of them is afterwards (AGT-20).
//
//   *** Begin Patch
//   *** Add File: PATH | *** Update File: PATH | *** Delete File: PATH, then *** Move to: PATH
//   @@ optional context
//   lines that begin with " ", "-" or "+"
//   *** End Patch

/**
 * Not every reader asks for the blank behind the colon; a name may hold any character but the end of the line. Blanks are
 * trimmed afterwards: a pattern with two runs of them takes minutes for a line that is made for it.
 */
const HEADER = /^\s*\*\*\* (Add|Update|Delete) File:(.+)$/s;
const MOVE = /^\s*\*\*\* Move to:(.+)$/s;
/** The files of a unified diff, which `git apply` and some tools take. */
const UNIFIED = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)/;

interface FilePatch {
  readonly kind: "Add" | "Update" | "Delete";
  readonly path: string;
  readonly movedTo?: string;
  readonly lines: readonly string[];
}

export function isPatch(text: string): boolean {
  return /^[^\S\r\n\u2028\u2029]*\*\*\* (Begin Patch|(Add|Update|Delete) File:)/m.test(text);
}

export function pathsOfPatch(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const path = HEADER.exec(line)?.[2] ?? MOVE.exec(line)?.[1] ?? UNIFIED.exec(line)?.[1];
    return path === undefined ? [] : [path.trim()];
  });
}

export function filesOfPatch(text: string): readonly FilePatch[] {
  const files: { kind: FilePatch["kind"]; path: string; movedTo?: string; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const header = HEADER.exec(line);
    const last = files.at(-1);
    if (header !== null) files.push({ kind: header[1] as FilePatch["kind"], path: header[2]?.trim() ?? "", lines: [] });
    else if (last === undefined || /^\*\*\* (Begin|End)/.test(line)) continue;
    else {
      const moved = MOVE.exec(line)?.[1]?.trim();
      if (moved === undefined) last.lines.push(line);
      else last.movedTo = moved;
    }
  }
  return files;
}

/** The file's text afterwards; undefined where it is removed, or where the patch does not fit. */
export function patched(patch: FilePatch, before: string | undefined): string | undefined {
  if (patch.kind === "Delete") return undefined;
  if (patch.kind === "Add") return added(patch.lines);
  return before === undefined ? undefined : updated(patch.lines, before);
}

/** All that a patch adds, fitting or not: what there is to be checked in any case. */
export function added(lines: readonly string[]): string {
  return lines
    .filter((line) => line.startsWith("+"))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}

function updated(lines: readonly string[], before: string): string | undefined {
  const out: string[] = [];
  const old = before.split("\n");
  let at = 0;
  for (const hunk of hunksOf(lines)) {
    const found = find(old, hunk.from, at);
    if (found === undefined) return undefined;
    out.push(...old.slice(at, found), ...hunk.to);
    at = found + hunk.from.length;
  }
  return [...out, ...old.slice(at)].join("\n");
}

interface Hunk {
  readonly from: string[];
  readonly to: string[];
}

function hunksOf(lines: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of lines) {
    if (line.startsWith("@@") || hunks.length === 0) hunks.push({ from: [], to: [] });
    const hunk = hunks.at(-1);
    if (hunk === undefined || line.startsWith("@@") || line.startsWith("***")) continue;
    if (line.startsWith("-") || line.startsWith(" ")) hunk.from.push(line.slice(1));
    if (line.startsWith("+") || line.startsWith(" ")) hunk.to.push(line.slice(1));
  }
  return hunks.filter(({ from, to }) => from.length + to.length > 0);
}

/** A hunk without old lines goes to the end, before a last empty line. */
function find(old: readonly string[], from: readonly string[], start: number): number | undefined {
  if (from.length === 0) return old.at(-1) === "" ? Math.max(start, old.length - 1) : old.length;
  for (let at = start; at + from.length <= old.length; at++) {
    if (from.every((line, index) => old[at + index] === line)) return at;
  }
  return undefined;
}
