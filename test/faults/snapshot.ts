// A folder kept in memory, put back before each trial: the same paths each time, for what a store leaves in the local
// state is filed under its path.
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isTempName } from "../../src/disk/temp-name.ts";
import { sha256Hex } from "../../src/text/digest.ts";

interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Uint8Array | undefined;
}

export class Snapshot {
  readonly #base: string;
  readonly #entries: readonly Entry[];

  constructor(base: string) {
    this.#base = base;
    this.#entries = walk(base).map((path) => {
      const stats = statSync(`${base}/${path}`);
      return { path, mode: stats.mode & 0o777, bytes: stats.isFile() ? readFileSync(`${base}/${path}`) : undefined };
    });
  }

  putBack(): void {
    for (const name of readdirSync(this.#base)) rmSync(`${this.#base}/${name}`, { recursive: true, force: true });
    for (const { path, mode, bytes } of this.#entries) {
      const at = `${this.#base}/${path}`;
      if (bytes === undefined) mkdirSync(at, mode);
      else writeFileSync(at, bytes, { mode });
      if ((lstatSync(at).mode & 0o777) !== mode) chmodSync(at, mode);
    }
  }
}

/** Parents before what is in them. */
function walk(base: string): string[] {
  return readdirSync(base, { recursive: true, encoding: "utf8" }).sort();
}

export type Files = ReadonlyMap<string, string>;

/** What must be old or new: the digest of every file that is truth or settings; leftovers are looked at apart. */
export function truthIn(base: string): Files {
  const kept = /^((store|project\/\.holdfast|fresh\/store)\/(memories|quarantine|archive|[^/]+$)|config\/|data\/)/;
  const files = new Map<string, string>();
  for (const path of walk(base)) {
    if (!kept.test(path) || isTempName(nameOf(path)) || !statSync(`${base}/${path}`).isFile()) continue;
    files.set(path, sha256Hex(readFileSync(`${base}/${path}`)));
  }
  return files;
}

export function leftoversIn(base: string): readonly string[] {
  return walk(base).filter((path) => isTempName(nameOf(path)));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
