// Copilot CLI, the real and pinned program, from init to uninstall (AGT-32): the acts of every agent, and what is its own,
// a patch tool for some models, helpers, and a hook that fails (AGT-3).
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderIntent } from "../../src/hosts/copilot/wire.ts";
import { runCopilot } from "../support/copilot.ts";
import type { FakeModel } from "../support/fake-model.ts";
import type { Step } from "../support/model-request.ts";
import { ACTS, agentActs, control, doctor, hostile, install, recall, uninstall } from "./acts.ts";
import { type Host, onHost, results, settings, tryParts } from "./host.ts";
import { type Check, changedBy, memories, type Part, script } from "./view.ts";

const MODEL = "fake-model";
/** A model that Copilot gives a patch tool instead of `create` and `edit`. */
const PATCHING = "gpt-5.5";

const shell = (command: string): Step => ({ tool: "bash", input: { command, description: "d" } });

const COPILOT = {
  agent: "copilot",
  files: ({ home }: { readonly home: string }) =>
    ["hooks/holdfast.json", "mcp-config.json"].map((name) => join(home, ".copilot", name)),
  answer: (stdout: string) => stdout.trim(),
  role: "user",
  shell,
  writes: (target: string, there: string): readonly Step[] => [
    { tool: "create", input: { path: target, file_text: "planted" } },
    { tool: "edit", input: { path: there, old_str: "old words", new_str: "new words" } },
    shell(`echo planted > '${target}'`),
    shell(`cd '${join(target, "..")}' && echo planted > here.md`),
  ],
  denied: /Denied by preToolUse hook: /,
  search: { tool: "holdfast-memory_search", input: { query: "pnpm" } },
  instructions: "AGENTS.md",
  resume: ["--continue"],
};

export async function checkCopilot(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string, [model, ...args]: readonly string[] = []) =>
    model === PATCHING
      ? runCopilot(prompt, { program, home, cwd, path, url: fake.url }, model, args)
      : runCopilot(prompt, { program, home, cwd, path, url: fake.url }, MODEL, model === undefined ? [] : [model]);
  await onHost(COPILOT, fake, run, async (host) => {
    writeServers(host);
    await failing(host, check);
    await control(host, check);
    const before = settings(host);
    await install(host, check);
    await doctor(host, check);
    await recall(host, check);
    await hostile(host, check);
    await agentActs(host, check);
    await tryParts(ACTS, parts, host, check);
    if (parts.includes("guard")) await patches(host, check);
    await uninstall(host, before, check);
  });
}

/** A list of servers as a person may have it, in a form that is not ours. */
function writeServers({ box }: Host): void {
  mkdirSync(join(box.home, ".copilot/hooks"), { recursive: true });
  writeFileSync(
    join(box.home, ".copilot/mcp-config.json"),
    '{ "mcpServers": {\n\t"idle": { "type": "local", "command": "true", "args": [], "tools": [] } } }',
  );
}

/** Why the line for the shell ends as it does, and why answers stand at the top level (AGT-3, AGT-5). */
async function failing({ box, ask }: Host, check: Check): Promise<void> {
  const hooks = join(box.home, ".copilot/hooks/other.json");
  const ran = async (bash: string): Promise<boolean> => {
    const entry = { type: "command", bash, timeoutSec: 5 };
    writeFileSync(hooks, JSON.stringify({ version: 1, hooks: { PreToolUse: [entry] } }));
    const { last } = await ask(`go ${script(shell("echo RAN-IT"), { text: "DONE" })}`);
    return /^RAN-IT/m.test(results(last));
  };
  const refusal = renderIntent({ kind: "deny", reason: "no" });
  check("AGT-5 our refusal holds", !(await ran(`echo '${refusal}'`)));
  check("AGT-3 a hook that can't start, and Copilot refuses the tool", !(await ran("node /nowhere.cjs")));
  check("AGT-3 with our end of the line the tool runs", await ran("node /nowhere.cjs || true"));
  writeFileSync(hooks, "{}\n");
}

/** A patch comes as a bare text, under the name of another tool. */
async function patches({ box, ask }: Host, check: Check): Promise<void> {
  const target = join(memories(box), "project_planted.md");
  const input = `*** Begin Patch\n*** Add File: ${target}\n+planted\n*** End Patch\n`;
  let told = "";
  const changed = await changedBy(box, async () => {
    told = results((await ask(`go ${script({ tool: "apply_patch", input }, { text: "DONE" })}`, [PATCHING])).last);
  });
  check("AGT-20 denied by the hook: apply_patch", COPILOT.denied.test(told) && !existsSync(target), told);
  check("AGT-20 no byte of the store differs: apply_patch", changed.length === 0, changed);
}
