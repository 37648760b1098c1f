// git's index follows the branch (SYN-10).
import { setTimeout as sleep } from "node:timers/promises";
import type { GitOutcome } from "./carrier.ts";
import { noted } from "./note.ts";
import { type GitStore, inStore, ok } from "./store.ts";

const TRIES = 8;
const BETWEEN_MS = 60;

/** The index of exactly this commit, with what git knows of unchanged files kept. */
export async function updateIndex(store: GitStore, commit: string): Promise<GitOutcome<undefined>> {
  return await noted(store, async () => {
    const read = await patiently(() => inStore(store, ["read-tree", "-m", "-i", commit]));
    if (read.kind === "failed") return read;
    await patiently(() => inStore(store, ["update-index", "-q", "--refresh"]));
    return ok(undefined);
  });
}

/** An editor's git asks for the state every few seconds, and holds the lock for a moment. */
async function patiently(act: () => Promise<GitOutcome<Buffer>>): Promise<GitOutcome<Buffer>> {
  let answer = await act();
  for (let tries = 1; tries < TRIES && answer.kind === "failed" && answer.reason === "locked"; tries++) {
    await sleep(BETWEEN_MS);
    answer = await act();
  }
  return answer;
}
