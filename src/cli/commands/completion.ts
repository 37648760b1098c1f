// holdfast completion: made from the table of commands, so it can't fall behind.
import { refuse } from "../../text/errors.ts";
import { COMMANDS } from "../commands.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import { COMMON_OPTIONS, type CommandSpec, type Invocation } from "../spec.ts";

const SHELLS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

export function run({ bench, out, names }: Invocation): number {
  const make = SHELLS[names[0] ?? ""];
  if (make === undefined) {
    return ended(
      refuse(
        "usage",
        `completion takes ${Object.keys(SHELLS).join(", ")}; found "${names[0] ?? ""}".`,
        "holdfast completion bash",
      ),
      out,
      bench,
    );
  }
  out.line(make());
  return EXIT.done;
}

function flags(command: CommandSpec): readonly string[] {
  return Object.keys({ ...command.options, ...COMMON_OPTIONS }).map((name) => `--${name}`);
}

function bash(): string {
  const cases = COMMANDS.map((command) => `    ${command.verb}) words="${flags(command).join(" ")}" ;;`);
  return [
    "_holdfast() {",
    '  local cur="${COMP_WORDS[COMP_CWORD]}" words',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    "  esac",
    `  [ "$COMP_CWORD" -eq 1 ] && words="${COMMANDS.map((command) => command.verb).join(" ")}"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    "}",
    "complete -F _holdfast holdfast",
  ].join("\n");
}

function zsh(): string {
  const verbs = COMMANDS.map((command) => `    '${command.verb}:${command.summary.replace(/[':]/g, " ")}'`);
  const cases = COMMANDS.map((command) => `    ${command.verb}) compadd -- ${flags(command).join(" ")} ;;`);
  return [
    "#compdef holdfast",
    "_holdfast() {",
    "  local -a verbs",
    "  verbs=(",
    ...verbs,
    "  )",
    "  if (( CURRENT == 2 )); then _describe command verbs; return; fi",
    '  case "$words[2]" in',
    ...cases,
    "  esac",
    "}",
    "compdef _holdfast holdfast",
  ].join("\n");
}

function fish(): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;
  return COMMANDS.flatMap((command) => [
    `complete -c holdfast -f -n __fish_use_subcommand -a ${command.verb} -d ${quoted(command.summary)}`,
    ...Object.entries(command.options).map(
      ([name, option]) =>
        `complete -c holdfast -n '__fish_seen_subcommand_from ${command.verb}' -l ${name} -d ${quoted(option.help)}`,
    ),
  ]).join("\n");
}
