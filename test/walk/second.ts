// The same person on another machine: the store is made there, the memories come, one question is asked, and the agent there
// knows what was said on the first (SYN-22). Then the first machine takes the second one in.
import type { PersonRun } from "../support/person.ts";
import type { Check } from "./session.ts";
import { REMOTE_ON_THE_PAGE, type World } from "./world.ts";

const SAID = "use pnpm here, not npm";
const SETUP = `holdfast sync --setup ${REMOTE_ON_THE_PAGE}`;

export async function onTheOther(world: World, run: PersonRun, check: Check): Promise<void> {
  const { second } = world;
  check("SYN-10 the first machine sent its store", run.code === 0, run);
  const made = await second.type("holdfast init", "y");
  check("SUR-0 init on the second machine", made.code === 0, made);
  const before = await second.ask("hello");
  check("the second machine knows nothing yet", before.answer === "FAKE-OK" && !before.sent.includes(SAID));
  const set = await second.answer(SETUP);
  check(
    "SYN-22 it asks once whether to trust who signed",
    set.code === 0 && /Let count what this device/.test(set.transcript),
    set,
  );
  const { sent } = await second.ask("hello");
  const isTold = /^verified, confirmed by a person:\n(?:[m ].*\n)*?m\w{3,6} use pnpm here/m.test(sent);
  check("SYN-22 the agent there is given it, verified", isTold, set);
  const took = await world.type("holdfast sync");
  const asked = await world.answer("holdfast review", [/\[n\] later: $/, "y"], [/quit .* > $/, "q"]);
  const shown = /A device asks to join/.test(asked.transcript);
  check("SYN-22 the first machine shows the one that asks", asked.code === 0 && shown, [took, asked]);
}
