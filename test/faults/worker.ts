// Tries one verb after the other, as its parent hands them out, each in a world put back to the beginning.
import { removeBox } from "../support/store-box.ts";
import { Snapshot } from "./snapshot.ts";
import { tryVerb } from "./trials.ts";
import { FAULT_VERBS } from "./verbs.ts";
import { makeWorld } from "./world.ts";

if (process.send !== undefined) {
  const base = await makeWorld();
  const beginning = new Snapshot(base);
  let busy = false;
  process.on("disconnect", () => {
    removeBox(base);
    // Its parent is gone: nobody waits for the rest.
    if (busy) process.kill(process.pid, "SIGKILL");
  });
  process.on("message", ({ name, every }: { name: string; every: number }) => {
    const verb = FAULT_VERBS.find((each) => each.name === name);
    if (verb === undefined) throw new Error(`there is no verb ${name}`);
    beginning.putBack();
    busy = true;
    const answer = (said: object): void => {
      busy = false;
      process.send?.({ name, ...said });
    };
    tryVerb(base, verb, every).then(
      (tallies) => answer({ tallies }),
      (error: unknown) => answer({ failed: String(error instanceof Error ? error.stack : error) }),
    );
  });
  process.send({ ready: true });
}
