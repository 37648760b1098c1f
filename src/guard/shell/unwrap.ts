// What a command runs besides itself: `env X=1 CMD`, `bash -c TEXT`, `xargs CMD`, `find -exec CMD`, `eval TEXT`.
import { HOLE } from "../holes.ts";
import { RUNNERS, SHELLS, WRAPPERS, type Wrapper, XARGS_VALUES } from "./wrappers.ts";

export type Inner =
  | {
      readonly kind: "words";
      readonly words: readonly string[];
      readonly folder?: string;
      readonly variables?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly folder?: string;
      /** `$0`, `$1` and so on. */
      readonly args?: readonly string[];
    };

export interface Unwrapped {
  readonly inner: readonly Inner[];
  /** The command itself does something too, and is to be looked at. */
  readonly keep: boolean;
}

const ITSELF: Unwrapped = { inner: [], keep: true };

export interface Fed {
  readonly stdin: string | undefined;
  readonly upstream: readonly string[];
  /** Texts that a file which is a `<(...)` may hold. */
  readonly substituted: readonly string[];
}

/** `spend` is told of work that grows faster than the words do. */
export function unwrap(words: readonly string[], fed: Fed, spend: (steps: number) => void): Unwrapped {
  const [word = "", ...args] = words;
  const name = word.slice(word.lastIndexOf("/") + 1);
  if (SHELLS.has(name)) return shell(args, fed);
  if (name === "source" || name === ".") return { inner: sourced(args[0] ?? "", fed), keep: true };
  if (name === "eval") return { inner: [{ kind: "text", text: args.join(" ") }], keep: false };
  if (name === "trap" && args.length > 1) return { inner: [{ kind: "text", text: args[0] ?? "" }], keep: false };
  if (name === "at" || name === "batch") return { inner: textIn(fed.stdin), keep: true };
  if (name === "xargs" || name === "parallel") return { inner: xargs(args, fed, spend), keep: false };
  if (name === "find") return { inner: executed(args, spend), keep: true };
  if (name === "fd" || name === "fdfind") return { inner: [], keep: true };
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (runner !== undefined) return run(args, runner, name);
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  return wrapper === undefined ? ITSELF : wrapped(args, wrapper, name);
}

function textIn(text: string | undefined): readonly Inner[] {
  return text === undefined ? [] : [{ kind: "text", text }];
}

/** The text of a file that the line itself makes. */
function sourced(file: string, { stdin, substituted }: Fed): readonly Inner[] {
  if (/^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(file)) return textIn(stdin);
  return file.includes(HOLE) ? substituted.flatMap(textIn) : [];
}

/** `bash -lc TEXT`, `bash FILE`, or text on its input. A file is not read here; its path is no operand that is written. */
function shell(args: readonly string[], fed: Fed): Unwrapped {
  const { stdin, upstream } = fed;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (/^[-+](o|O)$/.test(word) || /^--(rcfile|init-file)$/.test(word)) at++;
    else if (/^-[A-Za-z]*c[A-Za-z]*$/.test(word)) {
      const start = args.findIndex((each, index) => index > at && !each.startsWith("-"));
      const inner = start < 0 ? [] : textIn(args[start]).map((each) => ({ ...each, args: args.slice(start + 1) }));
      return { inner, keep: false };
    } else if (/^-[A-Za-z]*s$/.test(word)) {
      return { inner: textIn(stdin).map((each) => ({ ...each, args: ["sh", ...args.slice(at + 1)] })), keep: false };
    } else if (!word.startsWith("-") && !word.startsWith("+")) return { inner: sourced(word, fed), keep: false };
  }
  if (stdin !== undefined || upstream.length === 0) return { inner: textIn(stdin), keep: false };
  // Fed with what is not known, made from what was named before: `ls STORE | sed 's/^/rm /' | sh`.
  const named = upstream.filter((word) => !word.startsWith("-"));
  return { inner: [{ kind: "words", words: [PIPED_SHELL, ...named] }], keep: false };
}

/** No program's name, so that whoever judges it takes it for one that may do anything. */
const PIPED_SHELL = "| sh";

