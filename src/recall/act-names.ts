// What an act names (ARR-6): the program of a command with its subcommand, flags and arguments, the file and its folders,
// the symbols of a text that is to be written, the host of an address. A shell line is cut roughly and in proportion to its
// length: a word too many asks the index in vain, a word too few is silence.
import { isStopWord } from "../text/stop-words.ts";
import { type Token, tokensOf } from "../text/terms.ts";

export interface Act {
  /** What it touches, each as the names from the project's top. */
  readonly paths: readonly (readonly string[])[];
  readonly command?: string | undefined;
  /** To be written. */
  readonly text?: string | undefined;
  readonly url?: string | undefined;
}

interface Said {
  /** As the act has it. */
  readonly said: string;
  readonly tokens: readonly Token[];
}

/**
 * `phrase`: its words stand side by side in a memory. `word`: one word or identifier by itself, which must be as rare in
 * developer text at large as `rarity` says. `path`: the file or a folder of it; its words propose, the text decides.
 */
export type Name =
  | (Said & { readonly kind: "phrase" })
  | (Said & { readonly kind: "word"; readonly rarity: number })
  | (Said & { readonly kind: "path"; readonly path: readonly string[] });

/** How rare a name must be to say something by itself (recall/evidence.ts): 0 for the commonest words, 1 for unknown ones. */
const RARITY = {
  /** Where a program or a package stands. `npm` has 0.25, `git` 0.15. */
  program: 0.2,
  /** Subcommands, arguments and flags. `rebase` has 0.48, `push` 0.29. */
  argument: 0.45,
  /** Identifiers of several parts. */
  whole: 0.6,
  /** Any single word of a text: one that developer text hardly knows, such as `wkhtmltopdf`. */
  text: 0.9,
} as const;

/** Of a word that is no program: `npm ci` is not about CI. */
const SHORTEST = 3;
const LONGEST_LINE = 2000;
const LONGEST_TEXT = 8000;
const MOST_SYMBOLS = 240;

/** The strongest first: what names a file or a program with its subcommand, then single words. */
export function namesIn({ paths, command = "", text = "", url }: Act): readonly Name[] {
  const { line, written } = splitDocument(command);
  const names = [
    ...paths.flatMap(namesOfPath),
    ...stepsOf(line.slice(0, LONGEST_LINE)).flatMap(namesOfStep),
    ...(url === undefined ? [] : hostOf(url)),
    ...symbolsIn(`${text}\n${written}`.slice(0, LONGEST_TEXT)),
  ];
  const unique = new Map<string, Name>();
  for (const name of names) {
    const key = `${name.kind} ${name.tokens.map(({ form }) => form).join(" ")}`;
    const known = unique.get(key);
    if (known === undefined || rarityOf(name) < rarityOf(known)) unique.set(key, name);
  }
  return [...unique.values()].sort((a, b) => Number(a.kind === "word") - Number(b.kind === "word"));
}

/** Of what a helper is asked to do: the files and symbols that stand in it. */
export function namesInTask(task: string): readonly Name[] {
  const text = task.slice(0, LONGEST_TEXT);
  const files = (text.match(PATH_TOKEN) ?? []).filter((token) => /\w\/\w|\w\.[a-z]{1,4}$/.test(token));
  return namesIn({ paths: files.map(partsOf), text });
}

function rarityOf(name: Name): number {
  return name.kind === "word" ? name.rarity : 0;
}

function phrase(...words: readonly string[]): readonly Name[] {
  const tokens = words.flatMap(tokensOf).filter(({ kind }) => kind === "word" || kind === "part");
  return tokens.length < words.length ? [] : [{ kind: "phrase", said: words.join(" "), tokens }];
}

/** An identifier counts as a whole: its parts are ordinary words. */
function word(said: string, rarity: number): readonly Name[] {
  const tokens = tokensOf(said);
  const whole = tokens.find(({ kind }) => kind === "whole");
  const token = whole ?? (tokens.length === 1 ? tokens[0] : undefined);
  const least = rarity === RARITY.program ? 2 : SHORTEST;
  if (token === undefined || token.form.length < least || /^\d/.test(token.form) || isStopWord(token.form)) return [];
  return [{ kind: "word", said, tokens: [token], rarity: whole ? Math.min(rarity, RARITY.whole) : rarity }];
}

// Files and folders.

/** In every project, or in every folder of one: such a name by itself says nothing. */
const COMMON_FOLDERS = new Set(
  (
    "src lib test tests docs doc app apps packages internal cmd pkg public assets scripts config components utils types " +
    "server client api web core main common shared static bin build dist tools examples java kotlin resources com org"
  ).split(" "),
);
const COMMON_FILES = /^(index|main|mod|lib|__init__|page|layout|route|app|types|utils|test|tests|setup|config)\.\w+$/;

