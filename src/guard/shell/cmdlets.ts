// Commands of PowerShell and cmd under the names by which the guard knows their like: a reader is a reader in every shell.
// What is not in here may write to whatever it is given, as everywhere (guard/lines/writes.ts).
import { MADE } from "../shell-line.ts";

export interface PlainCommand {
  readonly words: readonly string[];
  /** A line in its turn. */
  readonly text?: string;
  /** The folder that the line goes on in. */
  readonly moved?: string;
  readonly set?: readonly [name: string, value: string];
}

interface How {
  readonly isCalled: boolean;
  readonly isPiped: boolean;
  readonly isQuoted: boolean;
}

const READS =
  /^(((get|test|select|measure|format|sort|group|compare|resolve|convert|convertfrom|convertto|join|split|show|find|where|foreach|write)-\w+)|out-(null|string|host|default)|gc|gci|gi|gp|gl|gm|sls|rvpa|oh|fl|ft|fw|select|where|measure|foreach|%|\?|type|dir|findstr|fc|comp|more|tree|vol|ver|title|rem|cls|clear|echo\.|if|else|elseif|try|catch|finally|switch|while|param|function|return|throw|exit|pause|setlocal|endlocal)$/;
const REMOVES = /^(remove-item|ri|rm|del|erase|rd|rmdir)$/;
const COPIES = /^(copy-item|copy|cpi|cp|xcopy|robocopy)$/;
const MOVES = /^(move-item|move|mi|mv|rename-item|rni|ren|rename)$/;
const KEEPS = /^(set-content|sc|add-content|ac|out-file|tee-object|tee|clear-content|clc|new-item|ni|export-\w+)$/;
const GOES = /^(set-location|sl|cd|chdir|push-location|pushd)$/;
const SHELLS = /^(cmd|powershell|pwsh)$/;
/** Words before the program. */
const PREFIX = /^(call|start|do|@|then|in)$/;
const READING_CALL = /::(Read|Exists|Get|OpenRead|OpenText|Combine)\w*/i;
const PATH_OPTION = /^-(path|literalpath|filepath|pspath|lp)$/;
const VALUE_OPTION =
  /^-(value|encoding|filter|include|exclude|itemtype|type|width|delimiter|credential|erroraction|ea|inputobject|name|newname)$/;

export function plainly(all: readonly string[], { isCalled, isPiped, isQuoted }: How): PlainCommand {
  const words = withoutPrefix(all);
  const [first = "", ...args] = words;
  const name = nameOf(first);
  if (words.length === 0) return { words };
  if (isQuoted && !isCalled && words.length === 1) return { words: ["echo", first] };
  if (SHELLS.test(name)) return shell(words, args);
  if (/^(invoke-expression|iex)$/.test(name)) return { words: [], text: args.join(" ") };
  if (name === "set") return assigned(args);
  if (GOES.test(name)) {
    const folder = operandsOf(args).operands[0];
    return { words: ["cd"], ...(folder === undefined ? {} : { moved: folder }) };
  }
  if (READS.test(name) || READING_CALL.test(first)) return { words: ["echo", ...args] };
  const fed = isPiped ? [MADE] : [];
  const { operands, options, named } = operandsOf(args);
  if (REMOVES.test(name)) {
    const isDeep = options.some((option) => /^(-r|\/s$|-[a-z]*r[a-z]*$)/i.test(option));
    return { words: ["rm", ...(isDeep ? ["-r"] : []), ...operands, ...fed] };
  }
  if (COPIES.test(name)) {
    const takes = name === "robocopy" && options.some((option) => /^\/(mov|move|mir|purge)$/i.test(option));
    const pair = name === "robocopy" ? operands.slice(0, 2) : operands;
    const target = named ?? (pair.length > 1 ? pair.at(-1) : undefined) ?? ".";
    const sources = named === undefined && pair.length > 1 ? pair.slice(0, -1) : pair;
    return { words: [takes ? "mv" : "cp", "-r", ...sources, target] };
  }
  if (MOVES.test(name)) return { words: ["mv", ...operands, ...fed, named ?? "."] };
  if (KEEPS.test(name)) return { words: [name, ...operands.slice(0, 1)] };
  return { words: [first, ...args] };
}

function nameOf(word: string): string {
  return word
    .slice(word.lastIndexOf("/") + 1)
    .replace(/\.(exe|cmd|bat|com)$/i, "")
    .toLowerCase();
}

/** `if exist PATH del PATH` runs what stands behind its question. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const [first = "", second = "", third = ""] = words.map((word) => word.toLowerCase());
  if (PREFIX.test(first)) return withoutPrefix(words.slice(1));
  if (first.startsWith("@") && first.length > 1) return [(words[0] ?? "").slice(1), ...words.slice(1)];
  if (first === "else" && words.length > 1) return withoutPrefix(words.slice(1));
  if (first !== "if") return words;
  if (second === "exist") return withoutPrefix(words.slice(3));
  if (second === "not" && third === "exist") return withoutPrefix(words.slice(4));
  return words;
}

/** `-Path X` and `-Path:X` are operands; what stands behind other options is theirs. */
function operandsOf(args: readonly string[]): {
  readonly operands: readonly string[];
  readonly options: readonly string[];
  readonly named: string | undefined;
} {
  const operands: string[] = [];
  const options: string[] = [];
  let named: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const [, option = word, attached] = /^(-[a-z]+):(.*)$/is.exec(word) ?? [];
    const lower = option.toLowerCase();
    const value = (): string => attached ?? args[++at] ?? "";
    if (PATH_OPTION.test(lower)) operands.unshift(value());
    else if (/^-dest/.test(lower)) named = value();
    else if (VALUE_OPTION.test(lower)) {
      const given = value();
      if (/^-(name|newname)$/.test(lower)) operands[0] = operands[0] === undefined ? given : `${operands[0]}/${given}`;
    } else if (/^-[a-z]/i.test(word) || /^\/[a-z?-]{1,5}(:\S*)?$/i.test(word)) options.push(word);
    else operands.push(word);
  }
  return { operands, options, named };
}

/** `cmd /c LINE`, `powershell -NoProfile -Command LINE`; a file to run is a program's word like another. */
function shell(words: readonly string[], args: readonly string[]): PlainCommand {
  const at = args.findIndex((word) => /^(\/+[ckr]|-c(o(m(m(a(n(d)?)?)?)?)?)?)$/i.test(word));
  if (at >= 0) return { words: [], text: args.slice(at + 1).join(" ") };
  const bare = args.findIndex((word) => !/^[-/]/.test(word));
  return bare < 0 || args.some((word) => /^-(f|file|e|ec|encodedcommand)$/i.test(word))
    ? { words }
    : { words, text: args.slice(bare).join(" ") };
}

/** `set X=value` and `set "X=value"`. */
function assigned(args: readonly string[]): PlainCommand {
  const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(args.join(" ")) ?? [];
  return name === "" ? { words: ["echo"] } : { words: [], set: [name, value] };
}
