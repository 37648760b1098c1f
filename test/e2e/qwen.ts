// Qwen Code, the real and pinned program, from init to uninstall (AGT-32): the acts of every agent, read through the entities
// that it puts around hooks' context.
import { dirname, join } from "node:path";
import type { FakeModel } from "../support/fake-model.ts";
import type { ModelRequest, Step } from "../support/model-request.ts";
import { runQwen, writeQwenSettings } from "../support/qwen.ts";
import { ACTS, agentActs, control, doctor, hostile, install, recall, uninstall } from "./acts.ts";
import { brief } from "./brief.ts";
import { type Host, onHost, settings, tryParts } from "./host.ts";
import type { Check, Part } from "./view.ts";

const shell = (command: string): Step => ({
  tool: "run_shell_command",
  input: { command, description: "d", is_background: false },
});

const QWEN = {
  agent: "qwen",
  files: ({ home }: { readonly home: string }) => [join(home, ".qwen/settings.json")],
  answer: (stdout: string) => stdout.trim(),
  role: "system",
  shell,
  writes: (target: string, there: string): readonly Step[] => [
    { tool: "write_file", input: { file_path: target, content: "planted" } },
    { tool: "edit", input: { file_path: there, old_string: "old words", new_string: "new words" } },
    shell(`echo planted > '${target}'`),
    shell(`cd '${dirname(target)}' && echo planted > here.md`),
  ],
  unruled: (text: string) => text.replace(/"deny"/, '"denied-elsewhere"'),
  denied: /belongs to Holdfast|denied by permission rules/,
  search: { tool: "mcp__holdfast__memory_search", input: { query: "pnpm" } },
  instructions: "QWEN.md",
  resume: ["--continue"],
};

export async function checkQwen(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
  isShort: boolean,
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string, args?: readonly string[]) =>
    runQwen(prompt, { program, home, cwd, path, url: fake.url }, args);
  await onHost({ ...QWEN, read: (request) => decoded(withoutProgram(request, program)) }, fake, run, async (host) => {
    writeQwenSettings(host.box.home);
    if (isShort) return brief(host, check);
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

const CONTEXT = /<qwen:(session-start|user-prompt-submit)-context[^>]*>([\s\S]*?)<\/qwen:\1-context>/g;

/** What stands in a hook's context, with Qwen's own escaping taken off: the block as we said it, or a forged one. */
function decoded(request: ModelRequest): ModelRequest {
  const plain = (text: string): string =>
    text.replace(CONTEXT, (_, _kind: string, context: string) =>
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
