// What git still holds of a text once everything else is gone (FOR-1). What nobody but this machine has is taken out at once; a
// git that can't, and commits that others may have, leave it to be told.
import type { OpenStores } from "../store/context.ts";
import { failedFrom } from "../text/errors.ts";
import type { FarTraces, GitHolding } from "./ports.ts";

export async function leftInGit(
  stores: OpenStores,
  root: string,
  phrases: readonly string[],
  far: FarTraces,
): Promise<GitHolding | undefined> {
  const holding = await far.inGit(root, phrases);
  const store = stores.find(({ store: { info } }) => info.root === root && info.scope === "personal")?.store;
  if (holding === undefined || store === undefined || holding.commits.length === 0) return holding;
  await store.withLock(() => far.purge(holding).catch(failedFrom));
  return far.inGit(root, phrases);
}
