// The shared stores of a project that count where one stands (SYN-32): that of the folder and those of the folders around it up
// to the top of the repository, each opened with the one around it, whose signers and revocations hold in it too.
import { resolvedForeign } from "../disk/foreign-tree.ts";
import { foldersFrom, type ProjectIdentity } from "../disk/git/project-identity.ts";
import { child, fromHere, shown } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { findSharedStore } from "../store/io/open-store.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import type { Devices } from "../store/records.ts";
import { Fault } from "../text/errors.ts";

/** What a store takes from the one around it. */
export type Outer = Pick<Devices, "circle" | "excluded">;

interface Opened {
  readonly store: { readonly info: StoreInfo };
  readonly devices: Outer;
}

/** A project can't make a session wait by their number. */
const MOST = 4;

/** The folders that have one, the outermost first. */
export function storesAround(
  project: ProjectIdentity | undefined,
  { store }: Pick<Places, "store">,
): readonly string[] {
  const roots = foldersFrom(project).flatMap((folder) => findSharedStore(folder) ?? []);
  // A home that is a repository has the person's own store in it.
  const shared = roots.filter((root) => root !== store);
  return [...shared.slice(0, 1), ...shared.slice(1).slice(1 - MOST)];
}

/**
 * The nearest first. Where one is out of order, what is inside it is left out as well: nobody knows then who was revoked. A
 * fault is for whoever asks; what was opened before it counts.
 */
export function openAround<T extends Opened>(
  roots: readonly string[],
  open: (root: string, outer: Outer | undefined) => T,
): { readonly opened: readonly T[]; readonly fault?: unknown } {
  const opened: T[] = [];
  try {
    for (const root of roots) {
      const next = open(root, opened.at(-1)?.devices);
      const twin = opened.find(({ store }) => store.info.storeId === next.store.info.storeId);
      if (twin !== undefined) throw copied(root, twin.store.info.root);
      opened.push(next);
    }
  } catch (fault) {
    return { opened: opened.reverse(), fault };
  }
  return { opened: opened.reverse() };
}

/** A folder of the project that a person named; nothing outside of it, and nothing in a store. */
export function folderIn(root: string, named: string): string {
  const folder = resolvedForeign(fromHere(named)) ?? "";
  if (foldersFrom({ root, folder }).at(-1) === folder) return folder;
  throw new Fault(
    "usage",
    `Expected a folder of ${root}, found ${shown(named)}.`,
    "holdfast init --shared packages/api",
  );
}

/** What was signed in one would count in the other, without what was said against it there. */
function copied(root: string, other: string): Fault {
  const hint = `Remove ${child(root, "holdfast.json")}, or make a store anew: holdfast init --shared`;
  return new Fault("unsafe-path", `The stores ${other} and ${root} go by one name: one is a copy of the other.`, hint);
}
