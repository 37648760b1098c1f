// holdfast completion: made from the list of commands, so it can't fall behind.
import { list } from "../../review/list.ts";
import { refuse } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import {
  COMMON_OPTIONS,
  type Commands,
  type Ended,
  type Invocation,
  isCurrent,
  load,
  type NamedCommand,
} from "../spec.ts";

/** What the scripts ask for where a memory is to be named. */
const NAMES = "names";
const PLAIN = /^[a-z0-9_]+$/;
const ASKED = `holdfast completion ${NAMES} 2>/dev/null`;
const SHELLS: Readonly<Record<string, (all: readonly NamedCommand[]) => string>> = { bash, zsh, fish };

export const commands: Commands = {
  completion: {
    usage: "holdfast completion bash|zsh|fish",
    options: {},
    names: [1, 1],
    examples: [
      "holdfast completion bash >> ~/.bashrc",
      "holdfast completion fish > ~/.config/fish/completions/holdfast.fish",
    ],
    run,
  },
};

async function run({ out, names, registry, bench }: Invocation): Promise<Ended> {
  const [shell = ""] = names;
  if (shell === NAMES) {
    // A tab must never end in an error, and an agent's shell completes what an agent may read.
    const { rows } = bench.hasStore() ? list(bench.stores(), {}, bench.act) : { rows: [] };
    // Shells expand what they complete.
    for (const { stem, name } of rows) if (PLAIN.test(stem)) out.line(`${stem}\t${name}`);
    return EXIT.done;
  }
  const make = SHELLS[shell];
  if (make === undefined) {
    const message = `completion takes ${Object.keys(SHELLS).join(", ")}; found "${shell}".`;
    return refuse("usage", message, "holdfast completion bash");
  }
  out.line(make(await Promise.all(registry.filter(isCurrent).map(load))));
  return EXIT.done;
}

function flags(command: NamedCommand): readonly string[] {
  return Object.keys({ ...command.options, ...COMMON_OPTIONS }).map((name) => `--${name}`);
}

function bash(all: readonly NamedCommand[]): string {
  const named = (command: NamedCommand): string => (command.takesMemories ? ` $(${ASKED} | cut -f1)` : "");
  const cases = all.map((command) => `    ${command.verb}) words="${flags(command).join(" ")}${named(command)}" ;;`);
  return [
    "_holdfast() {",
    '  local cur="${COMP_WORDS[COMP_CWORD]}" words',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    "  esac",
    `  [ "$COMP_CWORD" -eq 1 ] && words="${all.map((command) => command.verb).join(" ")}"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    "}",
    "complete -F _holdfast holdfast",
  ].join("\n");
}

function zsh(all: readonly NamedCommand[]): string {
  const verbs = all.map((command) => `    '${command.verb}:${command.summary.replace(/[':]/g, " ")}'`);
  const named = (command: NamedCommand): string => (command.takesMemories ? ` \${(f)"$(${ASKED} | cut -f1)"}` : "");
  const cases = all.map((command) => `    ${command.verb}) compadd -- ${flags(command).join(" ")}${named(command)} ;;`);
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

function fish(all: readonly NamedCommand[]): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;
  return all
    .flatMap((command) => [
      `complete -c holdfast -f -n __fish_use_subcommand -a ${command.verb} -d ${quoted(command.summary)}`,
      ...(command.takesMemories
        ? [`complete -c holdfast -f -n '__fish_seen_subcommand_from ${command.verb}' -a '(${ASKED})'`]
        : []),
      ...Object.entries(command.options).map(
        ([name, option]) =>
          `complete -c holdfast -n '__fish_seen_subcommand_from ${command.verb}' -l ${name} -d ${quoted(option.help)}`,
      ),
    ])
    .join("\n");
}
