// holdfast init: the first five minutes are one command (SUR-0).
import { refuse } from "../../text/errors.ts";
import type { Gathered, Importer } from "../../transfer/import.ts";
import { partyOf } from "../../trust/channels.ts";
import { EXIT, told } from "../exit.ts";
import { type Commands, type Ended, type Invocation, YES } from "../spec.ts";
import { count } from "../tell.ts";
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
  else if (scope === "personal" && options["no-import"] !== true) {
    const importer = await bench.importer();
    const found = importer.glance();
    await offerImport(call, importer, found);
    if (isPerson && exit === EXIT.done && options["no-install"] !== true) await offerInstead(call, found);
  }
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
async function offerImport(call: Invocation, importer: Importer, all: readonly Gathered[]): Promise<void> {
  const { bench, out } = call;
  const found = all.filter(({ candidates }) => candidates.length > 0);
  if (found.length === 0) return;
  if (partyOf(bench.act.channel) !== "person") {
    out.note("What your agents remember already can be looked at: holdfast import");
    return;
  }
  const { imported, newAmong } = await import("./import.ts");
  await bench.loadChecks();
  const { count: fresh, hosts } = await newAmong(call, importer, found);
  if (fresh === 0) return;
  const these = fresh === 1 ? "it" : "them";
  const question = `${count(fresh, "thing", "things")} you told ${hosts} to remember. Look at ${these} now?`;
  if (await bench.ask(question, "yes"))
    await imported(call, { importer, gathered: found, title: "init", chosen: "asked" });
  else out.note("Later: holdfast import");
}

/** Where Claude keeps memories of its own and goes on doing so, the same is said twice (AGT-23). */
async function offerInstead(call: Invocation, found: readonly Gathered[]): Promise<void> {
  const { bench, options } = call;
  const files = new Set(found.flatMap(({ candidates, leftOut }) => [...candidates, ...leftOut]).flatMap(ownMemoryFile));
  if (files.size === 0 || options["yes"] === true) return;
  const { all } = await bench.installers();
  const agents = all.filter((installer) => installer.hasOwnMemory && installer.isInstalled());
  const changing = agents.filter((installer) => {
    const plan = installer.planInstall("replaced");
    return plan.kind === "edit-plan" && !plan.nothingToDo;
  });
  if (changing.length === 0) return;
  const names = changing.map(({ title }) => title).join(", ");
  const kept = count(files.size, "file", "files");
  const question = `${names} keeps its own memory (${kept}). Use only the store?`;
  if (await bench.ask(question, "no")) told(await connect(call, changing, "replaced"), call.out, bench);
  else call.out.note("Later: holdfast connect --replace-auto-memory");
}

function ownMemoryFile({ from }: { readonly from: string }): readonly string[] {
  return /[\\/]projects[\\/][^\\/]+[\\/]memory[\\/][^\\/]+\.md/.exec(from)?.slice(0, 1) ?? [];
}
