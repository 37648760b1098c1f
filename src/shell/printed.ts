// What a command prints, where its words say it: enough for `$(echo ~/x)`, `$(pwd)/x` and `echo TEXT | sh`.

/** Undefined where it is not known. */
export function printed(
  words: readonly string[],
  cwd: string | undefined,
  stdin: string | undefined,
): string | undefined {
  const [name = "", ...args] = words;
  const operands = args.filter((word) => !word.startsWith("-"));
  switch (name.slice(name.lastIndexOf("/") + 1)) {
    case "echo":
      return args.filter((word) => !/^-[neE]+$/.test(word)).join(" ");
    case "printf":
      return formatted(args);
    case "pwd":
      return cwd;
    case "cat":
      return operands.length === 0 || operands[0] === "-" ? stdin : undefined;
    case "realpath":
    case "readlink":
      return operands.length === 1 ? operands[0] : undefined;
    case "dirname":
      return operands[0]?.replace(/\/+[^/]*\/*$/, "");
    case "basename":
      return operands[0]?.replace(/\/+$/, "").split("/").at(-1);
    case "tee":
      return stdin;
    default:
      return undefined;
  }
}

/** Each `%s` takes an argument; what is left over follows, one line each. */
function formatted(args: readonly string[]): string {
  const [format = "", ...rest] = args.filter((word) => word !== "--");
  const values = [...rest];
  const text = format
    .replace(/%[-+ 0-9.]*[sbqd]/g, () => values.shift() ?? "")
    .replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t")
    .replaceAll("%%", "%");
  return [text, ...values].join("\n");
}
