// Is an agent's program among the ancestors of this process (TRU-22)? Recognised by exact name: the kernel's
// name, the program's file name, or, for an interpreter, the script it runs. A chain that cannot be followed to
// its root proves nothing, and is told apart from a clear one: the caller fails closed.
import type { ProcessInfo, ProcessTable } from "../../person.ts";

const AGENT_PROGRAMS: ReadonlySet<string> = new Set([
  "claude",
  "codex",
  "copilot",
  "gemini",
  "opencode",
  "qwen",
  "cursor-agent",
  "aider",
  "goose",
  "amp",
]);

/** Package folders of agents whose script has a name that says nothing (`cli.js`, `index.js`). */
const AGENT_PACKAGES: readonly (readonly [string, string])[] = [
  ["@anthropic-ai/claude-code", "claude"],
  ["@openai/codex", "codex"],
  ["@github/copilot", "copilot"],
  ["@google/gemini-cli", "gemini"],
  ["opencode-ai", "opencode"],
  ["@qwen-code/qwen-code", "qwen"],
  ["@sourcegraph/amp", "amp"],
];

const INTERPRETER = /^(node|nodejs|bun|deno|python[\d.]*)$/;
/** Interpreter options whose value is the next argument, so that the value is not taken for the script. */
const TAKES_VALUE: ReadonlySet<string> = new Set([
  "-r",
  "--require",
  "--import",
  "--loader",
  "--experimental-loader",
  "-C",
  "--conditions",
  "--env-file",
  "--title",
  "-X",
  "-W",
]);

/** Deeper than any real chain; a table that goes on longer is a loop. */
const MAX_DEPTH = 256;

export type Ancestry =
  | { readonly kind: "clear" }
  | { readonly kind: "agent"; readonly program: string; readonly pid: number }
  | { readonly kind: "unreadable"; readonly pid: number };

export function ancestry(pid: number, table: ProcessTable): Ancestry {
  let at = table.find(pid);
  if (at === undefined) return { kind: "unreadable", pid };
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (at.parent === 0) return { kind: "clear" };
    const parent: ProcessInfo | undefined = table.find(at.parent);
    if (parent === undefined) return { kind: "unreadable", pid: at.parent };
    const program = agentProgram(parent);
    if (program !== undefined) return { kind: "agent", program, pid: parent.pid };
    at = parent;
  }
  return { kind: "unreadable", pid: at.pid };
}

/** The agent's name when this process is one. */
export function agentProgram(process: Pick<ProcessInfo, "name" | "argv">): string | undefined {
  const first = process.argv[0] ?? "";
  return known(process.name) ?? knownPath(first) ?? knownScript(first, process.argv.slice(1));
}

function knownScript(program: string, args: readonly string[]): string | undefined {
  if (!INTERPRETER.test(programName(program))) return undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "-m") return known(args[i + 1] ?? "");
    if (TAKES_VALUE.has(arg)) i++;
    else if (!arg.startsWith("-") && arg !== "run") return knownPath(arg);
  }
  return undefined;
}

function knownPath(path: string): string | undefined {
  const folders = `/${path.replaceAll("\\", "/")}/`;
  return known(path) ?? AGENT_PACKAGES.find(([folder]) => folders.includes(`/${folder}/`))?.[1];
}

function known(path: string): string | undefined {
  const name = programName(path);
  return AGENT_PROGRAMS.has(name) ? name : undefined;
}

function programName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return base.toLowerCase().replace(/\.(exe|cmd|c?js|mjs|ts|py)$/, "");
}
