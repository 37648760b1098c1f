// What a tool call is about to do, deed by deed (RUL-2): the commands of its lines, the files it changes or reads, the hosts it
// fetches from, the tool of a server that it is.
import { filesNamed } from "../guard/auto-memory.ts";
import { broughtBy } from "../guard/content-after.ts";
import { isReader } from "../guard/file-tools.ts";
import { HOLE, hasHole, MADE, QUERY, type ReadShell, type ShellCommand, STAR } from "../guard/shell-line.ts";
import { linesOf } from "../guard/shell-tools.ts";
import type { ToolCall } from "../guard/world.ts";
import { type Clause, plainTool } from "../memory/rule.ts";
import { ANY_CALL, keysOfClause, wordsIn } from "../memory/rule-keys.ts";
import { type Glob, isLike } from "../text/glob.ts";
import type { Deed } from "./decide.ts";
import { filesOfCommand, MAY_TOUCH } from "./files.ts";
import { programsLike, sameAs } from "./same-words.ts";

export interface ActWorld {
  /** The names from the project's top; none for what lies outside. */
  below(path: string, cwd: string): readonly (readonly string[])[];
  readonly readShell: ReadShell;
}

/** A line longer than this is not taken apart for a rule: the guard, which must judge it, has its own bounds. */
const LONGEST_LINE = 64 * 1024;

/** `mcp`: server and tool, where the host says so beside the tool's name. */
type Call = ToolCall & { readonly mcp?: string };

function linesRead(call: ToolCall): readonly string[] {
  return linesOf(call).filter(({ length }) => length <= LONGEST_LINE);
}

/** Every word by which a rule about this call can be found. */
export function wordsOf(call: Call, { below }: Pick<ActWorld, "below">): ReadonlySet<string> {
  const paths = [...filesNamed(call), "."].flatMap((path) => below(path, call.cwd)).map((names) => names.join("/"));
  const said = [...linesRead(call), ...paths, ...addressesOf(call), plainTool(serverTool(call) ?? "")];
  const words = wordsIn(said.join("\n"));
  return new Set([...words, ...[...words].flatMap(programsLike)]);
}

/** Whether the lines must be taken apart for one of these: what they don't name can't be what a rule means. */
export function namesAny(call: ToolCall, clauses: readonly Clause[], words: ReadonlySet<string>): boolean {
  const lines = linesRead(call);
  return lines.length > 0 && clauses.some((clause) => mayName(words, lines, clause));
}

function mayName(words: ReadonlySet<string>, lines: readonly string[], clause: Clause): boolean {
  switch (clause.on) {
    case "command": {
      const about = clause.words.filter((word) => !word.startsWith("-"));
      const options = clause.words.filter((word) => word.startsWith("-"));
      const isSaid = (word: string): boolean =>
        sameAs(word, about).some((each) => LETTERS.test(each) || mayHold(words, each));
      return isProgramIn(words, clause) && [...about.slice(1), ...options].every(isSaid);
    }
    case "edit":
    case "read":
      return (
        keysOfClause(clause).some((key) => words.has(key)) &&
        mayBeginSo(words, clause.glob) &&
        (lines.some((line) => /[<>]/.test(line)) || MAY_TOUCH.some((program) => words.has(program)))
      );
    case "fetch":
      return keysOfClause(clause).some((key) => words.has(key));
    case "mcp":
      return false;
  }
}

/** Options that may stand among others: `-xf`. */
const LETTERS = /^-[a-z]+$/i;

/** A program with a star is known by no key, but by its name among the words. */
function isProgramIn(words: ReadonlySet<string>, clause: Clause & { readonly on: "command" }): boolean {
  const [program = ""] = clause.words;
  const name = program.slice(program.lastIndexOf("/") + 1).toLowerCase();
  if (name.includes("*")) return [...words].some((word) => word !== ANY_CALL && isLike(name, word));
  return keysOfClause(clause)
    .flatMap(programsLike)
    .some((key) => words.has(key));
}

/** `.env*` has no key; a word that begins so must stand there. */
function mayBeginSo(words: ReadonlySet<string>, { alternatives }: Glob): boolean {
  const beginnings = alternatives.map((segments) => {
    const last = segments.at(-1);
    return last?.kind === "stars" && segments.length === 2 ? (last.pieces[0] ?? "").toLowerCase() : "";
  });
  return beginnings.some((start) => !/^[\w.-]+$/.test(start) || [...words].some((word) => word.startsWith(start)));
}

/** Each piece of a word that is wholly letters must stand there; `a/b:c` is more words than one. */
function mayHold(words: ReadonlySet<string>, word: string): boolean {
  return word.includes(ANY_CALL) || [...wordsIn(word.toLowerCase())].every((each) => words.has(each));
}

