// What every agent must show with its real, pinned program, from init to uninstall (AGT-32). Every claim is read off the
// recorded model request: hooks fail silently, so an exit code proves nothing.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf } from "../support/fake-model.ts";
import { CLI, MCP } from "./box.ts";
import { fenceIn, shown } from "./fence.ts";
import { fenceHolds } from "./fence-holds.ts";
import { type Act, type Host, results, resultsOf, settings, times } from "./host.ts";
import { hostileMemories } from "./hostile.ts";
import {
  blockLength,
  type Check,
  changedBy,
  memories,
  type Part,
  SKILLS,
  script,
  stemOf,
  tierOf,
  traces,
} from "./view.ts";

const PNPM = "use pnpm here, not npm";

export async function control({ ask }: Host, check: Check): Promise<void> {
  const found = traces((await ask("hello")).all);
  check("AGT-32 without us nothing of ours is in the request", found.length === 0, found);
}

/** What init says, for whoever wants to look further. */
export async function install(host: Host, check: Check): Promise<string> {
  const { agent, box } = host;
  const refused = box.agent(["install", "--agent", agent, "--yes"]);
  check("AGT-30 install by an agent is refused", refused.code === 2, refused);
  const init = await box.person(["init", "--yes"]);
  const connected = new RegExp(`connected.*${agent}`).test(init.transcript);
  check(`SUR-0 init by a person makes the store and connects ${agent}`, connected, init);
  const once = settings(host);
  const text = once.join("\n");
  check("AGT-30 the hooks are there", new RegExp(`--host\\W+${agent}`).test(text), text);
  check("AGT-30 the server is there, if it is built", text.includes("mcp.mjs") === existsSync(MCP), text);
  const again = await box.person(["install", "--agent", agent, "--yes"]);
  check("AGT-30 a second install changes nothing", again.code === 0 && String(settings(host)) === String(once), again);
  const add = await box.person(["add", PNPM]);
  check("T2 a person's add is verified", add.code === 0 && tierOf(box, "pnpm") === "verified", add);
  return init.transcript;
}

export async function doctor({ agent, box }: Host, check: Check): Promise<void> {
  const { code, transcript } = await box.person(["doctor", "--all"]);
  check("AGT-33 doctor finds the agent connected", code === 0 && new RegExp(agent, "i").test(transcript), transcript);
}

export async function recall({ box, ask, role, answer }: Host, check: Check): Promise<void> {
  const { run, first, all } = await ask("hello");
  check("the session is unharmed", run.code === 0 && answer(run.stdout) === "FAKE-OK", run);
  const pnpm = shown(fenceIn(first), PNPM);
  const trust = pnpm?.trust;
  check("CTX-1 the memory is in the request, in the fence, verified", trust === "verified", textsOf(first));
  const roles = first.messages
    .filter((message) => JSON.stringify(message).includes("memory-context"))
    .map((message) => message.role);
  check(`AGT-6 it stands in the role ${role}`, String(roles) === role, roles);
  check("AGT-6 under 9,000 characters", blockLength(first) <= 9000, blockLength(first));
  const listed = JSON.stringify(all);
  check(
    "AGT-30 the agent knows /remember and /memories",
    SKILLS.every((text) => listed.includes(text)),
    SKILLS,
  );
  const stem = stemOf(box, "pnpm");
  const demoted = await box.person(["demote", stem, "--yes", "--reason", "wrong"]);
  const without = (await ask("hello")).all.flatMap(textsOf).join("\n");
  check("TRU-30 once demoted it is in no request", demoted.code === 0 && !without.includes("pnpm"), all.length);
  const restored = await box.person(["confirm", stem]);
  check("T6 a person takes it back", restored.code === 0 && tierOf(box, "pnpm") === "verified", restored);
}

/** The first shapes; Claude Code's run has all, in every place. */
export async function hostile({ box, ask }: Host, check: Check): Promise<void> {
  await fenceHolds(box, hostileMemories(16), () => ask("hello"), check);
}

