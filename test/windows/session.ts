// A person's first hour: made, connected, a memory kept at the console; then what the agents' own entries do when each is started as
// its host starts it (AGT-1, AGT-5): Claude Code by its words, the others through cmd.exe or a POSIX shell.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Typed, type } from "./console.ts";
import type { Machine } from "./machine.ts";
import type { Ran } from "./wine.ts";
import type { World } from "./world.ts";

/** What each agent's user had before. */
export const THEIRS: Readonly<Record<string, string>> = {
  ".claude/settings.json": '{\n  "model": "opus"\n}\n',
  ".claude.json": '{\n  "numStartups": 3\n}\n',
  ".codex/config.toml": 'model = "x" # mine\n',
  ".gemini/settings.json": '{\n  "theme": "x"\n}\n',
  ".copilot/config.json": "{}\n",
};
const AGENTS = ["claude", "codex", "copilot", "gemini"];

interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly bash?: string;
}
type Settings = { readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Entry[] }[]>> };

export function prepare({ homeHere }: Machine): void {
  for (const [name, text] of Object.entries(THEIRS)) {
    mkdirSync(dirname(join(homeHere, name)), { recursive: true });
    writeFileSync(join(homeHere, name), text);
  }
}

export async function session(world: World): Promise<void> {
  const { one, check } = world;
  const typed = await type([
    [one, "holdfast init --yes"],
    [one, 'holdfast add "Deploys run on Mondays"'],
    [one, "holdfast list"],
    [one, "holdfast show reference_deploys_run_on_mondays"],
    [one, "holdfast doctor"],
  ]);
  const [init, add, list, show, doctor] = typed as readonly [Typed, Typed, Typed, Typed, Typed];
  for (const { command, code, text } of typed.slice(0, -1))
    check(`a person types \`${command}\``, code === 0, { code, text });
  for (const agent of AGENTS)
    check(`init connects ${agent}`, new RegExp(`connected\\s+${agent}`).test(init.text), init.text);
  check("TRU-22 at a console it is a person: verified", /verified, because you typed it/.test(add.text), add.text);
  check("list has it as verified", /verified\s+Deploys run on Mondays/.test(list.text), list.text);
  check("show has its words", show.text.includes("Deploys run on Mondays"), show.text);
  // Wine's icacls saves no access list. That is told, and is all that is.
  const wrong = doctor.text.match(/^(?:error|warning) +\S+/gm) ?? [];
  const isUnseen = doctor.code === 1 && /^warning +modes +who else can read could not be asked/m.test(doctor.text);
  check("doctor finds nothing but what Wine can't be asked", wrong.length === 1 && isUnseen, doctor);
  await asAgent(world);
  await hooks(world);
}

/** Through a pipe it is an agent, whatever it says. */
async function asAgent({ one, check }: World): Promise<void> {
  const added = await one.holdfast("add", "use pnpm here, not npm");
  check("TRU-22 through a pipe it is an agent: inferred", /as inferred/.test(added.out), added);
  const found = await one.holdfast("search", "pnpm");
  check("search finds it", /use pnpm here/.test(found.out), found);
  const refused = await one.holdfast("disconnect", "--yes");
  check("TRU-22 an agent disconnects nothing", refused.code !== 0 && /person's act/.test(refused.err), refused);
}

async function hooks(world: World): Promise<void> {
  const { one, check } = world;
  const file = `${one.home}\\.holdfast\\memories\\a.md`;
  for (const [agent, at] of [
    ["claude", ".claude/settings.json"],
    ["codex", ".codex/hooks.json"],
    ["gemini", ".gemini/settings.json"],
  ] as const) {
    const path = join(one.homeHere, at);
    if (!existsSync(path)) {
      check(`${agent} has entries`, false);
      continue;
    }
    const settings = JSON.parse(readFileSync(path, "utf8")) as Settings;
    const names =
      agent === "gemini"
        ? ["SessionStart", "BeforeAgent", "BeforeTool"]
        : ["SessionStart", "UserPromptSubmit", "PreToolUse"];
    const [start = "", prompt = "", tool = ""] = names;
    let sessions = 0;
    const common = { cwd: one.project, transcript_path: `${one.home}\\none.jsonl` };
    const fire = (name: string, more: object): Promise<Ran> =>
      started(one, settings.hooks[name]?.[0]?.hooks[0], {
        ...common,
        session_id: `s-${agent}-${++sessions}`,
        hook_event_name: name,
        ...more,
      });
    const began = await inTime(() => fire(start, { source: "startup" }), /Deploys/);
    check(`${agent}: ${start} brings the memory`, /Deploys run on Mondays/.test(began.out), began);
    const asked = await fire(prompt, { prompt: "when do deploys run?" });
    check(`${agent}: ${prompt} ends well`, asked.code === 0, asked);
    const written = {
      tool_name: agent === "gemini" ? "write_file" : "Write",
      tool_input: { file_path: file, content: "x" },
    };
    const denied = await inTime(() => fire(tool, written), /deny|block/);
    check(`AGT-20 ${agent}: ${tool} refuses a write to the store`, /deny|block/.test(denied.out), denied);
  }
}

/** A hook that takes over a second is silent, which is right and no answer: on a busy machine Wine takes longer. */
async function inTime(fire: () => Promise<Ran>, expected: RegExp): Promise<Ran> {
  let ran = await fire();
  for (let left = 5; left > 0 && ran.code === 0 && !expected.test(ran.out); left--) ran = await fire();
  return ran;
}

/** By words where the entry has them, else the line through cmd.exe, as Node's and Rust's shells do it. */
function started(one: Machine, entry: Entry | undefined, event: object): Promise<Ran> {
  const input = JSON.stringify(event);
  if (entry?.args !== undefined) return one.node(entry.args, { input });
  return one.line(entry?.command ?? "exit 99", { input });
}
