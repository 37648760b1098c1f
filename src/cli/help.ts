// Help texts, made from the list of commands and from what each says of itself.
import { EXIT_HELP } from "./exit.ts";
import { beside, type Output, wrap } from "./output.ts";
import { COMMON_OPTIONS, isCurrent, type NamedCommand, type OptionSpec, type Registry } from "./spec.ts";

/** The first screen: what a person needs in a week. */
const FIRST = 18;

export function overview(registry: Registry, out: Output): void {
  out.line(`${out.paint("bold", "holdfast")}: memory for coding agents that you can trust`);
  out.line();
  out.line("  holdfast COMMAND [options]       holdfast COMMAND --help for examples");
  out.line();
  const current = registry.filter(isCurrent);
  for (const [verb, summary] of current.slice(0, FIRST)) out.line(`  ${out.paint("cyan", verb.padEnd(9))} ${summary}`);
  out.line();
  const rest = current.slice(FIRST).map(([verb]) => verb);
  for (const line of wrap(`Also: ${rest.join(" ")}`, out.columns - 2)) out.line(`  ${line}`);
  out.line();
  out.line("Exit codes");
  for (const line of EXIT_HELP) out.line(`  ${line}`);
}

export function commandHelp(command: NamedCommand, out: Output): void {
  out.line(command.summary);
  out.line();
  const [first = "", ...more] = wrap(command.usage, out.columns - 2);
  out.line(`  ${out.paint("bold", first)}`);
  if (more.length > 0)
    for (const line of wrap(more.join(" "), out.columns - 6)) out.line(`      ${out.paint("bold", line)}`);
  for (const line of command.about ?? []) for (const part of wrap(line, out.columns - 2)) out.line(`  ${part}`);
  out.line();
  out.line("Options");
  for (const [name, option] of Object.entries({ ...command.options, ...COMMON_OPTIONS })) {
    const label = `  ${flag(name, option).padEnd(24)}  `;
    for (const line of beside(label, 28, option.help, Math.max(58, out.columns))) out.line(line);
  }
  out.line();
  out.line("Examples");
  for (const example of command.examples) out.line(`  ${out.paint("cyan", example)}`);
}

export function flag(name: string, option: OptionSpec): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return `${short}--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
}
