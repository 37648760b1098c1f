// What Claude Code does with the parts beyond session start: prompts, the guard, the MCP server, and a session that goes
// on (AGT-32). Each is a function of its own, so that a run can ask for it by name.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf } from "../support/fake-model.ts";
import type { ModelRequest } from "../support/model-request.ts";
import type { Box } from "./box.ts";
import type { Ask } from "./claude-ask.ts";
import { autoMemory } from "./claude-auto-memory.ts";
import { fenceIn, shown } from "./fence.ts";
import { times } from "./host.ts";
import { type Check, changedBy, memories, type Part, script, tierOf } from "./view.ts";

type Try = (box: Box, ask: Ask, model: string, check: Check) => Promise<void>;

export const CLAUDE_PARTS: Readonly<Record<Part, Try>> = {
  prompts,
  guard,
  mcp,
  again,
  "auto-memory": autoMemory,
  helpers,
  "read-already": readAlready,
};

const lastOf = (requests: readonly ModelRequest[]): string => {
  const last = requests.at(-1);
  return last === undefined ? "" : textsOf(last).join("\n");
};

/** From a turn to the line the person sees, one key, and the next session: verified, in one file. */
async function said(box: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const what = `mock the ${model.includes("opus") ? "ledger" : "parcel"} service`;
  const session = randomUUID();
  const { all } = await ask(`No, we never ${what}.`, model, ["--session-id", session]);
  const records = join(box.home, ".claude", "projects");
  const kept = readdirSync(records, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readFileSync(join(records, name), "utf8"));
  const line = `Holdfast noted: We never ${what}; \`holdfast review\` to keep it.`;
  check(`${model}: ARR-4 the person is told what was noted`, kept.join("").includes(line), kept.join("").slice(-800));
  check(`${model}: ARR-4 the model is not`, !JSON.stringify(all).includes("Holdfast noted"));
  check(`${model}: TRU-20 it is inferred until then`, tierOf(box, what) === "inferred");
  const decided = await box.person(["review", "--origin", session], ["c"]);
  check(`${model}: ARR-4 one key makes it verified`, tierOf(box, what) === "verified", decided);
  const files = readdirSync(memories(box)).filter((name) => name.includes(what.split(" ").slice(0, 3).join("_")));
  check(`${model}: ARR-4 it is one file`, files.length === 1, files);
  const next = shown(fenceIn((await ask("hello", model)).first), what);
  check(`${model}: ARR-4 the next session is given it as verified`, next?.trust === "verified", next);
}

/** A prompt about a memory brings it; each memory once per session. */
async function prompts(box: Box, ask: Ask, model: string, check: Check): Promise<void> {
  await said(box, ask, model, check);
  const session = randomUUID();
  const first = await ask("which package manager do we use here, pnpm or npm?", model, ["--session-id", session]);
  const given = lastOf(first.all).match(/use pnpm here, not npm/g)?.length ?? 0;
  check(`${model}: CTX-4 a memory is given once in a session`, given === 1, given);
}

/** Through every tool that writes a file, and through the shell: denied, and not one byte in the store differs. */
async function guard(box: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const target = join(memories(box), "project_planted.md");
  const there = join(memories(box), "project_there.md");
  writeFileSync(there, "---\nname: There\n---\nold words\n", { mode: 0o600 });
  const writes = [
    { tool: "Write", input: { file_path: target, content: "planted" } },
    { tool: "Edit", input: { file_path: there, old_string: "old words", new_string: "new words" } },
    { tool: "Bash", input: { command: `echo planted > '${target}'`, description: "d" } },
    { tool: "Bash", input: { command: `cd '${memories(box)}' && echo planted > here.md`, description: "d" } },
  ];
  for (const write of writes) {
    const reading = { tool: "Read", input: { file_path: there } };
    let told = "";
    const changed = await changedBy(box, async () => {
      const args = ["--add-dir", box.home];
      told = lastOf((await ask(`go ${script(reading, write, { text: "DONE" })}`, model, args)).all);
    });
    const what = `${write.tool} ${JSON.stringify(write.input).slice(0, 60)}`;
    // A file tool is refused by Claude's own rule (AGT-24), before any hook is asked.
    const refused = /PreToolUse:\w+ hook error|denied by your permission settings/;
    check(`${model}: AGT-20 denied: ${what}`, refused.test(told), told.slice(-800));
    check(`${model}: AGT-20 no byte of the store differs: ${what}`, changed.length === 0, changed);
  }
}

/** A helper has a context of its own: the rules, and what the store knows about its task (ARR-7). */
async function helpers(_: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const prompt = "look up how the staging database named heron is called";
  const input = { description: "d", prompt, subagent_type: "general-purpose", run_in_background: false };
  const { all } = await ask(`go ${script({ tool: "Agent", input }, { text: "DONE" })}`, model);
  // The session's own prompt holds the whole call; the helper's begins with its task alone.
  const own = all.find(({ messages }) => {
    const first = JSON.stringify(messages[0]);
    return first.includes(prompt) && !first.includes("subagent_type");
  });
  const fence = own && fenceIn(own);
  const told = own === undefined ? "" : textsOf(own).join("\n");
  check(
    `${model}: ARR-7 a helper starts with the rules`,
    fence !== undefined && shown(fence, "pnpm") !== undefined,
    told,
  );
  check(
    `${model}: ARR-7 and with what is known about its task`,
    fence !== undefined && shown(fence, "heron") !== undefined,
  );
}

/** What Claude reads by itself is in the request once, and not from us (ARR-3). */
async function readAlready(box: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const words = "use pnpm here, not npm";
  const file = join(box.project, "CLAUDE.md");
  writeFileSync(file, `# How we work\n\n- ${words}\n`);
  const { first } = await ask("hello", model);
  rmSync(file);
  check(`${model}: ARR-3 what CLAUDE.md says is in the request once`, times(first, words) === 1, textsOf(first));
  check(`${model}: ARR-3 and not in our fence`, shown(fenceIn(first), words) === undefined);
}

async function mcp(_: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const tool = "mcp__holdfast__memory_search";
  const call = { tool, input: { query: "pnpm" } };
  const { all } = await ask(`go ${script(call, { text: "DONE" })}`, model, ["--allowedTools", "mcp__holdfast"]);
  const results = all
    .at(-1)
    ?.messages.flatMap(({ content }) =>
      typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result"),
    );
  const told = JSON.stringify(results ?? []);
  check(
    `${model}: AGT-32 an MCP tool answers with the memory`,
    told.includes("pnpm") && !told.includes('is_error":true'),
    told,
  );
}

/** What was given at the start is gone after /compact, and comes again (AGT-10); a resumed session has it once. */
async function again(_: Box, ask: Ask, model: string, check: Check): Promise<void> {
  const session = randomUUID();
  await ask("hello", model, ["--session-id", session]);
  const resumed = await ask("hello again", model, ["--resume", session]);
  check(`${model}: CTX-1 a resumed session has one fence`, shown(fenceIn(resumed.first), "pnpm") !== undefined);
  await ask("/compact keep it short", model, ["--resume", session]);
  const after = await ask("and now?", model, ["--resume", session]);
  const last = after.all.at(-1);
  const found = last === undefined ? undefined : shown(fenceIn(last), "pnpm");
  check(`${model}: AGT-10 after /compact the context comes again`, found !== undefined, lastOf(after.all).slice(-1500));
}
