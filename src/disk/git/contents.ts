// What a commit holds, out of git and into it (SYN-10): contents of files, trees, and the commit itself. Reading asks for
// sizes first, so that nothing large is ever sent to us. A tree that was pulled may hold anything (SYN-11): what is no
// plain file of a plain name is marked, not followed. What is written holds plain files only, through an index of its own;
// no working tree, no editor, no signature.
import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { descend, isComponent } from "../paths.ts";
import type { GitBlob, GitCommit, GitEntry, GitFile, GitOddity } from "./carrier.ts";
import { ObjectReader } from "./objects.ts";
import { failure } from "./reasons.ts";
import { streamGit } from "./run.ts";
import { callOf, type GitStore, inStore } from "./store.ts";

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
  if (unique.length === 0) return [];
  const sizes = await sizesOf(store, unique);
  const found = new Map<string, GitBlob>();
  const wanted: string[] = [];
  const sizeOf = (id: string): number => sizes.get(id) ?? 0;
  let total = 0;
  for (const id of unique.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    const size = sizes.get(id);
    total += size ?? 0;
    if (size === undefined) found.set(id, { kind: "missing" });
    else if (size > largest || total > all) found.set(id, { kind: "too-large", size });
    else wanted.push(id);
  }
  const reader = new ObjectReader(({ id, bytes }) => {
    found.set(id, { kind: "bytes", bytes: Uint8Array.prototype.slice.call(bytes) });
  });
  const call = callOf(store, ["cat-file", "--batch", "--buffer"], { input: lines(wanted) });
  if (wanted.length > 0) await streamGit(call, (piece) => reader.push(piece));
  return ids.map((id) => found.get(id) ?? { kind: "missing" });
}

async function sizesOf(store: GitStore, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const format = "--batch-check=%(objectname) %(objecttype) %(objectsize)";
  const checked = await inStore(store, ["cat-file", format, "--buffer"], { input: lines(ids) });
  const sizes = new Map<string, number>();
  for (const line of checked.toString("latin1").split("\n")) {
    const [id = "", type = "", size = ""] = line.split(" ");
    if (type === "blob") sizes.set(id, Number(size));
  }
  return sizes;
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
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
  const head = Buffer.from("feature done\n");
  const pieces = contents.flatMap((bytes) => [Buffer.from(`blob\ndata ${bytes.length}\n`), bytes, Buffer.from("\n")]);
  const input = [Buffer.concat([head, ...pieces, Buffer.from("done\n")])];
  await inStore(store, ["fast-import", "--quiet"], { input });
  return contents.map((bytes) => blobId(bytes, idLength));
}

/** As git computes it; the length of the repository's ids says by which digest. */
export function blobId(bytes: Uint8Array, idLength: number): string {
  const digest = createHash(idLength === 64 ? "sha256" : "sha1");
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

const PLAIN = "100644";
/** git itself folds every other mode into one of these, and what it does not know into the last. */
const MODES: Readonly<Record<string, GitOddity>> = { "100755": "executable", "120000": "link", "160000": "submodule" };

export async function entriesOf(store: GitStore, commit: string): Promise<readonly GitEntry[]> {
  if (!COMMIT.test(commit)) throw failure("other", "expected a commit's whole hash");
  const known = store.listed.get(commit);
  if (known !== undefined) return known;
  const entries = entriesIn(await inStore(store, ["ls-tree", "-r", "-z", "--full-tree", commit]));
  if (entries.length > MOST) throw failure("other", `${commit} holds ${entries.length} files, more than ${MOST}`);
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
  if (blob === "") return undefined;
  const odd: GitOddity[] = [];
  if (mode !== PLAIN) odd.push(MODES[mode] ?? "submodule");
  if (!isPlainPath(path)) odd.push("path");
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

/** The id of a tree of exactly these files. */
async function writeTree(store: GitStore, files: readonly GitFile[]): Promise<string> {
  const wrong = files.find(({ path, blob }) => !isPlainPath(path) || !COMMIT.test(blob));
  if (wrong !== undefined) throw failure("other", `no tree is made with ${JSON.stringify(wrong.path)}`);
  const index = descend(store.root, ".git", `holdfast-index-${randomBytes(8).toString("hex")}`);
  const variables = { GIT_INDEX_FILE: index };
  try {
    const input = files.map(({ path, blob }) => `${PLAIN} ${blob}\t${path}\0`).join("");
    await inStore(store, ["update-index", "-z", "--index-info"], { input, variables });
    return (await inStore(store, ["write-tree"], { variables })).toString("latin1").trim();
  } finally {
    for (const path of [index, `${index}.lock`]) rmSync(path, { force: true });
  }
}

const DEVICE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** With as many parents as the run says; the device is its author, and its date is an argument. */
export async function makeCommit(store: GitStore, commit: GitCommit): Promise<string> {
  const { files, parents, message, device, at } = commit;
  if (!DEVICE.test(device) || !Number.isSafeInteger(at) || at < 0)
    throw failure("other", "expected a device and a date");
  if (parents.some((parent) => !COMMIT.test(parent))) throw failure("other", "expected whole hashes of parents");
  const tree = await writeTree(store, files);
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
  const made = await inStore(store, args, { input: `${message.trim()}\n`, variables: person(device, at) });
  const id = made.toString("latin1").trim();
  // It was made of these files just now, and holds nothing else.
  store.listed.set(id, withCollisions(files.map(({ path, blob }) => ({ path, blob, odd: [] }))));
  return id;
}

function person(device: string, at: number): Readonly<Record<string, string>> {
  const name = `holdfast ${device}`;
  const email = `${device}@holdfast.invalid`;
  const date = `@${at} +0000`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}
