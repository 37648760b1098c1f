// The files of a commit, from its trees. They are read as git keeps them, folder by folder, and each of them once in a run:
// most folders of two commits are the same. A tree that was pulled may be made to unfold to more than there is room for, or
// to stand in itself a thousand levels deep (SYN-11): files and folders are counted, and what lies too deep is one entry.
import { contentsOf, factsOf } from "./reading.ts";
import { failure } from "./reasons.ts";
import type { GitStore, TreeRow } from "./store.ts";

interface TreeFile {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
}

const FOLDER = "040000";
const STRANGE = "160000";
/** No mode of git's: the name is a path. */
export const PATHS = "000000";
const DEEPEST = 16;
/** Of one folder; 100,000 names are a tenth of it. */
const LARGEST = 64 * 1024 * 1024;

/** In git's own order. */
export async function filesIn(store: GitStore, commit: string, most: number): Promise<readonly TreeFile[]> {
  const [root] = await factsOf(store, [`${commit}^{tree}`]);
  if (root === undefined) throw failure("other", `${commit} is not here, or holds nothing`);
  await readTrees(store, root.id, most);
  const files: TreeFile[] = [];
  let folders = 0;
  const unfold = (id: string, above: string, depth: number): void => {
    if (++folders > most) throw tooMany(commit, most);
    for (const { name, mode, id: each } of store.trees.get(id) ?? []) {
      const path = `${above}${name}`;
      if (mode === FOLDER && depth < DEEPEST) unfold(each, `${path}/`, depth + 1);
      else files.push({ path, mode, id: each });
      if (files.length > most) throw tooMany(commit, most);
    }
  };
  unfold(root.id, "", 1);
  return files;
}

function tooMany(commit: string, most: number): Error {
  return failure("other", `${commit} holds more than ${most} files`);
}

/** Level by level: one question for all folders of it. */
async function readTrees(store: GitStore, root: string, most: number): Promise<void> {
  const { trees } = store;
  let level = [root];
  for (let depth = 1; depth <= DEEPEST && level.length > 0; depth++) {
    const unread = level.filter((id) => !trees.has(id));
    const facts = await factsOf(store, unread);
    if (facts.some((each) => each?.type !== "tree" || each.size > LARGEST))
      throw failure("other", "a folder is missing in git, or too large");
    await contentsOf(store, unread, ({ id, bytes }) => trees.set(id, rowsIn(bytes, id.length / 2)));
    const below = new Set<string>();
    for (const id of level) for (const row of trees.get(id) ?? []) if (row.mode === FOLDER) below.add(row.id);
    if (trees.size > 2 * most) throw failure("other", "there are too many folders in git");
    level = [...below];
  }
}

/** `<mode> <name>\0<id in bytes>`, again and again. */
function rowsIn(bytes: Buffer, idLength: number): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    const next = end + 1 + idLength;
    if (space < 0 || end < 0 || next > bytes.length) throw failure("other", "a folder in git can't be read");
    const name = bytes.toString("utf8", space + 1, end);
    const mode = foldedMode(Number.parseInt(bytes.toString("latin1", at, space), 8));
    // A name that is a path would stand beside the folder of that path.
    rows.push({ name, mode: name.includes("/") ? PATHS : mode, id: bytes.toString("hex", end + 1, next) });
    at = next;
  }
  return rows;
}

function foldedMode(mode: number): string {
  const kind = mode & 0o170000;
  if (kind === 0o100000) return (mode & 0o100) === 0 ? "100644" : "100755";
  if (kind === 0o120000) return "120000";
  return kind === 0o040000 ? FOLDER : STRANGE;
}