/** Through the agent's own shell, with and without its variables, with and without a forged terminal. */
export async function agentActs({ agent, box, ask, shell, denied }: Host, check: Check): Promise<void> {
  const holdfast = `'${process.execPath}' '${CLI}'`;
  const inferred = box.agent(["add", "the staging database is named heron"]);
  check("T1 an agent's add is inferred", inferred.code === 0 && tierOf(box, "heron") === "inferred", inferred);
  const confirm = `${holdfast} confirm ${stemOf(box, "heron")}`;
  const bare = `env -i HOME="$HOME" PATH="$PATH" TERM=xterm`;
  const tries = [confirm, `script -qec "${confirm}" /dev/null`, `${bare} script -qec "${confirm}" /dev/null`];
  const add = `${holdfast} add "the agent likes short names"`;
  const { last } = await ask(`go ${script(...[...tries, add].map(shell), { text: "DONE" })}`);
  const told = resultsOf(last);
  for (const [n, command] of tries.entries()) {
    const isRefused = /is a person's act/.test(told[n] ?? "") || denied.test(told[n] ?? "");
    const what = command.replace(holdfast, "holdfast").slice(0, 60);
    check(`TRU-22 refused, and says why: ${what}`, isRefused && tierOf(box, "heron") === "inferred", told[n]);
  }
  check(`TRU-20 what ${agent} itself adds is inferred`, tierOf(box, "likes short names") === "inferred", told);
}

/** By each tool that writes, in one session: denied, and not one byte in the store differs. */
const guard: Act = async ({ box, ask, writes, denied, reach }, check) => {
  const there = join(memories(box), "project_there.md");
  writeFileSync(there, "---\nname: There\n---\nold words\n", { mode: 0o600 });
  const steps = writes(join(memories(box), "project_planted.md"), there);
  let told: readonly string[] = [];
  const changed = await changedBy(box, async () => {
    told = resultsOf((await ask(`go ${script(...steps, { text: "DONE" })}`, reach?.(box))).last);
  });
  for (const [n, { tool, input }] of steps.entries()) {
    const what = `${tool} ${JSON.stringify(input).slice(0, 60)}`;
    check(`AGT-20 denied by the hook: ${what}`, denied.test(told[n] ?? ""), told);
  }
  check("AGT-20 no byte of the store differs", changed.length === 0, changed);
};

const prompts: Act = async ({ ask }, check) => {
  const { last } = await ask("which package manager do we use here, pnpm or npm?");
  check("CTX-4 a memory is given once in a session", times(last, PNPM) === 1, last.messages.slice(1));
};

const mcp: Act = async ({ ask, search }, check) => {
  const told = results((await ask(`go ${script(search, { text: "DONE" })}`)).last);
  check("AGT-32 an MCP tool answers with the memory", told.includes("pnpm"), told);
};

const again: Act = async ({ ask, resume }, check) => {
  await ask("hello");
  const { last } = await ask("hello again", resume);
  check("CTX-4 a resumed session is given nothing twice", times(last, PNPM) === 1, last.messages);
};

/** What the agent reads by itself is in the request once, and not from us (ARR-3). */
const readAlready: Act = async ({ box, ask, instructions }, check) => {
  const file = join(box.project, instructions);
  writeFileSync(file, `# How we work\n\n${PNPM}\n`);
  const { first } = await ask("hello");
  rmSync(file);
  check(`ARR-3 what ${instructions} says is in the request once`, times(first, PNPM) === 1, textsOf(first));
  check("ARR-3 and not in our fence", shown(fenceIn(first), PNPM) === undefined);
  const without = (await ask("hello")).first;
  check("ARR-3 without that file it comes from us", shown(fenceIn(without), PNPM) !== undefined, textsOf(without));
};

export const ACTS: Readonly<Partial<Record<Part, Act>>> = {
  prompts,
  guard,
  mcp,
  again,
  "read-already": readAlready,
};

export async function uninstall(host: Host, before: readonly (string | undefined)[], check: Check): Promise<void> {
  const { box, ask } = host;
  const refused = box.agent(["uninstall", "--yes"]);
  check("AGT-30 uninstall by an agent is refused", refused.code === 2, refused);
  const run = await box.person(["uninstall", "--yes"]);
  check("AGT-30 uninstall by a person", run.code === 0, run);
  const after = settings(host);
  check("AGT-30 every touched file is byte for byte as before", String(after) === String(before), after);
  const left = traces((await ask("hello")).all);
  check("AGT-32 nothing of ours in the request after uninstall", left.length === 0, left);
}
