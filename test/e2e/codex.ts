// Codex, the real and pinned program, from init to uninstall (AGT-32): the acts of every agent, and what is Codex's own,
// its strict reading of answers (AGT-5) and the trust that its hooks wait for (AGT-30).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderIntent } from "../../src/hosts/codex/wire.ts";
import { runCodex, writeCodexConfig } from "../support/codex.ts";
import type { FakeModel } from "../support/fake-model.ts";
import type { Step } from "../support/model-request.ts";
import { ACTS, agentActs, control, install, recall, uninstall } from "./acts.ts";
import { type Host, onHost, results, settings, tryParts } from "./host.ts";
import { type Check, type Part, script } from "./view.ts";

const shell = (cmd: string): Step => ({ tool: "exec_command", input: { cmd } });

const CODEX = {
  agent: "codex",
  files: ({ home }: { readonly home: string }) =>
    ["config.toml", "hooks.json"].map((name) => join(home, ".codex", name)),
  answer: (stdout: string) => stdout.trim(),
  role: "developer",
  shell,
  writes,
  denied: /blocked by PreToolUse hook/,
  search: { tool: "memory_search", namespace: "mcp__holdfast", input: { query: "pnpm" } },
  instructions: "AGENTS.md",
  resume: ["--dangerously-bypass-hook-trust", "resume", "--last"],
};

export async function checkCodex(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string, args?: readonly string[]) =>
    runCodex(prompt, { program, fake, home, cwd, path, ...(args === undefined ? {} : { args }) });
  await onHost(CODEX, fake, run, async (host) => {
    writeCodexConfig(host.box.home, fake);
    await strictness(host, check);
    await control(host, check);
    const before = settings(host);
    const told = await install(host, check);
    check("AGT-30 init says that the hooks wait for the person's trust", told.includes("/hooks"), told);
    await trust(host, check);
    await recall(host, check);
    await agentActs(host, check);
    await tryParts(ACTS, parts, host, check);
    await uninstall(host, before, check);
  });
}

/** A redirection, a patch, and a patch through the shell. */
function writes(target: string): readonly Step[] {
  const patch = `*** Begin Patch\n*** Add File: ${target}\n+planted\n*** End Patch\n`;
  return [
    shell(`echo planted > '${target}'`),
    shell(`cd '${join(target, "..")}' && echo planted > here.md`),
    { tool: "apply_patch", input: patch },
    shell(`apply_patch <<'EOF'\n${patch}EOF`),
  ];
}

/** Why our answers come from a table of keys: what Codex does with a refusal it can't read (AGT-5). */
async function strictness({ box, ask }: Host, check: Check): Promise<void> {
  const hooks = join(box.home, ".codex/hooks.json");
  const answer = join(box.home, "answer.cjs");
  const entry = { type: "command", command: `node '${answer}'`, timeout: 5 };
  writeFileSync(hooks, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }));
  const ran = async (text: string): Promise<boolean> => {
    writeFileSync(answer, `process.stdout.write(${JSON.stringify(text)})`);
    const { last } = await ask(`go ${script(shell("echo RAN-IT"), { text: "DONE" })}`);
    return /^RAN-IT/m.test(results(last));
  };
  const refusal = renderIntent({ kind: "deny", reason: "no" });
  check("AGT-5 without an answer the command runs", await ran(""));
  check("AGT-5 our refusal holds", !(await ran(refusal)));
  check("AGT-5 our refusal holds without a reason", !(await ran(renderIntent({ kind: "deny", reason: " " }))));
  check("AGT-5 a rewrite is a refusal", !(await ran(renderIntent({ kind: "rewrite", input: {}, reason: "r" }))));
  const unknown = JSON.stringify({ ...JSON.parse(refusal), unknownKey: true });
  check("AGT-5 one unknown key and Codex runs the refused command", await ran(unknown));
  writeFileSync(hooks, "{}\n");
}

async function trust({ box, ask }: Host, check: Check): Promise<void> {
  const doctor = await box.person(["doctor"]);
  check("AGT-33 doctor says that the hooks wait for the person's trust", doctor.transcript.includes("/hooks"), doctor);
  const untrusted = JSON.stringify((await ask("hello", [])).all);
  check("AGT-30 until the person trusts them, Codex passes our hooks over", !untrusted.includes("memory-context"));
}
