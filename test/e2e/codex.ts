// Codex, the real and pinned program, from init to uninstall (AGT-32). Every claim is read off the recorded model
// request: hooks fail silently, so an exit code proves nothing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderIntent } from "../../src/hosts/codex/wire.ts";
import { runCodex, writeCodexConfig } from "../support/codex.ts";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import type { ModelRequest } from "../support/model-request.ts";
import type { ProgramRun } from "../support/run-program.ts";
import { type Box, CLI, MCP, makeBox } from "./box.ts";
import { fenceIn, shown } from "./fence.ts";
import { blockLength, type Check, changedBy, memories, type Part, script, stemOf, tierOf, traces } from "./view.ts";

interface Session {
  readonly run: ProgramRun;
  readonly first: ModelRequest;
  readonly last: ModelRequest;
  readonly all: readonly ModelRequest[];
}

type Ask = (prompt: string, args?: readonly string[]) => Promise<Session>;
type Try = (box: Box, ask: Ask, check: Check) => Promise<void>;

const PARTS: Readonly<Record<Part, Try>> = { prompts, guard, mcp, again, "auto-memory": noSuchPart };

async function noSuchPart(_: Box, __: Ask, check: Check): Promise<void> {
  check("Codex has no memory of its own that the part could try", false);
}

export async function checkCodex(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
): Promise<void> {
  const box = makeBox();
  const ask: Ask = async (prompt, args) => {
    fake.clear();
    const { home, project: cwd, path } = box;
    const run = await runCodex(prompt, { program, fake, home, cwd, path, ...(args === undefined ? {} : { args }) });
    const [first] = fake.requests;
    const last = fake.requests.at(-1);
    if (first === undefined || last === undefined) throw new Error(`Codex asked no model: ${run.stdout}${run.stderr}`);
    return { run, first, last, all: [...fake.requests] };
  };
  try {
    writeCodexConfig(box.home, fake);
    await strictness(box, ask, check);
    const control = traces((await ask("hello")).all);
    check("AGT-32 without us nothing of ours is in the request", control.length === 0, control);
    const before = settings(box);
    await install(box, check);
    await recall(box, ask, check);
    await agentActs(box, ask, check);
    for (const part of parts) await PARTS[part](box, ask, check);
    await uninstall(box, before, ask, check);
  } finally {
    box.remove();
  }
}

const FILES = ["config.toml", "hooks.json"];

function settings(box: Box): readonly (string | undefined)[] {
  return FILES.map((name) => join(box.home, ".codex", name)).map((path) =>
    existsSync(path) ? readFileSync(path, "utf8") : undefined,
  );
}

/** What the tools gave back. */
function results(request: ModelRequest): string {
  const messages = request.messages.filter(({ role }) => role === "tool");
  return textsOf({ ...request, system: "", messages }).join("\n");
}

