// holdfast conformance: what the documents that Holdfast comes from ask for, and what of it is kept (SUR-8).
import { DEPARTURES, REQUIREMENTS, type Requirement, TRUST_MODEL } from "../conformance-table.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { paragraph } from "../tell.ts";

export const commands: Commands = {
  conformance: {
    usage: "holdfast conformance",
    about: [
      "36 requirements of the documents that Holdfast comes from. `full`: kept as it stands; `departs`: kept but for what is named.",
      "Each names the test that proves it. Exit 1 when one is neither.",
    ],
    options: {},
    names: [0, 0],
    examples: ["holdfast conformance", "holdfast conformance --json"],
    run,
  },
};

function run({ out }: Invocation): Ended {
  const rows = REQUIREMENTS.map(rowOf);
  const kept = rows.filter(({ state, departures }) => state === "full" || departures.every(isDeclared)).length;
  if (out.options.json)
    out.json({ "trust-model": TRUST_MODEL.version, requirements: rows, departures: DEPARTURES, kept });
  else print(rows, kept, out);
  return kept === rows.length ? EXIT.done : EXIT.findings;
}

interface Row {
  readonly id: string;
  readonly requirement: string;
  readonly state: "full" | "departs";
  readonly departures: readonly string[];
  readonly proof: readonly { readonly file: string; readonly test: string }[];
}

function rowOf({ id, asks, departs = [], proof }: Requirement): Row {
  const state = departs.length === 0 ? "full" : "departs";
  return { id, requirement: asks, state, departures: departs, proof: proof.map(proofOf) };
}

function proofOf(text: string): Row["proof"][number] {
  const [file = "", test = ""] = text.split(" > ");
  return { file, test };
}

function isDeclared(name: string): boolean {
  return TRUST_MODEL.departures.includes(name);
}

const INDENT = "       ";

function print(rows: readonly Row[], kept: number, out: Output): void {
  for (const { id, requirement, state, departures, proof } of rows) {
    const word = out.paint(state === "full" ? "green" : "yellow", [state, ...departures].join(" "));
    out.line(`${id.padEnd(INDENT.length)}${word}`);
    paragraph(out, requirement, INDENT);
    for (const { file, test } of proof) out.note(`${INDENT}${out.paint("dim", `${file} > ${test}`)}`);
  }
  out.line();
  for (const { name, rule, reason } of DEPARTURES) {
    out.line(`${out.paint("yellow", name)} (${rule})`);
    paragraph(out, reason, INDENT);
  }
  out.line();
  paragraph(out, `${kept} of ${rows.length} full or declared; departures: ${TRUST_MODEL.departures.join(", ")}`);
}