function namesOfPath(path: readonly string[]): readonly Name[] {
  const words = path.filter((each, at) => at === path.length - 1 || !COMMON_FOLDERS.has(each));
  return words.flatMap((each): readonly Name[] => {
    const tokens = tokensOf(each);
    const token = tokens.find(({ kind }) => kind === "whole") ?? tokens[0];
    if (token === undefined) return [];
    return [{ kind: "path", said: path.join("/"), tokens: [token], path }, ...folderWord(each, path)];
  });
}

/** A folder named like nothing else is named without its slash too. */
function folderWord(name: string, path: readonly string[]): readonly Name[] {
  return name === path.at(-1) ? [] : word(name, RARITY.text);
}

const PATH_TOKEN = /[\w@~.+/-]+/g;
const LONGEST_PATH = 400;

/** Whether a text names the file, or a folder it lies in, as they stand there: "src/day.ts" is no other folder's day.ts. */
export function namesPath(text: string, path: readonly string[]): boolean {
  const folders = path.slice(0, -1);
  return (text.match(PATH_TOKEN) ?? []).some((found) => {
    if (found.length > LONGEST_PATH) return false;
    const token = found.replace(/\.+$/, "");
    const parts = token.split("/").filter((part) => part !== "" && part !== "." && part !== "~");
    return isFile(parts, path) || (token.includes("/") && isFolder(token, parts, folders));
  });
}

function isFile(parts: readonly string[], path: readonly string[]): boolean {
  const length = Math.min(parts.length, path.length);
  const [name = ""] = parts.slice(-1);
  if (length === 0 || parts.slice(-length).join("/") !== path.slice(-length).join("/")) return false;
  // By itself it must look like a file: "deploy" and "index.ts" do not tell which.
  return parts.length > 1 || (/\.|^[A-Z]\w+file$/.test(name) && !COMMON_FILES.test(name));
}

/** "/orders" is as soon a route as a folder: so only one at the top is meant. */
function isFolder(token: string, parts: readonly string[], folders: readonly string[]): boolean {
  if (parts.length === 0 || parts.every((part) => COMMON_FOLDERS.has(part))) return false;
  const fits = (at: number): boolean => parts.every((part, index) => folders[at + index] === part);
  const isTop = parts.length === 1 && !token.endsWith("/");
  return isTop ? fits(0) : folders.some((_, at) => fits(at));
}

