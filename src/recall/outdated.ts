// Which memories may be out of date here (CTX-8). Only those of this project can be told: the files of another are not
// at hand, and a memory that applies everywhere speaks of no project's files.
import { textField } from "../memory/fields.ts";
import type { Memory } from "../store/catalogue.ts";
import { isOutdated } from "./freshness.ts";
import type { Freshness } from "./freshness-port.ts";

export type IsOutdated = (memory: Memory) => boolean;

/** A shared store is the project's own. */
export function outdatedIn(project: string, freshness: Freshness): IsOutdated {
  return ({ document, scope }) =>
    (scope === "shared" || textField(document, "project") === project) && isOutdated(document, freshness);
}
