// The shared stores inside the folder of one (SYN-32), as git knows them. No hook asks.
import { runGitNow } from "../disk/git/run.ts";
import { parentOf } from "../disk/paths.ts";
import { holds } from "../disk/places.ts";
import { MARKER } from "../store/io/marker.ts";
import { findSharedStore, openStore } from "../store/io/open-store.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import { failedFrom, unlessFault } from "../text/errors.ts";

const NAME = ".holdfast";
const BUDGET_MS = 20_000;

/** Those that git knows inside the folder of a store, for what is said in it of all. */
export function storesInside(top: string, root: string): readonly StoreInfo[] {
  // No pattern is given to git: those of the settings are taken as they are written.
  const args = ["ls-files", "-z", "--full-name"];
  const paths = listed(top, args)
    .split("\0")
    .filter((path) => path.endsWith(`/${NAME}/${MARKER}`));
  return paths
    .map((path) => `${top}/${path.slice(0, -MARKER.length - 1)}`)
    .filter((inner) => inner !== root && holds(parentOf(root), inner) && findSharedStore(parentOf(inner)) === inner)
    .flatMap(infoOf);
}

/** Nothing that is out of order keeps a person from saying something of somebody. */
function infoOf(root: string): readonly StoreInfo[] {
  return unlessFault(
    () => [openStore(root, { scope: "shared" }).info],
    () => [],
  );
}

function listed(folder: string, args: readonly string[]): string {
  try {
    return runGitNow({ at: { folder }, args, budgetMs: BUDGET_MS }).toString("utf8");
  } catch (error) {
    failedFrom(error); // without git there is nothing that a team could have said elsewhere
    return "";
  }
}
