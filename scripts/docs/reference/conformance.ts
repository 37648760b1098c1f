// What is kept of the documents that Holdfast comes from, out of the table that the command prints.
import { DEPARTURES, REQUIREMENTS } from "../../../src/cli/conformance-table.ts";
import type { Slots } from "../template.ts";
import { code, table } from "../text.ts";

export function conformanceSlots(): Slots {
  const full = REQUIREMENTS.filter(({ departs }) => departs === undefined).length;
  return {
    counts: `${REQUIREMENTS.length} requirements: ${full} full, ${REQUIREMENTS.length - full} with a departure that has a name.`,
    requirements: table(
      ["id", "asks for", "state", "proved by"],
      REQUIREMENTS.map(({ id, asks, departs, proof }) => [
        id,
        asks,
        departs === undefined ? "full" : `departs: ${departs.map(code).join(", ")}`,
        proof.map(shown).join("; "),
      ]),
    ),
    departures: table(
      ["departure", "rule", "why"],
      DEPARTURES.map(({ name, rule, reason }) => [code(name), rule, reason]),
    ),
  };
}

function shown(proof: string): string {
  const [file = "", title = ""] = proof.split(" > ");
  return `${code(file)}: ${title}`;
}
