// The short form of an agent's run (AGT-32): what must hold, in three sessions instead of a dozen, for each takes seconds to
// start. One without memories at its start, so that what a prompt brings is a prompt's; one as it is; one after uninstall.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf } from "../support/fake-model.ts";
import { install, uninstall } from "./acts.ts";
import { CLI } from "./box.ts";
import { fenceIn, shown } from "./fence.ts";
import { type Host, resultsOf, settings } from "./host.ts";
import { type Check, changedBy, memories, SKILLS, script, stemOf, tierOf } from "./view.ts";

const PNPM = "use pnpm here, not npm";
const SHIP = "we never ship from here";
const RULE = "deny command make ship; instead run make stage";
const QUESTION = "which package manager do we use here, pnpm or npm?";

export async function brief(host: Host, check: Check): Promise<void> {
  const before = settings(host);
  await install(host, check);
  const { box } = host;
  const ruled = await box.person(["add", SHIP, "--rule", RULE]);
  check("RUL-1 a person adds a rule", ruled.code === 0 && tierOf(box, "ship") === "verified", ruled);
  await withTools(host, check);
  await atStart(host, check);
  await uninstall(host, before, check);
}

/** Every act of the agent in one session: writes into the store, what the rule forbids, a person's act, the server's tool. */
async function withTools(host: Host, check: Check): Promise<void> {
  const { agent, box, ask, shell, writes, denied, reach, search } = host;
  await box.person(["config", "session-start-tokens", "0"]);
  const there = join(memories(box), "project_there.md");
  writeFileSync(there, "---\nname: There\n---\nold words\n", { mode: 0o600 });
  const planted = writes(join(memories(box), "project_planted.md"), there);
  const inferred = box.agent(["add", "the staging database is named heron"]);
  check("T1 an agent's add is inferred", inferred.code === 0 && tierOf(box, "heron") === "inferred", inferred);
  const confirm = `'${process.execPath}' '${CLI}' confirm ${stemOf(box, "heron")}`;
  const harmless = join(box.project, "harmless.txt");
  const acts = [
    shell("make ship"),
    shell(`env -i HOME="$HOME" PATH="$PATH" TERM=xterm script -qec "${confirm}" /dev/null`),
    shell(`echo fine > '${harmless}'`),
    search,
  ];
  const ruled = withoutRules(host);
  let told: readonly string[] = [];
  let given = "";
  const changed = await changedBy(box, async () => {
    const { first, last } = await ask(`${QUESTION} ${script(...planted, ...acts, { text: "DONE" })}`, reach?.(box));
    told = resultsOf(last);
    given = String(shown(fenceIn(first), PNPM)?.trust);
  });
  ruled();
  if (!host.noPrompts) check("CTX-2 a prompt brings the memory it is about, in the fence", given === "verified", given);
  for (const [n, { tool, input }] of planted.entries()) {
    const what = `${tool} ${JSON.stringify(input).slice(0, 60)}`;
    check(`AGT-20 denied by the hook: ${what}`, /belongs to Holdfast/.test(told[n] ?? ""), told);
  }
  const [stopped = "", person = "", , found = ""] = told.slice(planted.length);
  check("RUL-1 the rule holds, and says what to do instead", /make stage/.test(stopped), stopped);
  const refused = /is a person's act/.test(person) || denied.test(person);
  check("TRU-22 a forged terminal makes no person", refused && tierOf(box, "heron") === "inferred", person);
  check("AGT-22 a command that nothing forbids runs", existsSync(harmless), told);
  check(`AGT-32 ${agent} calls a tool of the server`, found.includes("pnpm"), found);
  check("AGT-20 no byte of the store differs", changed.length === 0, changed);
  await box.person(["config", "session-start-tokens", "2500"]);
}

/** Takes the agent's own rules out, so that the hook is what answers; called, it puts them back. */
function withoutRules({ files: [path = ""], unruled }: Host): () => void {
  if (unruled === undefined) return () => undefined;
  const text = readFileSync(path, "utf8");
  writeFileSync(path, unruled(text));
  return () => writeFileSync(path, text);
}

async function atStart({ box, ask, role, answer, writes, unruled }: Host, check: Check): Promise<void> {
  const target = join(memories(box), "project_planted.md");
  const steps = unruled === undefined ? [] : writes(target, target).slice(0, 1);
  const { run, first, all } = await ask(`hello ${script(...steps, { text: "FAKE-OK" })}`);
  if (unruled !== undefined) check("AGT-24 its own rules refuse it, too", !existsSync(target), all.at(-1)?.messages);
  check("the session is unharmed", run.code === 0 && answer(run.stdout) === "FAKE-OK", run);
  const given = shown(fenceIn(first), PNPM)?.trust;
  check("CTX-1 the memory is in the request, in the fence, verified", given === "verified", textsOf(first));
  const roles = first.messages
    .filter((message) => JSON.stringify(message).includes("memory-context"))
    .map((message) => message.role);
  check(`AGT-6 it stands in the role ${role}`, String(roles) === role, roles);
  const listed = JSON.stringify(all);
  check(
    "AGT-30 the agent knows /remember and /memories",
    SKILLS.every((text) => listed.includes(text)),
    SKILLS,
  );
}
