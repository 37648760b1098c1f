// Trees as maps from path to blob: the plain files of a store in a commit, and back.
import type { GitEntry, GitFile, GitOutcome, GitRepository } from "../disk/git/carrier.ts";
import type { Act } from "../store/context.ts";
import { kindOf } from "./paths.ts";
import type { Unread } from "./side.ts";

/** No file of a store is larger; a ledger of many years is far smaller. */
const LARGEST: number = 32 * 1024 * 1024;

export function plain(entries: readonly GitEntry[]): Map<string, string> {
  const files = entries.filter(({ path, odd }) => odd.length === 0 && kindOf(path) !== undefined);
  return new Map(files.map(({ path, blob }) => [path, blob]));
}

/** The files of a tree at these paths, and those of them that can't be had. */
export async function readFrom(
  git: GitRepository,
  tree: ReadonlyMap<string, string>,
  paths: readonly string[],
): Promise<GitOutcome<{ readonly files: Map<string, Uint8Array>; readonly unread: readonly Unread[] }>> {
  const blobs = await git.read(
    paths.map((path) => tree.get(path) ?? ""),
    LARGEST,
  );
  if (blobs.kind === "failed") return blobs;
  const files = new Map<string, Uint8Array>();
  const unread: Unread[] = [];
  for (const [at, path] of paths.entries()) {
    const blob = blobs.value[at];
    if (blob?.kind === "bytes") files.set(path, blob.bytes);
    else unread.push({ path, why: blob?.kind === "too-large" ? "it is too large" : "its content is missing" });
  }
  return ok({ files, unread });
}

export function listed(files: ReadonlyMap<string, string>): readonly GitFile[] {
  return [...files].map(([path, blob]) => ({ path, blob })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function seconds({ now }: Act): number {
  return Math.floor(now.getTime() / 1000);
}

export function sameFiles(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, blob]) => b.get(path) === blob);
}

export function ok<T>(value: T): { readonly kind: "ok"; readonly value: T } {
  return { kind: "ok", value };
}
