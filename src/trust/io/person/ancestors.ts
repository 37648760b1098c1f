// Is an agent's program among the ancestors of this process (TRU-22)? Recognised by exact name: the kernel's
// name, the program's file name, or, for an interpreter, the script it runs. A chain that cannot be followed to
// its root proves nothing, and is told apart from a clear one: the caller fails closed.
import type { AgentSigns, ProcessInfo, ProcessTable } from "../../person.ts";

type Programs = readonly Pick<AgentSigns, "program" | "packages">[];

/** Agents that we don't connect, and whose variables are not proved: known as ancestors alone. */
const OTHERS: Programs = [
  { program: "qwen", packages: ["@qwen-code/qwen-code"] },
  { program: "aider", packages: [] },
  { program: "goose", packages: [] },
  { program: "amp", packages: ["@sourcegraph/amp"] },
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

export function ancestry(pid: number, table: ProcessTable, connected: Programs): Ancestry {
  const agents = [...connected, ...OTHERS];
  let at = table.find(pid);
  if (at === undefined) return { kind: "unreadable", pid };
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (at.parent === 0) return { kind: "clear" };
    const parent: ProcessInfo | undefined = table.find(at.parent);
    if (parent === undefined) return { kind: "unreadable", pid: at.parent };
    const program = agentProgram(parent, agents);
    if (program !== undefined) return { kind: "agent", program, pid: parent.pid };
    at = parent;
  }
  return { kind: "unreadable", pid: at.pid };
}

/** The agent's name when this process is one. */
function agentProgram({ name, argv }: ProcessInfo, agents: Programs): string | undefined {
  const [first = "", ...args] = argv;
  return known(name, agents) ?? knownPath(first, agents) ?? knownScript(first, args, agents);
}

function knownScript(program: string, args: readonly string[], agents: Programs): string | undefined {
  if (!INTERPRETER.test(programName(program))) return undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "-m") return known(args[i + 1] ?? "", agents);
    if (TAKES_VALUE.has(arg)) i++;
    else if (!arg.startsWith("-") && arg !== "run") return knownPath(arg, agents);
  }
  return undefined;
}

function knownPath(path: string, agents: Programs): string | undefined {
  const folders = `/${path.replaceAll("\\", "/")}/`;
  const isBelow = (folder: string): boolean => folders.includes(`/${folder}/`);
  return known(path, agents) ?? agents.find(({ packages }) => packages.some(isBelow))?.program;
}

function known(path: string, agents: Programs): string | undefined {
  const name = programName(path);
  return agents.find(({ program }) => program === name)?.program;
}

function programName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return base.toLowerCase().replace(/\.(exe|cmd|c?js|mjs|ts|py)$/, "");
}
