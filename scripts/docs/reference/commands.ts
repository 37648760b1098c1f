// The commands, from the list that parsing, help and completion read, and from the table of who may use them.
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { flag } from "../../../src/cli/help.ts";
import {
  COMMON_OPTIONS,
  isCurrent,
  load,
  type NamedCommand,
  type OptionSpec,
  type Registry,
} from "../../../src/cli/spec.ts";
import { permission, type Verb } from "../../../src/trust/authority.ts";
import { NARROWING_OPTIONS, PERSONS_OPTIONS } from "../../../src/trust/limits.ts";
import type { Slots } from "../template.ts";
import { code, table } from "../text.ts";

export async function commandSlots(all: Registry = COMMANDS): Promise<Slots> {
  const registry = all.filter(isCurrent);
  return {
    overview: table(
      ["command", "does", "from an agent"],
      registry.map(([verb, summary]) => [`[${code(verb)}](#holdfast-${verb})`, summary, fromAgent(verb)]),
    ),
    old: table(
      ["old name", "now"],
      all.flatMap(([verb, , , now]) => (now === undefined ? [] : [[code(verb), code(`holdfast ${now}`)]])),
    ),
    common: options(COMMON_OPTIONS),
    commands: (await Promise.all(registry.map(load))).map(section).join("\n\n"),
  };
}

function section(command: NamedCommand): string {
  const { verb, summary, usage, about = [], examples } = command;
  const own = Object.keys(command.options).length > 0 ? [options(command.options)] : [];
  return [
    `## holdfast ${verb}`,
    `${summary}.`,
    block(usage),
    ...about.map(asProse),
    ...own,
    "Examples:",
    block(examples.join("\n")),
  ].join("\n\n");
}

/** Help is plain text: what stands in angle brackets or between stars there is meant literally. */
function asProse(line: string): string {
  const marked = line.replaceAll(/(?<!`)(--[a-z][a-z-]*)(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/g, code("$1"));
  return marked.replaceAll(/[<*]/g, "\\$&");
}

function options(rows: Readonly<Record<string, OptionSpec>>): string {
  return table(
    ["option", "does"],
    Object.entries(rows).map(([name, option]) => [code(flag(name, option)), option.help]),
  );
}

function block(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

function fromAgent(verb: string): string {
  const allowed = permission(verb, "cli");
  if (allowed !== "limited") return allowed === "full" ? "yes" : "no";
  const flags = (names: readonly string[] | undefined): string =>
    (names ?? []).map((name) => code(`--${name}`)).join(" or ");
  const only = flags(NARROWING_OPTIONS[verb as Verb]);
  const never = flags(PERSONS_OPTIONS[verb as Verb]);
  return `limited${only === "" ? "" : `, with ${only}`}${never === "" ? "" : `, without ${never}`}`;
}
