// Claude Code, the real and pinned program, from init to uninstall (AGT-32). Every claim is read off the recorded
// model request: hooks fail silently, so an exit code proves nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../support/claude.ts";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import type { ModelRequest } from "../support/model-request.ts";
import { type Box, CLI, differences, MCP, makeBox, snapshot } from "./box.ts";
import type { Ask } from "./claude-ask.ts";
import { CLAUDE_PARTS } from "./claude-parts.ts";
import { fenceIn, shown } from "./fence.ts";
import { fenceHolds } from "./fence-holds.ts";
import { hostileMemories } from "./hostile.ts";
import { blockLength, type Check, memories, type Part, SKILLS, script, stemOf, tierOf, traces } from "./view.ts";

/** One of each way Claude places hook context: a system turn, and a reminder in the user's message. */
const MODELS = ["claude-opus-5-5", "claude-sonnet-4-6"];
const WITHHELD = ["quagga", "retiring", "expiring"];
const HOSTILE = 200;
/** Claude's own file; it has our MCP server, where there is one. */
const SERVERS = ".claude.json";
const SETTINGS =
  '{\n\t"env": { "EDITOR_NOTE": "kept" },\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}';

export async function checkClaude(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
  isShort: boolean,
): Promise<void> {
  const box = makeBox();
  const claude = join(box.home, ".claude");
  const ask: Ask = async (prompt, model, args = []) => {
    fake.clear();
    const run = await runClaude(prompt, model, {
      program,
      fake,
      home: box.home,
      cwd: box.project,
      path: box.path,
      args: ["--allowedTools", "Bash", "--permission-mode", "acceptEdits", ...args],
    });
    const [first] = fake.requests;
    if (first === undefined) throw new Error(`Claude Code asked no model: ${run.stdout}${run.stderr}`);
    return { run, first, all: [...fake.requests] };
  };
  try {
    mkdirSync(claude, { mode: 0o755 });
    writeFileSync(join(claude, "settings.json"), SETTINGS, { mode: 0o644 });
    await ask("hello", MODELS[0] ?? "");
    const before = snapshot(claude);
    const touched = await install(box, claude, before, check);
    await fill(box, ask, check);
    for (const model of MODELS) await recall(ask, model, check);
    // In the short form one of five hostile memories, and each part, are put to one of the models in turn.
    const chosen = (at: number): readonly string[] => (isShort ? [MODELS[at % MODELS.length] ?? ""] : MODELS);
    for (const model of MODELS) {
      await agentActs(box, ask, model, check);
      const hostile = hostileMemories(HOSTILE).filter(
        (_, at) => chosen(at).includes(model) && (!isShort || at % 5 === 0),
      );
      await fenceHolds(box, hostile, () => ask("hello", model), check, `${model}: `);
    }
    for (const [at, part] of parts.entries())
      for (const model of chosen(at)) await CLAUDE_PARTS[part](box, ask, model, check);
    await uninstall(box, claude, before, touched, ask, check);
  } finally {
    box.remove();
  }
  await nothingThereBefore(check);
}

async function install(
  box: Box,
  claude: string,
  before: ReadonlyMap<string, string>,
  check: Check,
): Promise<readonly string[]> {
  const refused = box.agent(["install", "--agent", "claude", "--yes"]);
  check("AGT-30 install by an agent is refused", refused.code === 2, refused);
  const init = await box.person(["init", "--yes"]);
  check("SUR-0 init by a person makes the store and connects Claude", init.code === 0, init);
  const once = snapshot(claude);
  const touched = differences(before, once);
  const skills = ["skills/memories/SKILL.md", "skills/remember/SKILL.md"];
  const expected = [...(existsSync(MCP) ? [SERVERS] : []), "settings.json", ...skills];
  check(`AGT-30 init touched ${expected} and nothing else in .claude`, String(touched) === String(expected), touched);
  const again = await box.person(["install", "--agent", "claude", "--yes"]);
  const twice = differences(once, snapshot(claude));
  check("AGT-30 a second install changes nothing", again.code === 0 && twice.length === 0, again);
  return touched;
}

async function fill(box: Box, ask: Ask, check: Check): Promise<void> {
  const add = await box.person(["add", "use pnpm here, not npm"]);
  check("T2 a person's add is verified", add.code === 0 && tierOf(box, "pnpm") === "verified", add);
  const inferred = box.agent(["add", "the staging database is named heron"]);
  check("T1 an agent's add is inferred", inferred.code === 0 && tierOf(box, "heron") === "inferred", inferred);
  for (const word of WITHHELD) {
    const made = await box.person(["add", `the ${word} marker must stay away from the model`]);
    check(`a memory to be withheld is there: ${word}`, made.code === 0 && tierOf(box, word) === "verified", made);
  }
  const { first } = await ask("hello", MODELS[0] ?? "");
  const served = WITHHELD.every((word) => shown(fenceIn(first), word) !== undefined);
  check("CTX-2 while they are verified, all three are served", served, textsOf(first));
  check("AGT-12 the line for the person does not reach the model", !textsOf(first).join("").includes("is connected"));
  const demoted = await box.person(["demote", stemOf(box, "quagga"), "--yes", "--reason", "wrong"]);
  check("T5 demote", demoted.code === 0, demoted);
  const retired = await box.person(["retire", stemOf(box, "retiring"), "--yes"]);
  check("retire", retired.code === 0, retired);
  const file = join(memories(box), `${stemOf(box, "expiring")}.md`);
  writeFileSync(file, readFileSync(file, "utf8").replace("\n---\n", "\nexpires: 2026-01-01\n---\n"));
}