function wrapped(args: readonly string[], wrapper: Wrapper, name: string): Unwrapped {
  let at = 0;
  let folder: string | undefined;
  const inner: Inner[] = [];
  const own: string[] = [];
  const assigned: string[] = [];
  const values = [...wrapper.values, ...(wrapper.text ?? [])];
  for (; at < args.length; at++) {
    const word = args[at] ?? "";
    if (wrapper.stops?.test(word) === true) return { inner: [], keep: false };
    if (word === "--") {
      at++;
      break;
    }
    if (wrapper.assigns === true && /^[A-Za-z_]\w*=/.test(word)) {
      assigned.push(word);
      continue;
    }
    if (!word.startsWith("-") || word === "-") {
      own.push(name === "script" ? word : "");
      if (name === "script" || name === "su") continue;
      break;
    }
    const [option, attached] = optionIn(word, values);
    const value = attached !== "" ? attached : values.includes(option) ? args[++at] : undefined;
    if (value === undefined) continue;
    if (wrapper.folder?.includes(option) === true) folder = value;
    else if (wrapper.text?.includes(option) === true) inner.push({ kind: "text", text: value });
    else own.push(value);
  }
  while (wrapper.assigns === true && /^[A-Za-z_]\w*=/.test(args[at] ?? "")) assigned.push(args[at++] ?? "");
  own.push(...args.slice(at, at + (wrapper.skip ?? 0)));
  const files = own.filter((word) => /[/~.]/.test(word));
  if (files.length > 0) inner.push({ kind: "words", words: [`${name}:`, ...files] });
  const rest = args.slice(at + (wrapper.skip ?? 0));
  // `flock FILE -c TEXT`: the option comes after the operand.
  if (wrapper.text?.includes(rest[0] ?? "") === true) return { inner: [...inner, ...textIn(rest[1])], keep: false };
  const where = folder === undefined ? {} : { folder };
  if (rest.length > 0 && wrapper.joined === true) inner.push({ kind: "text", text: rest.join(" "), ...where });
  else if (rest.length > 0) inner.push({ kind: "words", words: versionless(rest), variables: variablesIn(assigned) });
  return { inner: inner.map((each) => ({ ...each, ...where })), keep: false };
}

function variablesIn(assigned: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(assigned.map((word) => [word.split("=")[0] ?? "", word.slice(word.indexOf("=") + 1)]));
}

/** `-C`, `-Cdir` or, last in a cluster, `-qc`: the option, and the text attached to it. */
function optionIn(word: string, values: readonly string[]): readonly [option: string, attached: string] {
  if (word.startsWith("--")) {
    const equals = word.indexOf("=");
    return equals < 0 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
  }
  const short = word.slice(0, 2);
  if (values.includes(short)) return [short, word.slice(2)];
  const last = `-${word.at(-1) ?? ""}`;
  return values.includes(last) ? [last, ""] : [word, ""];
}

function run(args: readonly string[], verb: RegExp, name: string): Unwrapped {
  const at = args.findIndex((word) => !word.startsWith("-"));
  const first = args[at] ?? "";
  if (verb.test(first)) {
    const rest = args.slice(at + 1).filter((word, index, all) => word !== "--" || all.indexOf("--") !== index);
    const start = rest.findIndex((word) => !word.startsWith("-"));
    return start < 0 ? ITSELF : { inner: [{ kind: "words", words: versionless(rest.slice(start)) }], keep: false };
  }
  if (name === "yarn" && at >= 0) return { inner: [{ kind: "words", words: args.slice(at) }], keep: true };
  return ITSELF;
}

/** `holdfast@latest` runs holdfast. */
function versionless(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  return [first.replace(/(?<=.)@[\w.^~-]*$/, ""), ...rest];
}

/** What is fed is unknown, but it comes from what was named before: `ls STORE | xargs rm`. */
function xargs(args: readonly string[], { stdin, upstream }: Fed, spend: (steps: number) => void): readonly Inner[] {
  let at = 0;
  let placeholder: string | undefined;
  for (; at < args.length && (args[at] ?? "").startsWith("-"); at++) {
    const word = args[at] ?? "";
    const short = word.slice(0, 2);
    if (short === "-I") placeholder = word.length > 2 ? word.slice(2) : args[at + 1];
    if (XARGS_VALUES.includes(word)) at++;
  }
  const command = args.slice(at);
  const split = command.findIndex((word) => /^:::/.test(word));
  const listed = split < 0 ? [] : command.slice(split + 1);
  const words = split < 0 ? command : command.slice(0, split);
  const items = [
    ...listed,
    ...(stdin === undefined ? below(upstream) : stdin.split(/\s+/).filter((each) => each !== "")),
  ];
  const mark = placeholder ?? (words.includes("{}") ? "{}" : undefined);
  if (mark === undefined || mark === "") return [{ kind: "words", words: [...words, ...items] }];
  spend(items.length * words.length);
  return items.map((item) => ({ kind: "words", words: words.map((word) => word.replaceAll(mark, item)) }));
}

/** A listing of a folder prints names in it, with the folder or without. */
export function below(upstream: readonly string[]): readonly string[] {
  return [...upstream.filter((word) => !word.startsWith("-")).flatMap((word) => [word, `${word}/${HOLE}`]), HOLE];
}

function executed(args: readonly string[], spend: (steps: number) => void): readonly Inner[] {
  const first = args.findIndex((word) => /^(-[a-z]{2,}|[!(])/.test(word));
  const starts = args.slice(0, Math.max(first, 0)).filter((word) => !/^-/.test(word));
  return args.flatMap((word, at): readonly Inner[] => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word)) return [];
    spend(args.length);
    const rest = args.slice(at + 1);
    const end = rest.findIndex((each) => each === ";" || each === "+");
    const words = end < 0 ? rest : rest.slice(0, end);
    spend(starts.length * words.length);
    return (starts.length === 0 ? ["."] : starts).map((start) => ({
      kind: "words",
      words: words.map((each) => each.replaceAll("{}", `${start}/${HOLE}`)),
    }));
  });
}