export function deedsOf(call: Call, world: ActWorld): readonly Deed[] {
  const commands = linesRead(call).flatMap((line) => world.readShell(line, { PWD: call.cwd }).commands);
  return [
    ...onlyOnce(commands).flatMap((command) => deedsOfCommand(command, world)),
    ...filesOf(call, world),
    ...elsewhere(call),
  ];
}

/** A line may say one command thousands of times; it is judged once. */
function onlyOnce(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  return commands.length < 2
    ? commands
    : [...new Map(commands.map((command) => [JSON.stringify(command), command])).values()];
}

function deedsOfCommand(command: ShellCommand, world: ActWorld): readonly Deed[] {
  const [cwd = "/"] = command.cwds;
  const { written, read } = filesOfCommand(command);
  const text = [...command.words.slice(1), command.stdin ?? ""].join("\n");
  const below = (paths: readonly string[]): readonly (readonly string[])[] =>
    paths.flatMap(namedBy).flatMap((path) => world.below(path, cwd));
  return [
    { on: "command", command },
    ...below(written).map((path): Deed => ({ on: "edit", path, text })),
    ...below(read).map((path): Deed => ({ on: "read", path })),
    ...hostsOf(command).map((host): Deed => ({ on: "fetch", host })),
  ];
}

/** Of `src/gen/*.ts` two files that it may be: what the shell puts there is not known, what it puts it between is. */
function namedBy(path: string): readonly string[] {
  if (!hasHole(path)) return [path];
  if (path.includes(HOLE) || path.includes(MADE)) return [];
  return ["", "x"]
    .map((text) => path.replaceAll(STAR, text).replaceAll(QUERY, "x"))
    .filter((each) => !/(^|\/)$/.test(each));
}

/** Their words may name an address that they only write down or look for. */
const FETCH_NOTHING = /^(echo|printf|cat|e?grep|fgrep|rg|sed|awk|jq|tee|test|\[|export|alias)$/;
const FETCHERS = /^(curl|wget|http|https|xh)$/;
const GIT_FETCHERS = /^(clone|fetch|pull|push|ls-remote|submodule)$/;

function hostsOf({ words }: ShellCommand): readonly string[] {
  const [program = "", ...args] = words;
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (FETCH_NOTHING.test(name) || (name === "git" && !args.some((word) => GIT_FETCHERS.test(word)))) return [];
  const said = args.map((word) => word.replace(/^--?\w[\w-]*=(?=https?:)/i, ""));
  return [...said.flatMap(hostIn), ...(FETCHERS.test(name) ? said.flatMap(bareHost) : [])];
}

/** `curl example.com/x` fetches from there. */
function bareHost(word: string): readonly string[] {
  const host = /^([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]|$)/.exec(word)?.[1];
  return host === undefined || /\.(json|txt|html?|tar|t?gz|zip|sh|ya?ml|xml|md|log|out|bin)$/.test(host) ? [] : [host];
}

function filesOf(call: ToolCall, world: ActWorld): readonly Deed[] {
  const paths = filesNamed(call).flatMap((path) => world.below(path, call.cwd));
  if (isReader(call)) return paths.map((path) => ({ on: "read", path }));
  const text = broughtBy(call);
  return paths.map((path) => ({ on: "edit", path, text }));
}

function elsewhere(call: Call): readonly Deed[] {
  const tool = serverTool(call);
  const fetched = addressesOf(call)
    .flatMap(hostIn)
    .map((host): Deed => ({ on: "fetch", host }));
  return tool === undefined ? fetched : [...fetched, { on: "mcp", tool }];
}

function addressesOf({ input }: ToolCall): readonly string[] {
  return [input["url"], input["urls"]].flat().filter((url) => typeof url === "string");
}

function serverTool({ tool, mcp }: Call): string | undefined {
  return mcp ?? (tool.startsWith("mcp__") ? tool.slice("mcp__".length) : undefined);
}

/** Read by the platform's own parser: what looks like another host to a pattern is none. */
function hostIn(word: string): readonly string[] {
  const known = word.slice(0, unknownFrom(word));
  if (!/^https?:\/\//i.test(known) || !URL.canParse(known)) return [];
  // Of a host that is not said to its end nothing is known.
  if (known !== word && !/^https?:\/\/[^/?#]+[/?#]/i.test(known)) return [];
  return [new URL(known).hostname];
}

function unknownFrom(word: string): number {
  const found = [HOLE, STAR, QUERY, MADE].map((sign) => word.indexOf(sign)).filter((at) => at >= 0);
  return Math.min(word.length, ...found);
}
