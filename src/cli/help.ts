// Help texts, made from the table of commands.
import { COMMANDS, FIRST } from "./commands.ts";
import { EXIT_HELP } from "./exit.ts";
import type { Output } from "./output.ts";
import { COMMON_OPTIONS, type CommandSpec, type OptionSpec } from "./spec.ts";
import { wrap } from "./wrap.ts";

export function overview(out: Output): void {
  out.line(`${out.paint("bold", "holdfast")}: memory for coding agents that you can trust`);
  out.line();
  out.line("  holdfast COMMAND [options]       holdfast COMMAND --help for examples");
  out.line();
  const first = FIRST.map((verb) => COMMANDS.find((command) => command.verb === verb)).filter(
    (each) => each !== undefined,
  );
  for (const command of first) out.line(row(command, out));
  out.line();
  const rest = COMMANDS.filter((command) => !FIRST.includes(command.verb)).map((command) => command.verb);
  for (const line of wrap(`Also: ${rest.join(" ")}`, out.columns - 2)) out.line(`  ${line}`);
  out.line();
  out.line("Exit codes");
  for (const line of EXIT_HELP) out.line(`  ${line}`);
}

export function commandHelp(command: CommandSpec, out: Output): void {
  out.line(command.summary);
  out.line();
  out.line(`  ${out.paint("bold", command.usage)}`);
  for (const line of command.about ?? []) for (const part of wrap(line, out.columns - 2)) out.line(`  ${part}`);
  out.line();
  out.line("Options");
  for (const [name, option] of Object.entries({ ...command.options, ...COMMON_OPTIONS })) {
    const [first = "", ...more] = wrap(option.help, Math.max(30, out.columns - 28));
    out.line(`  ${flag(name, option).padEnd(24)}  ${first}`);
    for (const line of more) out.line(`  ${"".padEnd(24)}  ${line}`);
  }
  out.line();
  out.line("Examples");
  for (const example of command.examples) out.line(`  ${out.paint("cyan", example)}`);
}

function row(command: CommandSpec, out: Output): string {
  return `  ${out.paint("cyan", command.verb.padEnd(9))} ${command.summary}`;
}

export function flag(name: string, option: OptionSpec): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return `${short}--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
}
