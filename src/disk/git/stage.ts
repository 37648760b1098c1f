// A file that moved within the store is told to git as moved: the index loses the old path and gets the new one, so that a
// person's `git status` shows a rename. Blobs and index are written by plumbing that asks no filter (SYN-12). Only what git
// knew is told, and nothing depends on it: the next sync, or the next `git add`, finds the same files.
import { openResolved, within } from "../directory.ts";
import { writeBlobs } from "./contents.ts";
import { readConfig } from "./repository.ts";
import { gitStore, inStore, lookAt, noted } from "./store.ts";
import { bytesBelow } from "./work-files.ts";

/** Paths below the root, with slashes. `to` undefined: it went where git does not follow. */
export interface FileMove {
  readonly from: string;
  readonly to: string | undefined;
}

/** A person waits for it. */
const BUDGET_MS = 2000;
const GONE = "0 0000000000000000000000000000000000000000";

/** Under the store's lock. Whether it worked is nobody's question: the change itself is done. */
export async function stageMoves(root: string, moves: readonly FileMove[]): Promise<void> {
  try {
    if (moves.length > 0 && lookAt(root, ".git") === "folder") await stage(root, moves);
  } catch {
    // No git, a lock of somebody else's, a configuration that is not accepted: `doctor` and `sync` tell these.
  }
}

async function stage(root: string, moves: readonly FileMove[]): Promise<void> {
  const config = await readConfig(root, process.env);
  const store = gitStore(root, process.env, config.filtersOff);
  const options = { budgetMs: BUDGET_MS };
  const paths = moves.map(({ from }) => from);
  const known = (await inStore(store, ["ls-files", "-z", "--", ...paths], options)).toString("utf8").split("\0");
  const told = moves.filter(({ from }) => known.includes(from));
  if (told.length === 0) return;
  const targets = told.flatMap(({ to }) => to ?? []);
  const found = readEach(root, targets);
  const blobs = await writeBlobs(store, [...found.values()], config.idLength);
  const rows = [
    ...told.map(({ from }) => `${GONE}\t${from}\0`),
    ...[...found.keys()].map((path, at) => `100644 ${blobs[at]}\t${path}\0`),
  ];
  const args = ["update-index", "-z", "--index-info"];
  await noted(store, () => inStore(store, args, { ...options, input: rows.join("") }));
}

/** What has moved on since is not there. */
function readEach(root: string, paths: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const folder = openResolved(root);
  if (folder === undefined) return new Map();
  return within(folder, (opened) => {
    const found = paths.map((path) => [path, bytesBelow(opened, path)] as const);
    return new Map(found.flatMap(([path, bytes]) => (bytes === undefined ? [] : [[path, bytes] as const])));
  });
}
