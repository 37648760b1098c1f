// node test/update/main.ts
// From 0.1.0 to this program, with its store, ledger, index and connected hook in place, all made by the 0.1.0 program as
// its person and its agent used it (AGT-1b). Nothing is lost: every memory byte for byte and with its tier; the person's next
// command renews the hook; the first prompt is answered; doctor tells what there is to do; and an old copy of the hook that
// meets the new store does no harm.
import { cpSync, existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { earlierPackage, hasCommit } from "./earlier.ts";
import { filesIn, lost, type Machine, makeMachine } from "./world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** The commit that closed the notes of 0.1.0. */
const EARLIER = "b3e9047debcb91989c15521fe652b44aee75ca48";
const SKIPPED = 77;
const PNPM = "use pnpm here, not npm";
const STAGING = "The staging database is restored every Monday at four.";
const BLUE = "Deploys go through the blue pipeline.";
const PROMPT = { prompt: "Do we use pnpm or npm to install packages?" };

let passed = 0;
let failed = 0;
function check(name: string, ok: boolean, found?: unknown): void {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 1500)}`}`);
}

function name(text: string, machine: Machine): string {
  const file = globSync("**/*.md", { cwd: machine.store }).find((each) =>
    readFileSync(join(machine.store, each), "utf8").includes(text),
  );
  return file?.replace(/^.*\/|\.md$/g, "") ?? `nothing says ${text}`;
}

/** What 0.1.0 leaves: three tiers, a ledger, an index that answered, Claude Code connected. */
async function livedIn(machine: Machine): Promise<void> {
  const did = async (...args: readonly string[]): Promise<void> => {
    const run = await machine.person(...args);
    check(`0.1.0: its person: ${args[0]}`, run.code === 0, run);
  };
  await did("init", "--yes");
  await did("install", "--agent", "claude", "--yes");
  await did("add", PNPM);
  for (const text of [STAGING, BLUE, "Tests run with vitest, one file at a time."]) {
    const run = machine.agent("add", text);
    check("0.1.0: its agent: add", run.code === 0 && run.out.includes("inferred"), run);
  }
  await did("confirm", name(STAGING, machine));
  await did("demote", name(BLUE, machine));
  const hook = join(machine.copies, "hook.cjs");
  machine.event(hook, "before", "SessionStart", { source: "startup" });
  const prompt = machine.event(hook, "before-2", "UserPromptSubmit", PROMPT);
  check("0.1.0: its hook answers a prompt", prompt.out.includes(PNPM), prompt);
  const tiers = [...machine.tiers().values()].sort().join();
  check(
    "0.1.0: there are memories of each tier, a replaced one too",
    tiers === "inferred,inferred,quarantined,verified,verified",
    tiers,
  );
}

/** Events through a copy of 0.1.0's hook: every one ends well, and the store is as it was. */
function oldCopy(machine: Machine, hook: string, when: string): void {
  const before = filesIn(machine.store);
  const session = `old-${when.replaceAll(/\W/g, "-")}`;
  const prompt = machine.event(hook, session, "UserPromptSubmit", PROMPT);
  check(`an old hook ${when}: a prompt is answered, or passed in silence`, isFine(prompt.out), prompt);
  const start = machine.event(hook, session, "SessionStart", { source: "startup" });
  check(`an old hook ${when}: a session starts`, start.code === 0 && start.out.includes(PNPM), start);
  const file = join(machine.store, "memories", "mine.md");
  const write = { tool_name: "Write", tool_input: { file_path: file, content: "x" } };
  const tool = machine.event(hook, session, "PreToolUse", write);
  check(`an old hook ${when}: the guard holds`, /"deny"/.test(tool.out), tool);
  const codes = [prompt, start, tool, machine.event(hook, session, "SessionEnd", { reason: "other" })];
  check(
    `an old hook ${when}: nothing fails`,
    codes.every(({ code, err }) => code === 0 && err === ""),
    codes,
  );
  const changed = lost(before, filesIn(machine.store));
  check(`an old hook ${when}: the store is as it was`, changed.length === 0, changed);
}

function isFine(out: string): boolean {
  return out === "" || out.includes(PNPM);
}

