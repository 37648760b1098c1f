// Rules as the agents' own permission rules (RUL-9), with the real programs and none of our hooks: what `holdfast export`
// wrote is what stops the model. What a rule does not mean still runs, so the words are not wider than the rule.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../support/claude.ts";
import { codexProgram, runCodex, writeCodexConfig } from "../support/codex.ts";
import { copilotProgram, runCopilot } from "../support/copilot.ts";
import type { FakeModel } from "../support/fake-model.ts";
import { geminiProgram, runGemini } from "../support/gemini.ts";
import { type Box, makeBox } from "./box.ts";
import { type Check, script } from "./view.ts";

interface Agent {
  readonly name: string;
  readonly program: string | undefined;
  readonly shell: (command: string) => object;
  /** Where what was exported ends up, from the home. */
  readonly args: readonly string[];
  run(prompt: string, at: { readonly program: string; readonly box: Box; readonly fake: FakeModel }): Promise<unknown>;
}

const NPM = ["npm install", "npm install left-pad", "cd src && npm install"];
const HARMLESS = ["npm install-test", "npm --version", "echo npm install"];

const AGENTS: readonly Agent[] = [
  {
    name: "codex",
    program: codexProgram(),
    shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
    args: [],
    run: (prompt, { program, box, fake }) => {
      writeCodexConfig(box.home, fake);
      const trusted = `\n[projects."${box.project}"]\ntrust_level = "trusted"\n`;
      appendFileSync(join(box.home, ".codex/config.toml"), trusted);
      return runCodex(prompt, { program, fake, home: box.home, cwd: box.project, path: box.path, args: [] });
    },
  },
  {
    name: "gemini",
    program: geminiProgram(),
    shell: (command) => ({ tool: "run_shell_command", input: { command, description: "d" } }),
    args: [],
    run: (prompt, { program, box, fake }) => {
      const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
      writeFileSync(join(box.home, ".gemini/settings.json"), JSON.stringify(settings));
      return runGemini(prompt, { program, home: box.home, cwd: box.project, path: box.path, url: fake.url });
    },
  },
  {
    name: "copilot",
    program: copilotProgram(),
    shell: (command) => ({ tool: "bash", input: { command, description: "d" } }),
    args: ["--out", "deny.txt"],
    run: (prompt, { program, box, fake }) => {
      const lines = readFileSync(join(box.project, "deny.txt"), "utf8").trim().split("\n");
      const place = { program, home: box.home, cwd: box.project, path: box.path, url: fake.url };
      return runCopilot(
        prompt,
        place,
        "fake-model",
        lines.map((line) => line.replaceAll("'", "")),
      );
    },
  },
];

export async function checkPermissions(claude: string, fake: FakeModel, check: Check): Promise<void> {
  await ofClaude(claude, fake, check);
  for (const agent of AGENTS) {
    const { program } = agent;
    if (program === undefined) check(`${agent.name} is here`, false);
    else await ofAgent({ ...agent, program }, fake, check);
  }
}

async function made(check: Check, rules: string): Promise<Box> {
  const box = makeBox();
  mkdirSync(join(box.project, "src"));
  await box.person(["init", "--no-install", "--no-import"]);
  const added = await box.person(["add", "--global", "Use pnpm, not npm", "--rule", rules]);
  check("a person's rule is added", added.code === 0, added);
  return box;
}

