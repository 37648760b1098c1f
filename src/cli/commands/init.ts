// holdfast init: the first five minutes are one command (SUR-0).
import { refuse } from "../../text/errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { EXIT, told } from "../exit.ts";
import { type Commands, type Ended, type Invocation, YES } from "../spec.ts";
import { connect } from "./install.ts";

export const commands: Commands = {
  init: {
    usage: "holdfast init [--shared [FOLDER]] [--no-install] [--no-import]",
    options: {
      shared: { type: "boolean", help: "Make a shared store in this project's repository, or in a folder of it" },
      "no-install": { type: "boolean", help: "Make the store only" },
      "no-import": { type: "boolean", help: "Don't look for what agents remember already" },
      yes: YES,
    },
    names: [0, 1],
    examples: [
      "holdfast init",
      "holdfast init --no-install",
      "holdfast init --shared",
      "holdfast init --shared packages/api",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options, names } = call;
  const scope = options["shared"] === true ? "shared" : "personal";
  const [folder] = names;
  if (folder !== undefined && scope === "personal")
    return refuse("usage", "A folder is named for a shared store.", `holdfast init --shared ${folder}`);
  const { made, root, git } = bench.makeStore(scope, folder);
  out.note(`${out.paint("green", made ? "made" : "found")}  ${scope} store at ${root}${git === "" ? "" : ` (${git})`}`);
  const isPerson = partyOf(bench.act.channel) === "person";
  const exit = scope === "shared" || options["no-install"] === true ? EXIT.done : await agents(call, isPerson);
  if (out.options.json) out.json({ outcome: made ? "made" : "found", scope, root });
  else if (scope === "personal" && options["no-import"] !== true) await offerImport(call, isPerson);
  out.note();
  out.note(`Next: ${out.paint("cyan", 'holdfast add "use pnpm here, not npm"')}`);
  return exit;
}

async function agents(call: Invocation, isPerson: boolean): Promise<number> {
  const { bench, out } = call;
  const { all } = await bench.installers();
  const present = all.filter((installer) => installer.found().present);
  if (present.length === 0) {
    out.note("No agent was found on this machine. When there is one: holdfast connect");
    return EXIT.done;
  }
  if (!isPerson) {
    out.note("Connecting an agent is a person's act. At a terminal: holdfast connect");
    return EXIT.done;
  }
  out.note(`Found: ${present.map((installer) => installer.title).join(", ")}`);
  const plain = { ...out, options: { ...out.options, json: false } };
  return told(await connect({ ...call, out: plain }, present), plain, bench);
}

/** What the agents on this machine were told before there was a store (SUR-0). */
async function offerImport(call: Invocation, isPerson: boolean): Promise<void> {
  const { bench, out } = call;
  const importer = await bench.importer();
  const found = importer.glance().filter(({ candidates }) => candidates.length > 0);
  if (found.length === 0) return;
  if (!isPerson) {
    out.note("What your agents remember already can be looked at: holdfast import");
    return;
  }
  const { imported, newAmong } = await import("./import.ts");
  await bench.loadChecks();
  const { count, hosts } = await newAmong(call, importer, found);
  if (count === 0) return;
  const things = count === 1 ? "1 thing" : `${count} things`;
  if (await bench.ask(`${things} you told ${hosts} to remember. Look at ${count === 1 ? "it" : "them"} now?`, "yes"))
    await imported(call, { importer, gathered: found, title: "init", chosen: "asked" });
  else out.note("Later: holdfast import");
}
