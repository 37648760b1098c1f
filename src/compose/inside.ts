// The shared stores inside the folder of one (SYN-32), as git knows them. No hook asks.
import { runGitNow } from "../disk/git/run.ts";
import { parentOf } from "../disk/paths.ts";
import { holds } from "../disk/places.ts";
import { MARKER } from "../store/io/marker.ts";
import { findSharedStore, openStore } from "../store/io/open-store.ts";
import type { StoreInfo } from "../store/memory-store.ts";

const NAME = ".holdfast";
const BUDGET_MS = 20_000;

/** Those that git knows inside the folder of a store, for what is said in it of all. */
export function storesInside(top: string, root: string): readonly StoreInfo[] {
  const args = ["ls-files", "-z", "--full-name", "--", `:(top,glob)**/${NAME}/${MARKER}`];
  const listed = runGitNow({ at: { folder: top }, args, budgetMs: BUDGET_MS }).toString("utf8");
  const paths = listed.split("\0").filter((path) => path.endsWith(`/${NAME}/${MARKER}`));
  return paths
    .map((path) => `${top}/${path.slice(0, -MARKER.length - 1)}`)
    .filter((inner) => inner !== root && holds(parentOf(root), inner) && findSharedStore(parentOf(inner)) === inner)
    .map((inner) => openStore(inner, { scope: "shared" }).info);
}
