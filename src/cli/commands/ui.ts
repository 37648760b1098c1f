// holdfast ui: a page of the whole store (SUR-13), behind the same door as the review's (REV-2). A person's.
import { startWeb } from "../../compose/beside.ts";
import { refuse } from "../../text/errors.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";

export const commands: Commands = {
  ui: {
    usage: "holdfast ui",
    about: [
      "Lists, filters and searches everything, shows what became of each memory and which sessions were given it, and lets you confirm, edit, switch off and on, and forget.",
      "The page is served to this machine alone, by a link that works once, for as long as the command runs.",
    ],
    options: {},
    names: [0, 0],
    scans: true,
    drains: true,
    examples: ["holdfast ui"],
    run,
  },
};

function run({ bench, options }: Invocation): Ended | Promise<Ended> {
  if (options["json"] === true) {
    return refuse("usage", "The page is looked at in a browser; --json lists the same.", "holdfast list --all --json");
  }
  bench.stores();
  return startWeb(["--all"], options["store"] === undefined ? undefined : bench.here.places.store);
}
