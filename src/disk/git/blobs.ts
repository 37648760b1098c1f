// Contents of files, out of git and into it (SYN-10). Reading asks for sizes first, so that nothing large is ever sent to
// us. Writing goes through fast-import: one process and, for many, one pack that is synced once, instead of a loose
// object and a sync each.
import { createHash } from "node:crypto";
import type { GitBlob, GitOutcome } from "./carrier.ts";
import { ObjectReader } from "./objects.ts";
import { failed } from "./reasons.ts";
import { streamGit } from "./run.ts";
import { callOf, type GitStore, inStore, ok } from "./store.ts";
import { COMMIT } from "./tree.ts";

/** Of a store that differs in every file; a pushed pack of a megabyte can unfold to far more than a machine has. */
const ALL = 512 * 1024 * 1024;

/** Where all together are more than `all`, the largest are left. */
export async function readBlobs(
  store: GitStore,
  ids: readonly string[],
  largest: number,
  all: number = ALL,
): Promise<GitOutcome<readonly GitBlob[]>> {
  if (ids.some((id) => !COMMIT.test(id))) return failed("other", "expected whole hashes of blobs");
  const unique = [...new Set(ids)];
  if (unique.length === 0) return ok([]);
  const sizes = await sizesOf(store, unique);
  if (sizes.kind === "failed") return sizes;
  const found = new Map<string, GitBlob>();
  const wanted: string[] = [];
  const sizeOf = (id: string): number => sizes.value.get(id) ?? 0;
  let total = 0;
  for (const id of unique.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    const size = sizes.value.get(id);
    total += size ?? 0;
    if (size === undefined) found.set(id, { kind: "missing" });
    else if (size > largest || total > all) found.set(id, { kind: "too-large", size });
    else wanted.push(id);
  }
  const read = await contentsOf(store, wanted, found);
  if (read.kind === "failed") return read;
  return ok(ids.map((id) => found.get(id) ?? { kind: "missing" }));
}

async function sizesOf(store: GitStore, ids: readonly string[]): Promise<GitOutcome<ReadonlyMap<string, number>>> {
  const format = "--batch-check=%(objectname) %(objecttype) %(objectsize)";
  const checked = await inStore(store, ["cat-file", format, "--buffer"], { input: lines(ids) });
  if (checked.kind === "failed") return checked;
  const sizes = new Map<string, number>();
  for (const line of checked.value.toString("latin1").split("\n")) {
    const [id = "", type = "", size = ""] = line.split(" ");
    if (type === "blob") sizes.set(id, Number(size));
  }
  return ok(sizes);
}

async function contentsOf(
  store: GitStore,
  ids: readonly string[],
  found: Map<string, GitBlob>,
): Promise<GitOutcome<undefined>> {
  if (ids.length === 0) return ok(undefined);
  const reader = new ObjectReader(({ id, bytes }) => {
    found.set(id, { kind: "bytes", bytes: Uint8Array.prototype.slice.call(bytes) });
  });
  const call = callOf(store, ["cat-file", "--batch", "--buffer"], { input: lines(ids) });
  return await streamGit(call, (piece) => reader.push(piece));
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}

/** The ids, in the order of the contents. */
export async function writeBlobs(
  store: GitStore,
  contents: readonly Uint8Array[],
  idLength = 40,
): Promise<GitOutcome<readonly string[]>> {
  if (contents.length === 0) return ok([]);
  const head = Buffer.from("feature done\n");
  const pieces = contents.flatMap((bytes) => [Buffer.from(`blob\ndata ${bytes.length}\n`), bytes, Buffer.from("\n")]);
  const input = [Buffer.concat([head, ...pieces, Buffer.from("done\n")])];
  const written = await inStore(store, ["fast-import", "--quiet"], { input });
  return written.kind === "failed" ? written : ok(contents.map((bytes) => blobId(bytes, idLength)));
}

/** As git computes it; the length of the repository's ids says by which digest. */
export function blobId(bytes: Uint8Array, idLength: number): string {
  const digest = createHash(idLength === 64 ? "sha256" : "sha1");
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
