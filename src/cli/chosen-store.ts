// In which store a command works: the person's own, the project's with --shared, an organisation's with --in.
import type { OpenStore } from "../store/context.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { Invocation, OptionSpec } from "./spec.ts";

export const IN: OptionSpec = {
  type: "string",
  value: "STORE",
  help: "In a store of your organisation: org, team/NAME",
};

export function chosenStore({ bench, options }: Pick<Invocation, "bench" | "options">): OpenStore | Refusal {
  const named = options["in"];
  if (typeof named !== "string") return bench.storeOf(options["shared"] === true ? "shared" : "personal");
  if (options["shared"] === true)
    return refuse("usage", "--shared and --in don't go together.", "holdfast add --in org");
  return bench.storeIn(named);
}
