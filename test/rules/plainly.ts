// Whether a line is what a rule means, judged in another way than the product judges it: the line cut at every operator, split
// at spaces, and the words compared. No parser, no shared code; where it and the product differ, the difference is listed.

const BEFORE = /^(sudo|doas|env|time|nohup|nice|exec|command|corepack|then|do|else|!|[A-Za-z_]\w*=\S*)$/;
/** Options before the subcommand that take the next word, of the programs that the sixty rules name. */
const WITH_VALUE =
  /^(-C|-c|-f|-n|-p|--prefix|--dir|--cwd|--context|--namespace|--profile|--region|--project|--file|--host)$/;
const SAME: Readonly<Record<string, readonly string[]>> = {
  install: ["i", "add", "in"],
  run: ["run-script"],
  ci: ["clean-install"],
  "--force": ["-f"],
  "--no-verify": ["-n"],
  "-A": ["--all"],
  "-v": ["--volumes"],
  "-d": ["--delete"],
  "-r": ["-R", "--recursive"],
  "-R": ["--recursive"],
  "-f": ["--force"],
};

/** By a line of the rule that is meant in one part of the line, where no exception of the rule is. */
export function isPlainlyMeant(rule: readonly string[], line: string): boolean {
  const stops = rule.filter((each) => /^(deny|ask|remind) /.test(each));
  const unless = rule.filter((each) => each.startsWith("unless "));
  return line
    .split(/[;&|\n()`{}]+|\$\(|["'] /)
    .some((part) => stops.some((each) => isSaid(each, part)) && !unless.some((each) => isSaid(each, part)));
}

function isSaid(clause: string, part: string): boolean {
  const [, kind, ...rest] = clause.split(" ");
  if (kind === "command") return saysIn(part.split(/\s+/).map(bare), rest);
  if (kind === "edit") return rest.length === 1 && isWritten(rest[0] ?? "", part);
  return kind === "fetch" && part.includes(rest.join(" ").replace("*", ""));
}

/** `> dist/a` and `rm dist/a`. */
function isWritten(glob: string, part: string): boolean {
  const [start = ""] = glob.split("*");
  const paths = [...part.matchAll(/(?:>|\b(?:rm|mv|touch|tee|cp)\b.*?)\s*(?:\.\/)?([\w./-]+)/g)].map(
    ([, path = ""]) => path,
  );
  return start !== "" && paths.some((path) => path.startsWith(start) || path.includes(`/${start}`));
}

function bare(word: string): string {
  return word.replace(/["'\\]/g, "");
}

function saysIn(all: readonly string[], [program = "", ...wanted]: readonly string[]): boolean {
  const words = all.filter((word) => word !== "");
  return [...words.keys()].some((at) => {
    const isFirst = words.slice(0, at).every((word) => BEFORE.test(word) || /^(-|xargs|npx|python|\d)/.test(word));
    return (
      (isFirst || /^(sudo|npx)$/.test(program)) &&
      isIt(program, nameOf(words[at] ?? "")) &&
      hasAll(wanted, words.slice(at + 1))
    );
  });
}

function nameOf(word: string): string {
  return (word.split("/").at(-1) ?? "").replace(/@.*/, "");
}

function isIt(wanted: string, word: string): boolean {
  if (wanted.endsWith("*")) return word.startsWith(wanted.slice(0, -1));
  return wanted === word || (SAME[wanted] ?? []).includes(word);
}

function hasAll(wanted: readonly string[], args: readonly string[]): boolean {
  const operands = args.filter((word, at) => !word.startsWith("-") && !WITH_VALUE.test(args[at - 1] ?? ""));
  const words = wanted.filter((word) => !word.startsWith("-"));
  const options = wanted.filter((word) => word.startsWith("-"));
  const letters = options.flatMap((word) =>
    /^-\w\w+$/.test(word) ? [...word.slice(1)].map((each) => `-${each}`) : [word],
  );
  return (
    words.every((word, at) =>
      at === 0 ? isIt(word, operands[0] ?? "\n") : operands.slice(1).some((each) => isIt(word, each)),
    ) &&
    letters.every((option) =>
      args.some(
        (word) => isIt(option, word) || (/^-\w$/.test(option) && /^-\w+$/.test(word) && word.includes(option.slice(1))),
      ),
    )
  );
}

/** The sixty's rules about files, said once more by hand. */
const FILES: readonly (readonly [clause: string, isMeant: (path: string, text: string) => boolean])[] = [
  ["deny edit migrations/**", (path) => path.startsWith("migrations/")],
  ["deny edit .env*", (path) => path.split("/").some((name) => name.startsWith(".env"))],
  [
    "deny edit src/**/*.ts with console.log",
    (path, text) => /^src\/.*\.ts$/.test(path) && text.includes("console.log"),
  ],
  ["deny edit package-lock.json", (path) => /(^|\/)package-lock\.json$/.test(path)],
  ["deny edit pnpm-lock.yaml", (path) => /(^|\/)pnpm-lock\.yaml$/.test(path)],
  ["ask edit .github/workflows/**", (path) => path.startsWith(".github/workflows/")],
  ["deny edit dist/**", (path) => path.startsWith("dist/")],
  ["deny edit **/*.generated.ts", (path) => path.endsWith(".generated.ts")],
];

export function isPlainlyMeantEdit(path: string, text: string): boolean {
  return FILES.some(([, isMeant]) => isMeant(path, text));
}
