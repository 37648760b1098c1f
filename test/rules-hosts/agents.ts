// The five programs: how each is asked, and which of its calls an act is. Undefined where it has no such tool.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Box } from "../e2e/box.ts";
import { CLAUDE_MISSING, claudeProgram, runClaude } from "../support/claude.ts";
import { CODEX_MISSING, codexProgram, runCodex, writeCodexConfig } from "../support/codex.ts";
import { COPILOT_MISSING, copilotProgram, runCopilot } from "../support/copilot.ts";
import type { FakeModel } from "../support/fake-model.ts";
import { GEMINI_MISSING, geminiProgram, runGemini, writeGeminiSettings } from "../support/gemini.ts";
import type { Step } from "../support/model-request.ts";
import {
  OPENCODE_MISSING,
  opencodeConfig,
  opencodeProgram,
  runOpencode,
  writeOpencodeConfig,
} from "../support/opencode.ts";
import type { ProgramRun } from "../support/run-program.ts";
import type { Act } from "./attempts.ts";

/** A machine with all of them, and the programs that stand in for what a rule forbids. */
export interface Machine extends Box {
  readonly fake: FakeModel;
  /** Where the stand-ins note each call. */
  readonly log: string;
  /** The line that starts somebody else's server. */
  readonly clock: readonly string[];
}

export interface Agent {
  readonly name: string;
  readonly program: string | undefined;
  readonly missing: string;
  /** It asks a person, and how that shows here; the others refuse, and say how a person allows it. */
  readonly asks: boolean;
  /** What is said before a tool acts arrives. */
  readonly reminds: boolean;
  /** Before Holdfast is there. */
  prepare(at: Machine): void;
  run(program: string, at: Machine, prompt: string): Promise<ProgramRun>;
  step(act: Act, at: Machine): Step | undefined;
  /** It edits only what its model has read in the session. */
  readonly readsFirst?: true;
}

const place = ({ home, project, path, fake }: Machine, program: string) =>
  ({ program, home, cwd: project, path, url: fake.url, fake }) as const;

const added = (path: string, text: string): string =>
  `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch\n`;
const changed = (path: string, old: string, text: string): string =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-${old}\n+${text}\n*** End Patch\n`;

const server = ({ clock: [command, ...args] }: Machine) => ({ command, args });

function writeJson(path: string, value: unknown): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

const CLAUDE_ARGS = [
  ...["--allowedTools", "Bash", "Read", "Edit", "Write", "WebFetch", "mcp__clock"],
  ...["--permission-mode", "acceptEdits", "--permission-prompt-tool", "mcp__clock__approve"],
];

const claude: Agent = {
  name: "claude",
  program: claudeProgram(),
  missing: CLAUDE_MISSING,
  asks: true,
  reminds: true,
  readsFirst: true,
  prepare(at) {
    writeJson(join(at.home, ".claude/settings.json"), {});
    writeJson(join(at.home, ".claude/.claude.json"), { mcpServers: { clock: { type: "stdio", ...server(at) } } });
  },
  run: (program, at, prompt) => runClaude(prompt, "claude-sonnet-4-6", { ...place(at, program), args: CLAUDE_ARGS }),
  step(act, { project }) {
    switch (act.by) {
      case "shell":
        return { tool: "Bash", input: { command: act.line, description: "d" } };
      case "write":
        return { tool: "Write", input: { file_path: `${project}/${act.path}`, content: act.text } };
      case "edit":
        return {
          tool: "Edit",
          input: { file_path: `${project}/${act.path}`, old_string: act.old, new_string: act.text },
        };
      case "read":
        return { tool: "Read", input: { file_path: `${project}/${act.path}` } };
      case "fetch":
        return { tool: "WebFetch", input: { url: act.url, prompt: "what does it say" } };
      case "mcp":
        return { tool: `mcp__clock__${act.tool}`, input: {} };
      default:
        return undefined;
    }
  },
};

const codex: Agent = {
  name: "codex",
  program: codexProgram(),
  missing: CODEX_MISSING,
  asks: false,
  reminds: true,
  prepare(at) {
    writeCodexConfig(at.home, at.fake);
    const [command = "", ...args] = at.clock;
    const table = `\n[mcp_servers.clock]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
    const path = join(at.home, ".codex/config.toml");
    writeFileSync(path, `${readFileSync(path, "utf8")}${table}`);
  },
  run: (program, at, prompt) => runCodex(prompt, place(at, program)),
  step(act) {
    switch (act.by) {
      case "shell":
        return { tool: "exec_command", input: { cmd: act.line } };
      case "write":
      case "patch":
        return { tool: "apply_patch", input: added(act.path, act.text) };
      case "edit":
        return { tool: "apply_patch", input: changed(act.path, act.old, act.text) };
      case "mcp":
        return { tool: act.tool, namespace: "mcp__clock", input: {} };
      default:
        return undefined;
    }
  },
};

