// Reading the words of one command: options, their values, and the paths a word may hold.

export interface Arguments {
  readonly operands: readonly string[];
  readonly options: readonly string[];
  /** The value of an option that takes one, by its name: `-C dir`, `--directory=dir`. */
  value(...names: readonly string[]): string | undefined;
}

/** `withValue`: options whose next word is theirs. */
export function argumentsOf(words: readonly string[], withValue: readonly string[] = []): Arguments {
  const operands: string[] = [];
  const options: string[] = [];
  const values = new Map<string, string>();
  let ended = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (ended || word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word === "--") ended = true;
    else {
      options.push(word);
      const [name = "", attached] = splitOption(word, withValue);
      if (attached !== undefined) values.set(name, attached);
      else if (withValue.includes(name) && at + 1 < words.length) values.set(name, words[++at] ?? "");
    }
  }
  return {
    operands,
    options,
    value: (...names) => names.map((name) => values.get(name)).find((v) => v !== undefined),
  };
}

/** `--name=value`, or `-Xvalue` where X takes a value. */
function splitOption(word: string, withValue: readonly string[]): readonly [string, string?] {
  const equals = word.indexOf("=");
  if (word.startsWith("--")) return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
  const short = word.slice(0, 2);
  return word.length > 2 && withValue.includes(short) ? [short, word.slice(2)] : [word];
}

/** A cluster of short options holds this letter: `-Ei`, `-i.bak`. */
export function hasLetter(options: readonly string[], letter: string): boolean {
  return options.some((option) => /^-[A-Za-z]/.test(option) && (option.split(/[=./]/)[0] ?? "").includes(letter));
}

/** Every path that a word may hold: itself, the value of `name=path` or `-Xpath`, the sides of `a:b`. */
export function pathsIn(word: string): readonly string[] {
  const plain = word.startsWith("-") ? [] : [word];
  const value = word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : [];
  const attached = /^-[A-Za-z]+[/~.]/.test(word) ? [word.replace(/^-[A-Za-z]+/, "")] : [];
  const sides = word.includes(":") ? word.split(":") : [];
  const listed = word.includes(",") ? word.split(/[,=]/) : [];
  return [...plain, ...value, ...attached, ...sides, ...listed].filter((path) => path !== "");
}

export function programName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1);
  return name.replace(/\.(exe|cmd|bat)$/i, "");
}

export function baseName(path: string): string {
  return path.replace(/\/+$/, "").split("/").at(-1) ?? "";
}