async function recall(ask: Ask, model: string, check: Check): Promise<void> {
  const { run, first, all } = await ask("hello", model);
  check(`${model}: the session is unharmed`, run.code === 0 && run.stdout.trim() === "FAKE-OK", run);
  const fence = fenceIn(first);
  const pnpm = shown(fence, "use pnpm here, not npm");
  check(`${model}: CTX-1 the memory is in the request, in the fence`, pnpm !== undefined, textsOf(first));
  check(`${model}: CTX-1 it is marked verified`, pnpm?.trust === "verified", pnpm);
  const heron = shown(fence, "heron");
  check(`${model}: TRU-30 an agent's memory is marked inferred`, heron?.trust === "inferred", heron);
  const everything = all.flatMap(textsOf).join("\n");
  for (const word of WITHHELD) {
    check(`${model}: TRU-30 not in any request: ${word}`, !everything.includes(word));
  }
  check(`${model}: AGT-6 under 9,000 characters`, blockLength(first) <= 9000, blockLength(first));
  const listed = JSON.stringify(all);
  check(
    `${model}: AGT-30 it knows /remember and /memories`,
    SKILLS.every((text) => listed.includes(text)),
    SKILLS,
  );
}

/** Through Claude's own shell tool, with and without its variables, with and without a forged terminal. */
async function agentActs(box: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const holdfast = `'${process.execPath}' '${CLI}'`;
  const demote = `${holdfast} demote ${stemOf(box, "pnpm")} --yes`;
  const bare = `env -i HOME="$HOME" PATH="$PATH" TERM=xterm`;
  const tries: readonly (readonly [string, string, RegExp])[] = [
    ["a person's act from Claude's shell", demote, /CLAUDECODE is set in this shell/],
    ["with a forged terminal", `script -qec "${demote}" /dev/null`, /CLAUDECODE is set in this shell/],
    [
      "with a forged terminal and a scrubbed environment",
      `${bare} script -qec "${demote}" /dev/null`,
      /started by claude/,
    ],
  ];
  for (const [title, command, reason] of tries) {
    const { all } = await ask(
      `go ${script({ tool: "Bash", input: { command, description: "d" } }, { text: "DONE" })}`,
      model,
    );
    const told = textsOf(all.at(-1) as ModelRequest).join("\n");
    check(
      `${model}: TRU-22 refused, and says why: ${title}`,
      reason.test(told) && tierOf(box, "pnpm") === "verified",
      told.slice(-1500),
    );
  }
  const command = `${holdfast} add "the agent ${model} likes short names"`;
  await ask(`go ${script({ tool: "Bash", input: { command, description: "d" } }, { text: "DONE" })}`, model);
  check(`${model}: TRU-20 what Claude itself adds is inferred`, tierOf(box, `${model} likes`) === "inferred");
}

async function uninstall(
  box: Box,
  claude: string,
  before: ReadonlyMap<string, string>,
  touched: readonly string[],
  ask: Ask,
  check: Check,
): Promise<void> {
  const refused = box.agent(["uninstall", "--yes"]);
  check("AGT-30 uninstall by an agent is refused", refused.code === 2, refused);
  const run = await box.person(["uninstall", "--yes"]);
  check("AGT-30 uninstall by a person", run.code === 0, run);
  const after = snapshot(claude);
  const wrong = touched.filter((name) => name !== SERVERS && before.get(name) !== after.get(name));
  check("AGT-30 every touched file is byte for byte as before", wrong.length === 0, wrong);
  const servers = readFileSync(join(claude, SERVERS), "utf8");
  check("AGT-30 the file that Claude keeps writing has nothing of ours", !servers.includes("holdfast"), servers);
  for (const model of MODELS) {
    const { all } = await ask("hello", model);
    const left = traces(all);
    check(`${model}: AGT-32 nothing of ours in the request after uninstall`, left.length === 0, left);
  }
}

/** A machine on which Claude never ran: what install made is gone again. */
async function nothingThereBefore(check: Check): Promise<void> {
  const box = makeBox();
  try {
    const init = await box.person(["init", "--yes", "--no-install"]);
    check("init --no-install touches no agent", init.code === 0 && !existsSync(join(box.home, ".claude")), init);
    const made = await box.person(["install", "--agent", "claude", "--yes"]);
    check(
      "AGT-30 install without any settings",
      made.code === 0 && existsSync(join(box.home, ".claude/settings.json")),
      made,
    );
    const gone = await box.person(["uninstall", "--yes"]);
    check(
      "AGT-30 uninstall removes the file and folder it made",
      gone.code === 0 && !existsSync(join(box.home, ".claude")),
      gone,
    );
  } finally {
    box.remove();
  }
}
