// Packing that nobody waits for (SYN-18): a process of its own, started at the end of a sync and left alone. It gets what its
// git may see and nothing else.
import { constants, setPriority } from "node:os";
import { isCluttered, packObjects } from "../disk/git/pack.ts";
import { leaveWorker, syncEnvironment } from "./hook/worker.ts";

export const PACK = "pack";

/** `worker`: the program of that name beside the caller; `root`: the store's folder. */
export function packLater(worker: string, root: string): void {
  if (isCluttered(root, Date.now())) leaveWorker(worker, [PACK, root], syncEnvironment(process.env));
}

export async function packNow(root: string): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  await packObjects(root, process.env);
}
