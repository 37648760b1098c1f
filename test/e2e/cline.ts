// Cline's CLI, the real and pinned program, from init to uninstall (AGT-32). Its hooks are waited for before a tool alone, so
// there is no context at the start and none with a prompt; and a refusal ends the run, so each has a session of its own.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCline, writeClineSettings } from "../support/cline.ts";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import type { Step } from "../support/model-request.ts";
import { control, doctor, install, uninstall } from "./acts.ts";
import { CLI } from "./box.ts";
import { fenceIn, shown } from "./fence.ts";
import { type Host, onHost, results, settings } from "./host.ts";
import { type Check, changedBy, memories, type Part, script, stemOf, tierOf } from "./view.ts";

const shell = (command: string): Step => ({ tool: "run_commands", input: { commands: [command] } });
const SHIP = "we never ship from here";
const RULE = "deny command make ship; instead run make stage";
const NOTE = "make stage needs the tunnel to be open";

const CLINE = {
  agent: "cline",
  files: ({ home }: { readonly home: string }) => [
    join(home, ".cline/hooks/PreToolUse.cjs"),
    join(home, ".cline/data/settings/cline_mcp_settings.json"),
  ],
  answer: (stdout: string) => stdout.trim(),
  role: "user",
  shell,
  writes: (target: string): readonly Step[] => [
    { tool: "editor", input: { path: target, new_text: "planted" } },
    shell(`echo planted > '${target}'`),
  ],
  denied: /abort/,
  search: { tool: "holdfast__memory_search", input: { query: "pnpm" } },
  instructions: "AGENTS.md",
  resume: [],
};

export async function checkCline(
  program: string,
  fake: FakeModel,
  check: Check,
  _: readonly Part[],
  isShort: boolean,
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string) =>
    runCline(prompt, { program, home, cwd, path, url: fake.url });
  await onHost(CLINE, fake, run, async (host) => {
    writeClineSettings(host.box.home, fake.url);
    if (!isShort) await control(host, check);
    const before = settings(host);
    await install(host, check);
    if (!isShort) await doctor(host, check);
    for (const words of [
      ["add", SHIP, "--rule", RULE],
      ["add", NOTE],
    ])
      await host.box.person(words);
    check("RUL-1 a person adds a rule", tierOf(host.box, "ship") === "verified");
    await refusals(host, check);
    await acts(host, check);
    await uninstall(host, before, check);
  });
}

/** Each ends its run: the model is asked no second time, and nothing was done. */
async function refusals({ box, ask, writes }: Host, check: Check): Promise<void> {
  const target = join(memories(box), "project_planted.md");
  const shipped = join(box.project, "shipped.txt");
  const steps = [...writes(target, target), shell(`make ship; echo x > '${shipped}'`)];
  for (const step of steps) {
    let asked: Awaited<ReturnType<typeof ask>> | undefined;
    const changed = await changedBy(box, async () => {
      asked = await ask(`go ${script(step, { text: "DONE" })}`);
    });
    const what = `${step.tool} ${JSON.stringify(step.input).slice(0, 60)}`;
    const isDone = existsSync(target) || existsSync(shipped) || changed.length > 0;
    check(`AGT-20, RUL-1 refused: ${what}`, !isDone && asked?.all.length === 1, [asked?.run, changed]);
  }
}

/** What nothing forbids, in one session: the server's tool, a person's act that is none, and a note about a command. */
async function acts({ box, ask, search }: Host, check: Check): Promise<void> {
  const inferred = box.agent(["add", "the staging database is named heron"]);
  check("T1 an agent's add is inferred", inferred.code === 0 && tierOf(box, "heron") === "inferred", inferred);
  const harmless = join(box.project, "harmless.txt");
  const confirm = join(box.project, "confirm.sh");
  const line = `'${process.execPath}' '${CLI}' confirm ${stemOf(box, "heron")}`;
  const steps = [
    search,
    shell(`echo fine > '${harmless}'`),
    shell("make stage"),
    // By a file, for the guard reads lines: what is refused here is refused by who runs it.
    { tool: "editor", input: { path: confirm, new_text: `env -i HOME="$HOME" PATH="$PATH" TERM=xterm ${line}\n` } },
    shell(`script -qec 'sh ${confirm}' /dev/null`),
  ];
  const { last } = await ask(`go ${script(...steps, { text: "DONE" })}`);
  check("AGT-32 an MCP tool answers with the memory", results(last).includes("pnpm"), results(last));
  check("AGT-22 a command that nothing forbids runs", existsSync(harmless), results(last));
  check("CTX-6 what is known of a command comes as it is run", shown(fenceIn(last), NOTE) !== undefined, textsOf(last));
  const refused = /is a person's act/.test(results(last));
  check("TRU-22 a forged terminal makes no person", refused && tierOf(box, "heron") === "inferred", results(last));
  // It names skills in the words of the tool that loads them.
  const { tools = [] } = last as { readonly tools?: readonly { readonly function: { readonly name: string } }[] };
  const skills = JSON.stringify(tools.find((tool) => tool.function.name === "skills"));
  check("AGT-30 the agent knows /remember and /memories", /remember/.test(skills) && /memories/.test(skills), skills);
}
