// holdfast init: the first five minutes are one command (SUR-0).
import { partyOf } from "../../core/trust/channels.ts";
import { EXIT } from "../exit.ts";
import type { Invocation } from "../spec.ts";
import { connect } from "./install.ts";

export async function run(call: Invocation): Promise<number> {
  const { bench, out, options } = call;
  const scope = options["shared"] === true ? "shared" : "personal";
  const { made, root, git } = bench.makeStore(scope);
  out.note(`${out.paint("green", made ? "made" : "found")}  ${scope} store at ${root}${git === "" ? "" : ` (${git})`}`);
  const isPerson = partyOf(bench.act.channel) === "person";
  const exit = scope === "shared" || options["no-install"] === true ? EXIT.done : await agents(call, isPerson);
  if (out.options.json) out.json({ outcome: made ? "made" : "found", scope, root });
  out.note();
  out.note(`Next: ${out.paint("cyan", 'holdfast add "use pnpm here, not npm"')}`);
  return exit;
}

async function agents(call: Invocation, isPerson: boolean): Promise<number> {
  const { bench, out } = call;
  const { all } = await bench.installers();
  const present = all.filter((installer) => installer.found().present);
  if (present.length === 0) {
    out.note("No agent was found on this machine. When there is one: holdfast install");
    return EXIT.done;
  }
  if (!isPerson) {
    out.note("Connecting an agent is a person's act. At a terminal: holdfast install");
    return EXIT.done;
  }
  out.note(`Found: ${present.map((installer) => installer.title).join(", ")}`);
  return connect({ ...call, out: { ...out, options: { ...out.options, json: false } } }, present);
}