/** A word by itself: `cargo-deny` is not cargo, and SwiftUI is not swift. */
export function namesWord(text: string, word: string): boolean {
  const [all, sought] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = all.indexOf(sought); at !== -1; at = all.indexOf(sought, at + 1)) {
    const after = all.slice(at + sought.length, at + sought.length + 2);
    if (!/[\w.-]/.test(all.charAt(at - 1)) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}

// Commands.

/** They look, or move about; what they are given is about nothing that is done. */
const READERS = new Set(
  (
    "ls cat cd pwd echo printf head tail wc grep rg egrep find fd which type tree less more sort uniq cut tr true false sleep " +
    "test [ export set source . history clear date whoami hostname diff cmp stat file du df ps top man jq basename dirname " +
    "realpath pushd popd read wait uname id exit for do done if then else fi while case esac in"
  ).split(" "),
);
/** Words of every day: as a program such a name says nothing by itself. */
const PLAIN = new Set("touch mkdir cp mv rm ln chmod chown kill tar zip env time open code install bundle".split(" "));
/** Subcommands that only look. */
const LOOKS = new Set(
  "ps images logs log ls list view show status diff blame get describe version info search outdated audit config top help ping".split(
    " ",
  ),
);
/** What they run comes behind them. */
const WRAPPERS = new Set("sudo env time nohup exec command xargs timeout npx bunx uvx pnpx pipx doas nice".split(" "));
const RUNS = new Set(["exec", "dlx", "x", "-m"]);
const WORDS = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"'|&;<>()`]+|\|\||&&|>>?|[|&;<()`\n]/g;
const SEPARATORS = new Set(["|", "||", "&", "&&", ";", "(", ")", "`", "\n"]);
const DEEPEST = 4;

/** What stands below a here-document is written somewhere, not run. */
function splitDocument(command: string): { readonly line: string; readonly written: string } {
  const at = command.search(/<<-?\s*["'\\]?\w/);
  const end = at === -1 ? -1 : command.indexOf("\n", at);
  return end === -1
    ? { line: command, written: "" }
    : { line: command.slice(0, end), written: command.slice(end + 1, end + LONGEST_TEXT) };
}

interface Step {
  readonly words: readonly string[];
  /** Written by a redirection. */
  readonly files: readonly string[];
}

/** The simple commands of a line; of a quoted text with blanks nothing is taken, for it is somebody's sentence. */
function stepsOf(line: string): readonly Step[] {
  const steps: { words: string[]; files: string[] }[] = [{ words: [], files: [] }];
  let before = "";
  for (const [found] of line.replaceAll("\\\n", " ").matchAll(WORDS)) {
    const text = /^["']/.test(found) ? found.slice(1, -1) : found;
    if (SEPARATORS.has(found)) steps.push({ words: [], files: [] });
    else if (before.startsWith(">")) steps.at(-1)?.files.push(text);
    else if (!/^[<>]/.test(found) && before !== "<" && text !== "" && !/\s/.test(text)) steps.at(-1)?.words.push(text);
    before = found;
  }
  return steps;
}

function namesOfStep({ words, files }: Step): readonly Name[] {
  return [...files.flatMap((file) => namesOfPath(partsOf(file))), ...namesOfWords(words, 0)];
}

function namesOfWords(words: readonly string[], depth: number): readonly Name[] {
  const first = words.findIndex((each) => !/^\w+=/.test(each));
  const program = first === -1 ? "" : (partsOf(words[first] ?? "").at(-1) ?? "");
  if (program === "" || READERS.has(program) || depth > DEEPEST) return [];
  const rest = words.slice(first + 1);
  const plain = rest.filter((each) => !each.startsWith("-"));
  const verbs = plain.filter((each) => !isPathLike(each)).slice(0, 2);
  const inner = WRAPPERS.has(program)
    ? rest.findIndex((each) => !/^(-|\d)/.test(each))
    : 1 + rest.findIndex((each) => RUNS.has(each));
  if (LOOKS.has(verbs[0] ?? "") || rest.includes("--version") || rest.includes("--help")) return [];
  return [
    ...verbs.flatMap((verb) => phrase(program, verb)),
    ...(PLAIN.has(program) ? [] : word(program, RARITY.program)),
    ...rest.flatMap((each) => (each.startsWith("-") ? namesOfFlag(each, program, verbs[0]) : namesOfArgument(each))),
    ...(inner > 0 || (inner === 0 && WRAPPERS.has(program)) ? namesOfWords(rest.slice(inner), depth + 1) : []),
  ];
}

/** `push --force` is written so, and of git's verbs as "force-push" too; a "release build" is not `build --release`. */
function namesOfFlag(flag: string, program: string, verb: string | undefined): readonly Name[] {
  const name = flag === "-f" ? "force" : (/^--([^=]+)/.exec(flag)?.[1] ?? "");
  const [head] = tokensOf(name);
  if (verb === undefined || head === undefined || head.form.length < SHORTEST || isStopWord(head.form))
    return word(name, RARITY.argument);
  const turned = program === "git" ? phrase(head.form, verb) : [];
  return [...phrase(verb, head.form), ...turned, ...word(name, RARITY.argument)];
}

function namesOfArgument(argument: string): readonly Name[] {
  if (/^\w+:\/\//.test(argument)) return hostOf(argument);
  const bare = argument.replace(/(?<=.)(?:@[\d^~*]|[=<>~!]=).*$/, "");
  return isPathLike(bare) ? namesOfPath(partsOf(bare)) : word(bare, RARITY.argument);
}

function isPathLike(text: string): boolean {
  return /[/.]/.test(text);
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "" && part !== "." && part !== ".." && part !== "~");
}

function hostOf(url: string): readonly Name[] {
  const host = /^\w+:\/\/(?:[^/@\s]*@)?([^/:?#\s]+)/.exec(url)?.[1]?.replace(/^www\./, "");
  return host?.includes(".") === true ? word(host, RARITY.argument) : [];
}

// The text to be written.

const SYMBOL = /[A-Za-z_$][\w$]*(?:-[A-Za-z]\w*)*/g;
const MEMBER = /[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*/g;
const IMPORTED = /(?:\b(?:from|import|require)\s?\(?["']|^(?:from|import|use) )(@?[A-Za-z][\w/-]*)/gm;

function symbolsIn(text: string): readonly Name[] {
  const imported = [...text.matchAll(IMPORTED)].flatMap(([, name = ""]) => word(name, RARITY.program));
  const symbols = new Set([...(text.match(MEMBER) ?? []), ...(text.match(SYMBOL) ?? [])]);
  return [...imported, ...[...symbols].slice(0, MOST_SYMBOLS).flatMap((each) => word(each, RARITY.text))];
}
