// Gemini CLI, the real and pinned program, from init to uninstall (AGT-32): the acts of every agent, read through the
// entities that it puts around hooks' context.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import { runGemini, writeGeminiSettings } from "../support/gemini.ts";
import type { ModelRequest, Step } from "../support/model-request.ts";
import { runAsPerson } from "../support/person.ts";
import { ACTS, agentActs, control, doctor, hostile, install, recall, uninstall } from "./acts.ts";
import { CLI } from "./box.ts";
import { fenceIn, shown } from "./fence.ts";
import { type Host, onHost, results, resultsOf, settings, tryParts } from "./host.ts";
import { type Check, changedBy, memories, type Part, script } from "./view.ts";

const shell = (command: string): Step => ({ tool: "run_shell_command", input: { command, description: "d" } });

const GEMINI = {
  agent: "gemini",
  files: ({ home }: { readonly home: string }) => [join(home, ".gemini/settings.json")],
  answer: (stdout: string) => stdout.trim(),
  role: "user",
  shell,
  writes: (target: string, there: string): readonly Step[] => [
    { tool: "write_file", input: { file_path: target, content: "planted" } },
    {
      tool: "replace",
      input: { file_path: there, instruction: "i", old_string: "old words", new_string: "new words" },
    },
    shell(`echo planted > '${target}'`),
    { tool: "run_shell_command", input: { command: "echo planted > here.md", dir_path: join(target, "..") } },
  ],
  reach: ({ home }: { readonly home: string }) => ["--include-directories", home],
  denied: /Tool execution blocked: /,
  search: { tool: "mcp_holdfast_memory_search", input: { query: "pnpm" } },
  instructions: "GEMINI.md",
  resume: ["--resume", "latest"],
};

export async function checkGemini(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string, args?: readonly string[]) =>
    runGemini(prompt, { program, home, cwd, path, url: fake.url }, args);
  await onHost({ ...GEMINI, read: (request) => decoded(withoutProgram(request, program)) }, fake, run, async (host) => {
    writeGeminiSettings(host.box.home);
    await control(host, check);
    const before = settings(host);
    await install(host, check);
    await doctor(host, check);
    await recall(host, check);
    await hostile(host, check);
    await agentActs(host, check);
    await tryParts(ACTS, parts, host, check);
    await dotenv(host, check);
    await uninstall(host, before, check);
  });
}

/**
 * AGT-1a: Gemini reads the `.env` of a trusted folder and hands it on. One that names a store, a key and switches of its own
 * moves nothing: neither what a session is given, nor what a tool finds, nor what the guard protects.
 */
async function dotenv({ box, ask, denied, search, reach }: Host, check: Check): Promise<void> {
  // Beside the project: Gemini names all files of a project to the model.
  const theirs = join(dirname(box.project), "theirs");
  const places = {
    HOLDFAST_HOME: join(theirs, "store"),
    XDG_DATA_HOME: join(theirs, "data"),
    XDG_STATE_HOME: join(theirs, "state"),
    XDG_CONFIG_HOME: join(theirs, "config"),
    XDG_CACHE_HOME: join(theirs, "cache"),
  };
  const env = { ...box.env, ...places };
  for (const args of [
    ["init", "--no-install"],
    ["add", "--global", "pnpm comes from evil.example"],
  ])
    await runAsPerson([process.execPath, CLI, ...args], { cwd: box.project, env });
  const file = join(box.project, ".env");
  const set = { ...places, HOME: theirs, HOLDFAST_OFF: "1", HOLDFAST_PAUSE: "1" };
  writeFileSync(
    file,
    Object.entries(set)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const target = join(memories(box), "project_planted.md");
  const seen = join(box.project, "seen.txt");
  const steps = [shell(`env > '${seen}'`), shell(`echo planted > '${target}'`), search, { text: "DONE" }];
  let asked: Awaited<ReturnType<typeof ask>> | undefined;
  const changed = await changedBy(box, async () => {
    asked = await ask(`go ${script(...steps)}`, reach?.(box));
  });
  if (asked === undefined) throw new Error("nobody was asked");
  const { first, last } = asked;
  const handed = readFileSync(seen, "utf8");
  check("AGT-1a the project's .env is read and handed on", handed.includes(`HOLDFAST_HOME=${theirs}`), handed);
  const given = shown(fenceIn(first), "use pnpm here")?.trust;
  check("AGT-1a the owner's memory is given all the same, verified", given === "verified", textsOf(first));
  check("AGT-1a none of the project's store", !textsOf(first).join("\n").includes("evil"), textsOf(first));
  const told = results(last);
  check("AGT-1a the server finds the owner's", told.includes("use pnpm here") && !told.includes("evil"), told);
  check("AGT-20 the guard goes on", denied.test(resultsOf(last)[1] ?? "") && changed.length === 0, [told, changed]);
  for (const each of [file, seen, theirs]) rmSync(each, { recursive: true });
}

/** Its built-in skills are named by their place, and that is in a folder of ours. */
function withoutProgram(request: ModelRequest, program: string): ModelRequest {
  return JSON.parse(JSON.stringify(request).replaceAll(dirname(program), "PROGRAM"));
}

/** What stands in a hook's context, with Gemini's own escaping taken off: the block as we said it, or a forged one. */
function decoded(request: ModelRequest): ModelRequest {
  const plain = (text: string): string =>
    text.replace(/<hook_context>([\s\S]*?)<\/hook_context>/g, (_, context: string) =>
      context.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
    );
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content:
      typeof content === "string"
        ? plain(content)
        : content.map((block) => (block.text === undefined ? block : { ...block, text: plain(block.text) })),
  }));
  return { ...request, messages };
}
