// What a commit holds, out of git and into it (SYN-10): contents of files, trees, and the commit itself. Reading asks for
// sizes first, so that nothing large is ever sent to us. A tree that was pulled may hold anything (SYN-11): what is no
// plain file of a plain name is marked, not followed. What is written holds plain files only: contents and commit in one
// process, no index, no working tree, no editor, no signature.
import { createHash } from "node:crypto";
import { GitFailure } from "../../text/errors.ts";
import { isComponent } from "../paths.ts";
import type { GitBlob, GitCommit, GitEntry, GitFile, GitOddity } from "./carrier.ts";
import { contentsOf, factsOf } from "./reading.ts";
import { failure } from "./reasons.ts";
import { type GitStore, inStore } from "./store.ts";
import { filesIn, PATHS } from "./tree.ts";

export const COMMIT: RegExp = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Files of a commit. */
const MOST = 250_000;
/** Of a store that differs in every file; a pushed pack of a megabyte can unfold to far more than a machine has. */
const ALL = 512 * 1024 * 1024;

/** Where all together are more than `all`, the largest are left. */
export async function readBlobs(
  store: GitStore,
  ids: readonly string[],
  largest: number,
  all: number = ALL,
): Promise<readonly GitBlob[]> {
  if (ids.some((id) => !COMMIT.test(id))) throw failure("other", "expected whole hashes of blobs");
  const unique = [...new Set(ids)];
  const found = new Map<string, GitBlob>();
  const stored = unique.filter((id) => !store.waiting.has(id));
  const facts = await factsOf(store, stored);
  const sizes = new Map(unique.map((id) => [id, store.waiting.get(id)?.length]));
  for (const each of facts) if (each?.type === "blob") sizes.set(each.id, each.size);
  const wanted: string[] = [];
  let total = 0;
  for (const id of unique.toSorted((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0))) {
    const size = sizes.get(id);
    total += size ?? 0;
    if (size === undefined) found.set(id, { kind: "missing" });
    else if (size > largest || total > all) found.set(id, { kind: "too-large", size });
    else wanted.push(id);
  }
  const read = wanted.filter((id) => {
    const bytes = store.waiting.get(id);
    if (bytes !== undefined) found.set(id, { kind: "bytes", bytes });
    return bytes === undefined;
  });
  await contentsOf(store, read, ({ id, bytes }) => {
    found.set(id, { kind: "bytes", bytes: Uint8Array.prototype.slice.call(bytes) });
  });
  return ids.map((id) => found.get(id) ?? { kind: "missing" });
}

/** Whatever the user's configuration says of how a match is shown. */
const MATCHES = ["-z", "-a", "-o", "-E", "--no-color", "--no-line-number", "--no-column", "--full-name"];

export async function findIn(
  store: GitStore,
  commit: string,
  pattern: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!COMMIT.test(commit)) throw failure("other", "expected the whole hash of a commit");
  const asked = inStore(store, ["grep", ...MATCHES, "-e", pattern, commit, "--", ...folders]);
  const found = new Map<string, string>();
  for (const line of (await asked.catch(asNothing)).toString("utf8").split("\n")) {
    const [path, match] = line.slice(commit.length + 1).split("\0");
    if (path !== undefined && match !== undefined && !found.has(path)) found.set(path, match);
  }
  return found;
}

/** Exit 1 without a word: nothing matches. */
function asNothing(error: unknown): Buffer {
  if (error instanceof GitFailure && error.exit === 1) return Buffer.alloc(0);
  throw error;
}

/**
 * The ids, in the order of the contents. Through fast-import: one process and, for many, one pack that is synced once,
 * instead of a loose object and a sync each.
 */
export async function writeBlobs(
  store: GitStore,
  contents: readonly Uint8Array[],
  idLength = 40,
): Promise<readonly string[]> {
  if (contents.length === 0) return [];
  await inStore(store, ["fast-import", "--quiet"], { input: importOf(contents) });
  return contents.map((bytes) => blobId(bytes, idLength));
}

/** The same, but they wait for the commit that names them: one process for both. */
export async function keepBlobs(
  store: GitStore,
  contents: readonly Uint8Array[],
  idLength: number,
): Promise<readonly string[]> {
  const ids = contents.map((bytes) => blobId(bytes, idLength));
  for (const [at, id] of ids.entries()) store.waiting.set(id, contents[at] ?? new Uint8Array());
  return ids;
}

function importOf(contents: readonly Uint8Array[], then = ""): readonly Uint8Array[] {
  const pieces = contents.flatMap((bytes) => [Buffer.from(`blob\ndata ${bytes.length}\n`), bytes, Buffer.from("\n")]);
  return [Buffer.concat([Buffer.from("feature done\n"), ...pieces, Buffer.from(`${then}done\n`)])];
}

