// Trees as maps from path to blob: the plain files of a store in a commit, and back.
import type { GitEntry, GitFile } from "../../core/ports/git-repository.ts";
import type { Act } from "../context.ts";
import { kindOf } from "./paths.ts";

/** No file of a store is larger; a ledger of many years is far smaller. */
export const LARGEST: number = 32 * 1024 * 1024;

export function plain(entries: readonly GitEntry[]): Map<string, string> {
  const files = entries.filter(({ path, odd }) => odd.length === 0 && kindOf(path) !== undefined);
  return new Map(files.map(({ path, blob }) => [path, blob]));
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
