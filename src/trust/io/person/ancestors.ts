// Is an agent's program among the ancestors of this process (TRU-22)? Recognised by exact name: the kernel's
// name, the program's file name, or, for an interpreter, the script it runs. A chain that cannot be followed to
// its root proves nothing, and is told apart from a clear one: the caller fails closed.
import type { AgentSigns, ProcessInfo, ProcessTable } from "../../person.ts";

type Programs = readonly Pick<AgentSigns, "program" | "packages">[];

/** Agents that we don't connect, and whose variables are not proved: known as ancestors alone. */
const OTHERS: Programs = [
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
function agentProgram({ name, argv, isJoined }: ProcessInfo, agents: Programs): string | undefined {
  const [first = "", ...args] = argv;
  const program = knownName(name, agents) ?? knownTitle(first, agents);
  if (program !== undefined || !INTERPRETER.test(programName(first))) return program;
  const script = scriptOf(args);
  return knownPath(script, agents) ?? (isJoined === true ? knownInPieces(args, script, agents) : undefined);
}

/** A kernel keeps 15 letters of a name (Linux) or 16 (macOS): what may be cut counts as what it begins. */
function knownName(name: string, agents: Programs): string | undefined {
  const start = name.toLowerCase();
  const cut = start.length < 15 ? undefined : agents.find(({ program }) => program.startsWith(start));
  return known(name, agents) ?? cut?.program;
}

/** A program may write its arguments into its title, which is then argv[0]: `claude --resume`. */
function knownTitle(title: string, agents: Programs): string | undefined {
  const [first = "", ...rest] = title.split(" ");
  return knownPath(title, agents) ?? knownPath(first, agents) ?? knownAsPath(rest, agents);
}

/** What an interpreter runs; empty where it is nothing. */
function scriptOf(args: readonly string[]): string {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "-m") return args[i + 1] ?? "";
    if (TAKES_VALUE.has(arg)) i++;
    else if (!arg.startsWith("-") && arg !== "run") return arg;
  }
  return "";
}

/**
 * Where an argument may be in pieces, the script may end at any word. No agent's name holds a space, so the last piece of its
 * path is one word that ends as the path does. A bare word counts only where the value of an option may have been taken for the
 * script: behind an option, and the script that was found is no whole path.
 */
function knownInPieces(args: readonly string[], script: string, agents: Programs): string | undefined {
  const isSure = !args[0]?.startsWith("-") || script.startsWith("/");
  const after = args.slice(args.indexOf(script) + 1);
  const bare = isSure ? undefined : after.map((word) => known(word, agents)).find((each) => each !== undefined);
  return knownAsPath(args, agents) ?? bare;
}

function knownAsPath(words: readonly string[], agents: Programs): string | undefined {
  const paths = words.filter((word) => /[\\/]/.test(word));
  return paths.map((path) => knownPath(path, agents)).find((each) => each !== undefined);
}

function knownPath(path: string, agents: Programs): string | undefined {
  const folders = `/${path.replaceAll("\\", "/")}/`;
  const isBelow = (folder: string): boolean => folders.includes(`/${folder}/`);
  return (
    known(path, agents) ??
    agents.find(({ packages }) => packages.some(isBelow))?.program ??
    agents.find(({ program }) => folders.toLowerCase().includes(`/${program}.app/`))?.program
  );
}

function known(path: string, agents: Programs): string | undefined {
  const name = programName(path);
  return agents.find(({ program }) => program === name)?.program;
}

function programName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return base.toLowerCase().replace(/\.(exe|cmd|c?js|mjs|ts|py)$/, "");
}