/** As git computes it; the length of the repository's ids says by which digest. */
export function blobId(bytes: Uint8Array, idLength: number): string {
  const digest = createHash(idLength === 64 ? "sha256" : "sha1");
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

const PLAIN = "100644";
/** git itself folds every other mode into one of these, and what it does not know into the last. */
const MODES: Readonly<Record<string, GitOddity>> = {
  "100755": "executable",
  "120000": "link",
  "160000": "submodule",
  [PATHS]: "path",
};

export async function entriesOf(store: GitStore, commit: string): Promise<readonly GitEntry[]> {
  if (!COMMIT.test(commit)) throw failure("other", "expected a commit's whole hash");
  const known = store.listed.get(commit);
  if (known !== undefined) return known;
  const rows = await filesIn(store, commit, MOST);
  const entries = withCollisions(rows.map(({ path, mode, id }) => entryOf(path, mode, id)));
  store.listed.set(commit, entries);
  return entries;
}

/** What `ls-tree -r -z` listed. */
export function entriesIn(listed: Buffer): readonly GitEntry[] {
  const rows = listed.toString("utf8").split("\0").slice(0, -1);
  return withCollisions(rows.flatMap((row) => entryIn(row) ?? []));
}

/** `<mode> <type> <id>\t<path>` */
function entryIn(row: string): GitEntry | undefined {
  const [, mode = "", blob = "", path = ""] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
  return blob === "" ? undefined : entryOf(path, mode, blob);
}

function entryOf(path: string, mode: string, blob: string): GitEntry {
  const odd: GitOddity[] = [];
  if (mode !== PLAIN) odd.push(MODES[mode] ?? "submodule");
  if (!isPlainPath(path) && mode !== PATHS) odd.push("path");
  return { path, blob, odd };
}

/** Names of one strict alphabet, so that no file system folds two of them but by case. */
export function isPlainPath(path: string): boolean {
  const names = path.split("/");
  return names.length <= 8 && names.every((name) => isComponent(name) && !/^\.\.?$|^\.git$/i.test(name));
}

/** Two files that one name would stand for where case does not count; also a file where another needs a folder. */
function withCollisions(entries: readonly GitEntry[]): readonly GitEntry[] {
  const times = new Map<string, number>();
  const folders = new Set<string>();
  for (const { path } of entries) {
    const folded = path.toLowerCase();
    times.set(folded, (times.get(folded) ?? 0) + 1);
    for (let at = folded.indexOf("/"); at >= 0; at = folded.indexOf("/", at + 1)) folders.add(folded.slice(0, at));
  }
  return entries.map((entry) => {
    const folded = entry.path.toLowerCase();
    const collides = (times.get(folded) ?? 0) > 1 || folders.has(folded);
    return collides ? { ...entry, odd: [...entry.odd, "collision"] } : entry;
  });
}

const MADE = "refs/holdfast/made";
const DEVICE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** With as many parents as the run says; the device is its author, and its date is an argument. */
export async function makeCommit(store: GitStore, commit: GitCommit): Promise<string> {
  const { files, parents, message, device, at } = commit;
  if (!DEVICE.test(device) || !Number.isSafeInteger(at) || at < 0)
    throw failure("other", "expected a device and a date");
  if (parents.some((parent) => !COMMIT.test(parent))) throw failure("other", "expected whole hashes of parents");
  const wrong = files.find(({ path, blob }) => !isPlainPath(path) || !COMMIT.test(blob));
  if (wrong !== undefined) throw failure("other", `no tree is made with ${JSON.stringify(wrong.path)}`);
  const lines = [
    `commit ${MADE}`,
    "mark :1",
    `author ${person(device, at)}`,
    `committer ${person(device, at)}`,
    `data ${Buffer.byteLength(message.trim()) + 1}`,
    message.trim(),
    "",
    ...parents.map((parent, n) => `${n === 0 ? "from" : "merge"} ${parent}`),
    ...changesTo(store, files, parents[0]),
    "",
    "get-mark :1",
    // The branch of this commit is for the run to move; a ref that stayed would keep what is purged.
    `reset ${MADE}`,
    `from ${"0".repeat(files[0]?.blob.length ?? 40)}`,
    "",
  ];
  const input = importOf([...store.waiting.values()], lines.map((line) => `${line}\n`).join(""));
  const id = (await inStore(store, ["fast-import", "--quiet"], { input })).toString("latin1").trim();
  if (!COMMIT.test(id)) throw failure("other", "git made no commit");
  store.waiting.clear();
  store.made.set(id, parents);
  // It was made of these files just now, and holds nothing else.
  store.listed.set(id, withCollisions(files.map(({ path, blob }) => ({ path, blob, odd: [] }))));
  return id;
}

/** What differs from the first parent; all, where that is not known or holds what no line can name. */
function changesTo(store: GitStore, files: readonly GitFile[], parent: string | undefined): readonly string[] {
  const known = parent === undefined ? undefined : store.listed.get(parent);
  const isPlain = known?.every(({ odd }) => odd.length === 0) === true;
  const had = new Map(isPlain ? known.map(({ path, blob }) => [path, blob]) : []);
  const wanted = new Set(files.map(({ path }) => path));
  return [
    ...(isPlain ? [...had.keys()].filter((path) => !wanted.has(path)).map((path) => `D ${path}`) : ["deleteall"]),
    ...files.filter(({ path, blob }) => had.get(path) !== blob).map(({ path, blob }) => `M ${PLAIN} ${blob} ${path}`),
  ];
}

function person(device: string, at: number): string {
  return `holdfast ${device} <${device}@holdfast.invalid> ${at} +0000`;
}
