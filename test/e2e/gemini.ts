// Gemini CLI, the real and pinned program, from init to uninstall (AGT-32): the acts of every agent, read through the
// entities that it puts around hooks' context.
import { dirname, join } from "node:path";
import type { FakeModel } from "../support/fake-model.ts";
import { runGemini, writeGeminiSettings } from "../support/gemini.ts";
import type { ModelRequest, Step } from "../support/model-request.ts";
import { ACTS, agentActs, control, doctor, hostile, install, recall, uninstall } from "./acts.ts";
import { type Host, onHost, settings, tryParts } from "./host.ts";
import type { Check, Part } from "./view.ts";

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
    await uninstall(host, before, check);
  });
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
