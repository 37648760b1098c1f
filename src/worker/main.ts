// The worker: a process that a hook starts and leaves alone, so that no session waits for it (AGT-3). It drains the
// inbox once, builds what the search index lacks, and ends with 0, whatever happened; it reads no input and writes no
// output.
import { drain } from "../app/drain.ts";
import { bringIndexUp, leaveNotice, openForWorker } from "./open.ts";

async function main(): Promise<void> {
  try {
    const drainer = await openForWorker(process.env);
    const drained = drainer === undefined ? undefined : await drain(drainer);
    if (drained?.fault !== undefined) leaveNotice(drained.fault);
    // What is wrong with the store was told above, or is by whoever opens it next.
    if (drained?.fault === undefined) bringIndexUp(process.env);
  } catch (error) {
    leaveNotice(error);
  }
}

void main();
