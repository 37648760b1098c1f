// What a command runs in its stead or besides itself: `env X=1 CMD`, `bash -c TEXT`, `xargs CMD`, `find -exec CMD`.
import { MADE } from "../shell-line.ts";
import type { ShellPlace } from "./state.ts";

interface Inner {
  readonly words?: readonly string[];
  /** To be read as shell text. */
  readonly text?: string;
  readonly wrappers: readonly string[];
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

interface Unwrapped {
  readonly inner: readonly Inner[];
  /** The command itself does something too. */
  readonly isItself: boolean;
  /** A shell whose text is not known. */
  readonly isUnknown: boolean;
}

const ITSELF: Unwrapped = { inner: [], isItself: true, isUnknown: false };

function instead(...inner: readonly Inner[]): Unwrapped {
  return { inner, isItself: false, isUnknown: false };
}

/**
 * Names, then their options that take a value, the number of operands that are their own, and marks: an option's value is a
 * folder (`=dir`) or shell text (`=text`), `VAR=` may stand before the program, the program's words are `joined` as text.
 */
const TABLE = `
command,builtin,nohup,setsid,unbuffer,busybox,toybox,winpty,rlwrap,dbus-run-session,corepack
env VAR= -u --unset -C=dir --chdir=dir -S=text --split-string=text
sudo VAR= -u --user -g --group -h --host -p --prompt -C -r -t -T -U -R -D=dir --chdir=dir
doas -u -C
exec -a
time -f --format -o --output
nice,ionice -n --adjustment -c -p
timeout,gtimeout -s --signal -k --kill-after 1
stdbuf -i -o -e
strace,ltrace -o -e -p -s -E -u
flock -w --timeout -E -c=text --command=text 1
chroot --userspec --groups 1
chrt,taskset,faketime -f -T -P -D 1
unshare,nsenter -S -G -R -w -t
xvfb-run,systemd-run,caffeinate -n -s -e -f -p --property --unit -u -t -w
watch -n --interval joined
script -I -O -B -T -E -m -o -c=text --command=text 99
su,runuser -u -s -g -G -w -c=text --command=text 99
ssh -i -p -o -l -F -J -L -R -D -b -c -m -S -W -w -E 1 joined
cross-env VAR=
uvx -p --python --from --with
npx,pnpx,bunx -p --package -w -c=text --call=text
xargs,parallel -n -P -L -d -E -s -a -j -I --max-args --max-procs --delimiter --arg-file
`;

interface Wrapper {
  readonly values: ReadonlyMap<string, string>;
  readonly operands: number;
  readonly marks: ReadonlySet<string>;
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(TABLE.trim().split("\n").flatMap(wrappersIn));

function wrappersIn(line: string): readonly (readonly [string, Wrapper])[] {
  const [names = "", ...marks] = line.split(" ");
  const values = marks.filter((mark) => mark.startsWith("-")).map((mark) => mark.split("="));
  const wrapper: Wrapper = {
    values: new Map(values.map(([option = "", kind = "own"]) => [option, kind])),
    operands: Number(marks.find((mark) => /^\d+$/.test(mark)) ?? 0),
    marks: new Set(marks),
  };
  return names.split(",").map((name) => [name, wrapper]);
}

/** Package runners with a word in front. */
const RUNNERS: ReadonlyMap<string, RegExp> = new Map([
  ["npm", /^(exec|x)$/],
  ["pnpm", /^(exec|dlx)$/],
  ["yarn", /^(exec|dlx|run)$/],
  ["bun", /^x$/],
  ["bundle", /^exec$/],
  ["pipx", /^run$/],
  ["mise", /^(exec|x)$/],
  ...["uv", "poetry", "pipenv", "pdm", "hatch", "doppler"].map((name): [string, RegExp] => [name, /^run$/]),
]);

const SHELL = /^(ba|z|da|k|mk|a|fi|rba)?sh$/;
const STDIN = /^(-|\/dev\/(stdin|fd\/0))$/;

export function innerOf(words: readonly string[], place: ShellPlace): Unwrapped {
  const [word = "", ...args] = words;
  const name = word.slice(word.lastIndexOf("/") + 1);
  if (SHELL.test(name)) return shell(words, place);
  if (/^(at|batch)$/.test(name) || (/^(source|\.)$/.test(name) && STDIN.test(args[0] ?? "")))
    return shell(["sh"], place);
  if (name === "eval") return instead({ text: args.join(" "), wrappers: [] });
  if (name === "trap" && args.length > 1) return instead({ text: args[0] ?? "", wrappers: [] });
  if (name === "find") return { ...ITSELF, inner: executed(args) };
  const runner = RUNNERS.get(name);
  if (runner !== undefined) return packaged(name, args, runner);
  const wrapper = WRAPPERS.get(name);
  return wrapper === undefined ? ITSELF : wrapped(name, args, wrapper);
}

/** `bash -lc TEXT ARGS`, `bash FILE`, or text on its input. */
function shell(words: readonly string[], { stdin, isFed }: ShellPlace): Unwrapped {
  const args = words.slice(1);
  const option = args.findIndex((word) => /^-[A-Za-z]*[cs][A-Za-z]*$/.test(word));
  const start = args.findIndex(
    (word, at) => !/^[-+]/.test(word) && !/^([-+][oO]|--rcfile|--init-file)$/.test(args[at - 1] ?? ""),
  );
  const isInput = start < 0 || (option >= 0 && option < start && !/c/.test(args[option] ?? ""));
  if (isInput && stdin === undefined) return isFed ? { ...ITSELF, isUnknown: true } : ITSELF;
  if (!isInput && (option < 0 || option > start)) return ITSELF;
  const text = isInput ? (stdin ?? "") : (args[start] ?? "");
  const given = isInput ? args.slice(option + 1) : args.slice(start + 1);
  return instead({ words: ["set", "--", ...given], wrappers: [] }, { text, wrappers: words.slice(0, 1) });
}

function wrapped(name: string, args: readonly string[], wrapper: Wrapper): Unwrapped {
  const own: string[] = [name];
  const found = new Map<string, string>();
  const variables: Record<string, string> = {};
  let operands = wrapper.operands;
  let at = 0;
  for (let isEnded = false; at < args.length; at++) {
    const word = args[at] ?? "";
    const [option, attached] = isEnded ? [word] : optionIn(word, wrapper);
    const kind = isEnded ? undefined : wrapper.values.get(option);
    if (word === "--" && !isEnded) isEnded = true;
    else if (kind !== undefined) {
      const value = attached ?? args[++at] ?? "";
      own.push(option);
      if (kind === "own") own.push(value);
      found.set(kind === "own" ? option : kind, value);
    } else if (wrapper.marks.has("VAR=") && /^[A-Za-z_]\w*=/.test(word)) {
      variables[word.slice(0, word.indexOf("="))] = word.slice(word.indexOf("=") + 1);
    } else if (/^-./.test(word) && !isEnded) own.push(word);
    else if (operands-- > 0) own.push(word);
    else break;
  }
  const rest = args.slice(at);
  const text = found.get("text");
  const folder = found.get("dir");
  const where = { variables, ...(folder === undefined ? {} : { folder }) };
  if (name === "command" && own.some((word) => /^-[vV]/.test(word))) return ITSELF;
  if (text !== undefined) return instead({ ...where, text, wrappers: [...own, ...rest] });
  if (rest.length === 0) return ITSELF;
  if (wrapper.marks.has("joined")) return instead({ ...where, text: rest.join(" "), wrappers: own });
  const fed = name === "xargs" || name === "parallel" ? filled(rest, found.get("-I")) : versionless(rest);
  return instead({ ...where, words: fed, wrappers: own });
}

/** `-C`, `-Cdir`, `--chdir=dir` or, last in a cluster, `-qc`: the option, and the text attached to it. */
function optionIn(word: string, { values }: Wrapper): readonly [option: string, attached?: string] {
  if (word.startsWith("--")) {
    const [option = "", ...attached] = word.split("=");
    return attached.length === 0 ? [option] : [option, attached.join("=")];
  }
  const short = word.slice(0, 2);
  if (word.length > 2 && values.has(short)) return [short, word.slice(2)];
  const last = `-${word.at(-1) ?? ""}`;
  return /^-[A-Za-z]+$/.test(word) && values.has(last) ? [last] : [word];
}

/** What is fed is not known; it takes the place of the mark, or stands at the end. */
function filled(words: readonly string[], mark = "{}"): readonly string[] {
  const isMarked = mark !== "" && words.some((word) => word.includes(mark));
  return isMarked ? words.map((word) => word.replaceAll(mark, MADE)) : [...words, MADE];
}

function packaged(name: string, args: readonly string[], verb: RegExp): Unwrapped {
  const at = args.findIndex((word) => !word.startsWith("-"));
  const wrappers = [name, ...args.slice(0, at + 1)];
  if (verb.test(args[at] ?? "")) {
    const start = args.findIndex((word, index) => index > at && !word.startsWith("-"));
    return start < 0 ? ITSELF : instead({ words: versionless(args.slice(start).filter(isNoEnd)), wrappers });
  }
  return name === "yarn" && at >= 0 ? { ...ITSELF, inner: [{ words: args.slice(at), wrappers: [name] }] } : ITSELF;
}

/** `npm exec holdfast -- confirm`: the first `--` is npm's. */
function isNoEnd(word: string, index: number, words: readonly string[]): boolean {
  return word !== "--" || words.indexOf("--") !== index;
}

/** `holdfast@latest` runs holdfast. */
function versionless([first = "", ...rest]: readonly string[]): readonly string[] {
  return [first.replace(/(?<=.)@[\w.^~-]*$/, ""), ...rest];
}

function executed(args: readonly string[]): readonly Inner[] {
  const inner: Inner[] = [];
  for (let at = 0; at < args.length; at++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[at] ?? "")) continue;
    const words: string[] = [];
    while (++at < args.length && !/^[;+]$/.test(args[at] ?? "")) words.push((args[at] ?? "").replaceAll("{}", MADE));
    inner.push({ words, wrappers: ["find"] });
  }
  return inner;
}
