// opencode, the real and pinned program, from init to uninstall (AGT-32): the acts of every agent, and what is its own, a
// patch tool for some models, and a hook that does not answer (AGT-3, AGT-4).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FakeModel } from "../support/fake-model.ts";
import type { Step } from "../support/model-request.ts";
import { opencodeConfig, runOpencode, writeOpencodeConfig } from "../support/opencode.ts";
import { ACTS, agentActs, control, doctor, install, recall, uninstall } from "./acts.ts";
import { fenceIn, shown } from "./fence.ts";
import { type Host, onHost, results, settings, tryParts } from "./host.ts";
import { type Check, changedBy, memories, type Part, script } from "./view.ts";

const MODEL = "fake-model";
/** A model that opencode gives a patch tool instead of `write` and `edit`. */
const PATCHING = "gpt-5.5";

const shell = (command: string): Step => ({ tool: "bash", input: { command, description: "d" } });
const write = (filePath: string): Step => ({ tool: "write", input: { filePath, content: "planted" } });

const OPENCODE = {
  agent: "opencode",
  files: ({ home }: { readonly home: string }) => [
    join(home, ".config/opencode/plugin/holdfast.js"),
    opencodeConfig(home),
  ],
  answer: (stdout: string) => stdout.trim(),
  role: "system",
  shell,
  writes: (target: string, there: string): readonly Step[] => [
    write(target),
    { tool: "edit", input: { filePath: there, oldString: "old words", newString: "new words" } },
    shell(`echo planted > '${target}'`),
    { tool: "bash", input: { command: "echo planted > here.md", description: "d", workdir: join(target, "..") } },
  ],
  denied: /belongs to Holdfast|is a person's act/,
  search: { tool: "holdfast_memory_search", input: { query: "pnpm" } },
  instructions: "AGENTS.md",
  resume: ["--continue"],
};

export async function checkOpencode(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string, args: readonly string[] = []) =>
    runOpencode(prompt, { program, home, cwd, path, url: fake.url }, args);
  await onHost(OPENCODE, fake, run, async (host) => {
    writeOpencodeConfig({ home: host.box.home, url: fake.url }, [MODEL, PATCHING]);
    await control(host, check);
    const before = settings(host);
    await install(host, check);
    check("AGT-30 the person's own settings stay as they were", settings(host)[1] === before[1], settings(host)[1]);
    await doctor(host, check);
    await recall(host, check);
    await agentActs(host, check);
    await tryParts(ACTS, parts, host, check);
    if (parts.includes("prompts")) await promptAlone(host, check);
    if (parts.includes("guard")) await patches(host, check);
    if (parts.includes("guard")) await unanswered(host, check);
    await uninstall(host, before, check);
    const folder = join(host.box.home, ".config/opencode/plugin");
    check("AGT-30 the folder that install made is gone", !existsSync(folder));
  });
}

/** With nothing said at the start, what a prompt is about comes with the prompt. */
async function promptAlone({ box, ask }: Host, check: Check): Promise<void> {
  const off = await box.person(["config", "set", "session-start-tokens", "0"]);
  const { last } = await ask("which package manager do we use here, pnpm or npm?");
  const on = await box.person(["config", "set", "session-start-tokens", "1500"]);
  check("the start can be switched off and on", off.code === 0 && on.code === 0, [off, on]);
  const trust = shown(fenceIn(last), "use pnpm here, not npm")?.trust;
  const roles = last.messages.filter((message) => JSON.stringify(message).includes("memory-context"));
  check("CTX-2 what a prompt is about comes with it, in the fence, verified", trust === "verified", last.messages);
  check("CTX-2 it stands in the prompt, once", roles.map(({ role }) => role).join() === "user", roles);
}

async function patches({ box, ask }: Host, check: Check): Promise<void> {
  const target = join(memories(box), "project_planted.md");
  const patchText = `*** Begin Patch\n*** Add File: ${target}\n+planted\n*** End Patch`;
  let told = "";
  const changed = await changedBy(box, async () => {
    const steps = script({ tool: "apply_patch", input: { patchText } }, { text: "DONE" });
    told = results((await ask(`go ${steps}`, ["-m", `fake/${PATCHING}`])).last);
  });
  check("AGT-20 denied by the hook: apply_patch", OPENCODE.denied.test(told) && !existsSync(target), told);
  check("AGT-20 no byte of the store differs: apply_patch", changed.length === 0, changed);
}

/** A hook that fails: what names the store is refused, everything else goes on. */
async function unanswered({ box, ask }: Host, check: Check): Promise<void> {
  const hook = join(box.home, ".local/share/holdfast/hook.cjs");
  const bytes = readFileSync(hook);
  const mine = join(box.project, "mine.md");
  writeFileSync(hook, "process.exit(1);\n");
  try {
    let told = "";
    const changed = await changedBy(box, async () => {
      const steps = script(write(join(memories(box), "project_planted.md")), write(mine), { text: "DONE" });
      const { run, last } = await ask(`go ${steps}`);
      told = results(last);
      check("AGT-3 a hook that fails, and the session is unharmed", run.stdout.trim().endsWith("DONE"), run);
    });
    check("AGT-4 a hook that fails, and a write into the store is refused", /did not answer/.test(told), told);
    check("AGT-4 a hook that fails, and no byte of the store differs", changed.length === 0, changed);
    check("AGT-4 a hook that fails, and every other write is done", existsSync(mine), told);
  } finally {
    writeFileSync(hook, bytes);
  }
}