async function ofAgent(agent: Agent & { readonly program: string }, fake: FakeModel, check: Check): Promise<void> {
  const { name, program, shell, args, run } = agent;
  const box = await made(check, "deny command npm install; instead use pnpm install");
  try {
    const form = `${name}-permissions`;
    if (name === "gemini") mkdirSync(join(box.home, ".gemini"));
    check(`${name}: drift is told before`, box.agent(["export", form, "--check", ...args]).code === 1);
    const written = await box.person(["export", form, "--yes", ...args]);
    check(`${name}: the export is written`, written.code === 0, written);
    check(`${name}: and is up to date`, box.agent(["export", form, "--check", ...args]).code === 0);
    fake.clear();
    const steps = [...NPM, ...HARMLESS].map(shell);
    const ran = await run(`go ${script(...steps, { text: "DONE" })}`, { program, box, fake });
    const told = (fake.requests.at(-1)?.messages ?? [])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => JSON.stringify(content));
    const isStopped = (text = ""): boolean => /reject|denied/i.test(text);
    const stopped = told.slice(0, NPM.length).filter(isStopped).length;
    const wrong = told.slice(NPM.length).filter(isStopped).length;
    check(`${name}: RUL-9 ${stopped} of ${NPM.length} stopped without a hook of ours`, stopped === NPM.length, [
      told,
      ran,
    ]);
    check(
      `${name}: RUL-9 ${HARMLESS.length - wrong} of ${HARMLESS.length} others run`,
      wrong === 0 && told.length === steps.length,
      told,
    );
  } finally {
    box.remove();
  }
}

async function ofClaude(program: string, fake: FakeModel, check: Check): Promise<void> {
  const lines = "deny command npm install; deny edit migrations/**; deny fetch example.com; ask command git push";
  const box = await made(check, lines);
  const bash = (command: string): object => ({ tool: "Bash", input: { command, description: "d" } });
  const write = (path: string): object => ({
    tool: "Write",
    input: { file_path: join(box.project, path), content: "x" },
  });
  const fetch = (url: string): object => ({ tool: "WebFetch", input: { url, prompt: "x" } });
  const forbidden = [...NPM.map(bash), write("migrations/deep/1.sql"), fetch("https://example.com/"), bash("git push")];
  const others = [...HARMLESS.map(bash), write("src/migrations/1.sql"), bash("git status")];
  try {
    const settings = join(box.project, ".claude/settings.json");
    mkdirSync(join(box.project, ".claude"));
    writeFileSync(settings, '{ "permissions": { "deny": ["Bash(make:*)"] } }\n');
    check("claude: drift is told before", box.agent(["export", "claude-permissions", "--check"]).code === 1);
    const written = await box.person(["export", "claude-permissions", "--yes"]);
    check("claude: the export is written", written.code === 0, written);
    check("claude: and is up to date", box.agent(["export", "claude-permissions", "--check"]).code === 0);
    check("claude: what stood there stays", readFileSync(settings, "utf8").includes("Bash(make:*)"));
    fake.clear();
    const ran = await runClaude(`go ${script(...forbidden, ...others, { text: "DONE" })}`, "claude-sonnet-4-6", {
      program,
      fake,
      home: box.home,
      cwd: box.project,
      path: box.path,
      args: ["--allowedTools", "Bash,Write,WebFetch", "--permission-mode", "acceptEdits"],
    });
    const told = (fake.requests.at(-1)?.messages ?? [])
      .flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .filter(({ type }) => type === "tool_result")
      .map((block) => JSON.stringify(block.content));
    const isStopped = (text = ""): boolean =>
      /has been denied|is denied|denied access|requires approval|haven't granted/.test(text);
    const stopped = told.slice(0, forbidden.length).filter(isStopped).length;
    const wrong = told.slice(forbidden.length).filter(isStopped).length;
    const { length } = forbidden;
    check(`claude: RUL-9 ${stopped} of ${length} stopped without a hook of ours`, stopped === length, [told, ran]);
    check(`claude: RUL-9 ${others.length - wrong} of ${others.length} others run`, wrong === 0, told);
    check("claude: a file that no rule names is written", existsSync(join(box.project, "src/migrations/1.sql")));
    await box.person(["retire", "feedback_use_pnpm_not_npm", "--yes"]);
    check("claude: drift is told when a rule goes", box.agent(["export", "claude-permissions", "--check"]).code === 1);
    await box.person(["export", "claude-permissions", "--yes"]);
    const left = JSON.parse(readFileSync(settings, "utf8"));
    check(
      "claude: nothing of ours is left",
      JSON.stringify(left) === '{"permissions":{"deny":["Bash(make:*)"]}}',
      left,
    );
  } finally {
    box.remove();
  }
}