async function updated(machine: Machine): Promise<void> {
  const [tiers, files] = [machine.tiers(), filesIn(machine.store)];
  const old = join(machine.base, "old-copies");
  cpSync(machine.copies, old, { recursive: true });
  machine.update(ROOT);

  oldCopy(machine, join(machine.copies, "hook.cjs"), "beside the new program");
  const told = machine.agent("doctor");
  check(
    "doctor tells an agent that an older version is connected",
    told.code !== 0 && /older version/.test(told.out),
    told,
  );
  check("every memory has its tier", lost(tiers, machine.tiers()).length === 0, [...machine.tiers()]);
  const hookOf = (folder: string): string => readFileSync(join(folder, "hook.cjs"), "utf8");
  check("an agent's command renews nothing", hookOf(machine.copies) === hookOf(old));

  const list = await machine.person("list");
  check(
    "the person's next command renews the hook, and says so",
    list.code === 0 && /renewed/.test(list.transcript) && hookOf(machine.copies) === hookOf(join(ROOT, "dist")),
    list,
  );
  const away = await machine.person("list", "--tier", "quarantined");
  check("what was demoted is in quarantine", away.transcript.includes(BLUE.replace(/\.$/, "")), away);
  const after = filesIn(machine.store);
  check("every file of the store is there, byte for byte", lost(files, after).length === 0, lost(files, after));
  const hook = join(machine.copies, "hook.cjs");
  const prompt = machine.event(hook, "after", "UserPromptSubmit", PROMPT);
  check("the first prompt is answered", prompt.code === 0 && prompt.out.includes(PNPM), prompt);
  const start = machine.event(hook, "after-2", "SessionStart", { source: "startup" });
  const shown = [PNPM, STAGING].every((text) => start.out.includes(text.replace(/\.$/, "")));
  check(
    "a session starts with what was confirmed, without what was demoted",
    shown && !start.out.includes(BLUE),
    start,
  );

  const connect = await machine.person("connect", "--agent", "claude", "--yes");
  check("connect takes what is new in the agent's settings", connect.code === 0, connect);
  const doctor = await machine.person("doctor");
  check("doctor finds nothing wrong then", doctor.code === 0, doctor);
  const undone = await machine.person("undo");
  check("undo takes back what was done with 0.1.0", undone.code === 0, undone);
  await written(machine, tiers, old);
}

/** The store goes on being written, and the ledger goes on where 0.1.0 ended. */
async function written(machine: Machine, tiers: ReadonlyMap<string, string>, old: string): Promise<void> {
  const added = await machine.person("add", "the linter is biome");
  check("a person adds another memory", added.code === 0 && machine.tiers().size === tiers.size + 1, added);
  const found = machine.agent("search", "staging database");
  check("search finds what 0.1.0 wrote", found.code === 0 && found.out.includes("staging database"), found);
  const ledger = machine.agent("doctor", "--all");
  check("the ledger's chain is whole, over both versions", /its chain is whole/.test(ledger.out), ledger);
  oldCopy(machine, join(old, "hook.cjs"), "that meets the new store");
  const again = machine.event(join(machine.copies, "hook.cjs"), "after-3", "UserPromptSubmit", PROMPT);
  check("and leaves the new hook its index", again.out.includes(PNPM), again);
}

async function main(): Promise<number> {
  if (!canRunAsPerson()) return skipped(CANNOT_RUN_AS_PERSON);
  if (!hasCommit(EARLIER)) return skipped(`SKIPPED: ${EARLIER} is not in this clone (git fetch --unshallow)`);
  if (!existsSync(join(ROOT, "dist", "cli.mjs"))) return skipped("SKIPPED: there is no dist/ (npm run build)");
  const earlier = earlierPackage(EARLIER);
  const machine = makeMachine();
  try {
    machine.update(earlier);
    await livedIn(machine);
    await updated(machine);
  } catch (error) {
    check("the update came to its end", false, error instanceof Error ? error.stack : error);
  } finally {
    machine.remove();
  }
  console.log(`update from=${EARLIER} cases=${passed + failed} failed=${failed}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function skipped(why: string): number {
  console.log(why);
  return SKIPPED;
}

process.exitCode = await main();
