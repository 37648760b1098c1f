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

const DIRECTIVE = /%[-+ 0-9.]*[sbqd]/g;
const LONGEST = 64 * 1024;

/** Each `%s` takes an argument; while some are left over, the format begins again. */
function formatted(args: readonly string[]): string | undefined {
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  const takes = format.match(DIRECTIVE)?.length ?? 0;
  const rounds = takes === 0 ? 1 : Math.max(1, Math.ceil(values.length / takes));
  if (rounds * format.length > LONGEST) return undefined;
  let at = 0;
  return format
    .repeat(rounds)
    .replace(DIRECTIVE, () => values[at++] ?? "")
    .replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t")
    .replaceAll("%%", "%");
}