const copilot: Agent = {
  name: "copilot",
  program: copilotProgram(),
  missing: COPILOT_MISSING,
  asks: true,
  reminds: true,
  prepare(at) {
    writeJson(join(at.home, ".copilot/config.json"), {});
    writeJson(join(at.home, ".copilot/mcp-config.json"), {
      mcpServers: { clock: { type: "local", ...server(at), tools: ["*"] } },
    });
  },
  run: (program, at, prompt) => runCopilot(prompt, place(at, program), "fake-model"),
  step(act, { project }) {
    switch (act.by) {
      case "shell":
        return { tool: "bash", input: { command: act.line, description: "d" } };
      case "write":
        return { tool: "create", input: { path: `${project}/${act.path}`, file_text: act.text } };
      case "edit":
        return { tool: "edit", input: { path: `${project}/${act.path}`, old_str: act.old, new_str: act.text } };
      case "read":
        return { tool: "view", input: { path: `${project}/${act.path}` } };
      case "mcp":
        return { tool: `clock-${act.tool}`, input: {} };
      default:
        return undefined;
    }
  },
};

const gemini: Agent = {
  name: "gemini",
  program: geminiProgram(),
  missing: GEMINI_MISSING,
  asks: false,
  reminds: false,
  prepare(at) {
    writeGeminiSettings(at.home);
    const path = join(at.home, ".gemini/settings.json");
    const servers = `"mcpServers": ${JSON.stringify({ clock: { ...server(at), trust: true } })},`;
    writeFileSync(path, readFileSync(path, "utf8").replace("{", `{ ${servers}`));
  },
  run: (program, at, prompt) => runGemini(prompt, place(at, program)),
  step(act, { project }) {
    switch (act.by) {
      case "shell":
        // It refuses every substitution by itself.
        if (act.line.includes("$(")) return undefined;
        return { tool: "run_shell_command", input: { command: act.line, description: "d" } };
      case "write":
        return { tool: "write_file", input: { file_path: `${project}/${act.path}`, content: act.text } };
      case "edit":
        return {
          tool: "replace",
          input: {
            file_path: `${project}/${act.path}`,
            instruction: "i",
            old_string: act.old,
            new_string: act.text,
          },
        };
      case "read":
        return { tool: "read_file", input: { file_path: act.path } };
      case "fetch":
        return { tool: "web_fetch", input: { prompt: `what does ${act.url} say` } };
      case "mcp":
        return { tool: `mcp_clock_${act.tool}`, input: {} };
      default:
        return undefined;
    }
  },
};

const opencode: Agent = {
  name: "opencode",
  program: opencodeProgram(),
  missing: OPENCODE_MISSING,
  asks: false,
  reminds: true,
  readsFirst: true,
  prepare(at) {
    writeOpencodeConfig({ home: at.home, url: at.fake.url }, ["fake-model"]);
    const path = opencodeConfig(at.home);
    const mcp = `"mcp": ${JSON.stringify({ clock: { type: "local", command: at.clock, enabled: true } })},`;
    writeFileSync(path, readFileSync(path, "utf8").replace("{", `{ ${mcp}`));
  },
  run: (program, at, prompt) => runOpencode(prompt, place(at, program)),
  step(act, { project }) {
    switch (act.by) {
      case "shell":
        return { tool: "bash", input: { command: act.line, description: "d" } };
      case "write":
        return { tool: "write", input: { filePath: `${project}/${act.path}`, content: act.text } };
      case "edit":
        return {
          tool: "edit",
          input: { filePath: `${project}/${act.path}`, oldString: act.old, newString: act.text },
        };
      case "read":
        return { tool: "read", input: { filePath: `${project}/${act.path}` } };
      case "fetch":
        return { tool: "webfetch", input: { url: act.url, format: "text" } };
      case "mcp":
        return { tool: `clock_${act.tool}`, input: {} };
      default:
        return undefined;
    }
  },
};

export const AGENTS: readonly Agent[] = [claude, codex, copilot, gemini, opencode];