/** Why our answers come from a table of keys: what Codex does with a refusal it can't read (AGT-5). */
async function strictness(box: Box, ask: Ask, check: Check): Promise<void> {
  const hooks = join(box.home, ".codex/hooks.json");
  const answer = join(box.home, "answer.cjs");
  const entry = { type: "command", command: `node '${answer}'`, timeout: 5 };
  writeFileSync(hooks, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }));
  const ran = async (text: string): Promise<boolean> => {
    writeFileSync(answer, `process.stdout.write(${JSON.stringify(text)})`);
    const { last } = await ask(
      `go ${script({ tool: "exec_command", input: { cmd: "echo RAN-IT" } }, { text: "DONE" })}`,
    );
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

async function install(box: Box, check: Check): Promise<void> {
  const refused = box.agent(["install", "--agent", "codex", "--yes"]);
  check("AGT-30 install by an agent is refused", refused.code === 2, refused);
  const init = await box.person(["init", "--yes"]);
  check("SUR-0 init by a person makes the store and connects Codex", /connected.*codex/.test(init.transcript), init);
  check("AGT-30 init says that the hooks wait for the person's trust", init.transcript.includes("/hooks"), init);
  const [config, hooks] = settings(box);
  check("AGT-30 the hooks are there", hooks?.includes("--host codex") === true, hooks);
  check("AGT-30 the server is there, if it is built", config?.includes("mcp.mjs") === existsSync(MCP), config);
  const again = await box.person(["install", "--agent", "codex", "--yes"]);
  check(
    "AGT-30 a second install changes nothing",
    again.code === 0 && String(settings(box)) === `${config},${hooks}`,
    again,
  );
  const doctor = await box.person(["doctor"]);
  check("AGT-33 doctor says that the hooks wait for the person's trust", doctor.transcript.includes("/hooks"), doctor);
  const add = await box.person(["add", "use pnpm here, not npm", "--yes"]);
  check("T2 a person's add is verified", add.code === 0 && tierOf(box, "pnpm") === "verified", add);
}

async function recall(box: Box, ask: Ask, check: Check): Promise<void> {
  const untrusted = JSON.stringify((await ask("hello", [])).all);
  check("AGT-30 until the person trusts them, Codex passes our hooks over", !untrusted.includes("memory-context"));
  const { run, first, all } = await ask("hello");
  check("the session is unharmed", run.code === 0 && run.stdout.trim() === "FAKE-OK", run);
  const pnpm = shown(fenceIn(first), "use pnpm here, not npm");
  check(
    "CTX-1 the memory is in the request, in the fence, verified",
    pnpm?.attributes.get("trust") === "verified",
    textsOf(first),
  );
  const roles = first.messages
    .filter((message) => JSON.stringify(message).includes("<memory-context"))
    .map(({ role }) => role);
  check("AGT-6 it stands in the developer role", String(roles) === "developer", roles);
  check("AGT-6 under 9,000 characters", blockLength(first) <= 9000, blockLength(first));
  const stem = stemOf(box, "pnpm");
  const demoted = await box.person(["demote", stem, "--yes", "--reason", "wrong"]);
  const without = (await ask("hello")).all.flatMap(textsOf).join("\n");
  check("TRU-30 once demoted it is in no request", demoted.code === 0 && !without.includes("pnpm"), all.length);
  const restored = await box.person(["confirm", stem, "--yes"]);
  check("T6 a person takes it back", restored.code === 0 && tierOf(box, "pnpm") === "verified", restored);
}

/** Through Codex's own shell, with and without its variables, with and without a forged terminal. */
async function agentActs(box: Box, ask: Ask, check: Check): Promise<void> {
  const holdfast = `'${process.execPath}' '${CLI}'`;
  const inferred = box.agent(["add", "the staging database is named heron"]);
  check("T1 an agent's add is inferred", inferred.code === 0 && tierOf(box, "heron") === "inferred", inferred);
  const confirm = `${holdfast} confirm ${stemOf(box, "heron")} --yes`;
  const bare = `env -i HOME="$HOME" PATH="$PATH" TERM=xterm`;
  const tries = [confirm, `script -qec "${confirm}" /dev/null`, `${bare} script -qec "${confirm}" /dev/null`];
  for (const cmd of tries) {
    const { last } = await ask(`go ${script({ tool: "exec_command", input: { cmd } }, { text: "DONE" })}`);
    const told = results(last);
    const refused = /is a person's act|blocked by PreToolUse hook/.test(told) && tierOf(box, "heron") === "inferred";
    check(
      `TRU-22 refused, and says why: ${cmd.replace(holdfast, "holdfast").slice(0, 60)}`,
      refused,
      told.slice(-1500),
    );
  }
  const cmd = `${holdfast} add "the agent likes short names"`;
  await ask(`go ${script({ tool: "exec_command", input: { cmd } }, { text: "DONE" })}`);
  check("TRU-20 what Codex itself adds is inferred", tierOf(box, "likes short names") === "inferred");
}

async function prompts(_: Box, ask: Ask, check: Check): Promise<void> {
  const { last } = await ask("which package manager do we use here, pnpm or npm?");
  const given =
    textsOf(last)
      .join("\n")
      .match(/use pnpm here, not npm/g)?.length ?? 0;
  check("CTX-4 a memory is given once in a session", given === 1, given);
}

/** A redirection, a patch, and a patch through the shell: denied, and not one byte in the store differs. */
async function guard(box: Box, ask: Ask, check: Check): Promise<void> {
  const target = join(memories(box), "project_planted.md");
  const patch = `*** Begin Patch\n*** Add File: ${target}\n+planted\n*** End Patch\n`;
  const writes = [
    { tool: "exec_command", input: { cmd: `echo planted > '${target}'` } },
    { tool: "exec_command", input: { cmd: `cd '${memories(box)}' && echo planted > here.md` } },
    { tool: "apply_patch", input: patch },
    { tool: "exec_command", input: { cmd: `apply_patch <<'EOF'\n${patch}EOF` } },
  ];
  for (const write of writes) {
    let told = "";
    const changed = await changedBy(box, async () => {
      told = textsOf((await ask(`go ${script(write, { text: "DONE" })}`)).last).join("\n");
    });
    const what = `${write.tool} ${JSON.stringify(write.input).slice(0, 60)}`;
    check(`AGT-20 denied by the hook: ${what}`, told.includes("blocked by PreToolUse hook"), told.slice(-800));
    check(`AGT-20 no byte of the store differs: ${what}`, changed.length === 0, changed);
  }
}

async function mcp(_: Box, ask: Ask, check: Check): Promise<void> {
  const call = { tool: "memory_search", namespace: "mcp__holdfast", input: { query: "pnpm" } };
  const { last } = await ask(`go ${script(call, { text: "DONE" })}`);
  check("AGT-32 an MCP tool answers with the memory", results(last).includes("pnpm"), results(last));
}

/** Codex keeps what a session was given and asks again when it is resumed; there is no compacting without a terminal. */
async function again(_: Box, ask: Ask, check: Check): Promise<void> {
  await ask("hello");
  const resumed = await ask("hello again", ["--dangerously-bypass-hook-trust", "resume", "--last"]);
  const given =
    textsOf(resumed.last)
      .join("\n")
      .match(/use pnpm here, not npm/g)?.length ?? 0;
  check("CTX-4 a resumed session is given nothing twice", given === 1, given);
}

async function uninstall(box: Box, before: readonly (string | undefined)[], ask: Ask, check: Check): Promise<void> {
  const refused = box.agent(["uninstall", "--yes"]);
  check("AGT-30 uninstall by an agent is refused", refused.code === 2, refused);
  const run = await box.person(["uninstall", "--yes"]);
  check("AGT-30 uninstall by a person", run.code === 0, run);
  check(
    "AGT-30 every touched file is byte for byte as before",
    String(settings(box)) === String(before),
    settings(box),
  );
  const left = traces((await ask("hello")).all);
  check("AGT-32 nothing of ours in the request after uninstall", left.length === 0, left);
}
