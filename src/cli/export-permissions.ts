// holdfast export claude-permissions and the like (RUL-9).
import { geminiFolder, readRules, settingsWith } from "../compose/exporting.ts";
import type { HostPermissions, Permission } from "../hosts/permissions.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { PERMISSION_HOSTS, type Permissions, permissionsFor } from "../transfer/export-permissions.ts";
import { textOf } from "./args.ts";
import { EXIT } from "./exit.ts";
import { putExport, tellLeftOut } from "./export-file.ts";
import { beside, type Output } from "./output.ts";
import type { Ended, Invocation } from "./spec.ts";
import { clip } from "./tell.ts";

export async function permissionsInto(call: Invocation, form: string): Promise<Ended> {
  const { bench, out, options } = call;
  const { project } = bench;
  const host = Object.hasOwn(PERMISSION_HOSTS, form) ? PERMISSION_HOSTS[form] : undefined;
  if (host === undefined) {
    const known = Object.keys(PERMISSION_HOSTS).join(", ");
    return refuse(
      "usage",
      `There is no export "${forTerminalLine(form)}": expected ${known}.`,
      "holdfast export --help",
    );
  }
  const path = textOf(options, "out") ?? defaultPath(host, project?.root);
  if (isRefusal(path)) return path;
  const found = permissionsFor(bench.stores(), host, { project: project?.id, act: bench.act });
  const isToFile = path !== undefined;
  if (!isToFile && options["check"] === true)
    return refuse(
      "usage",
      "Arguments stand in no file: name the one to compare.",
      `holdfast export ${form} --check --out FILE`,
    );
  tellUnsaid(out, host, found);
  tellLeftOut(out, found);
  if (!isToFile) return printed(out, found);
  const before = readRules(path, textOf(options, "out") === undefined ? project?.root : undefined);
  if (isRefusal(before)) return before;
  const after = textFor(host, found.said, before);
  if (isRefusal(after)) return after;
  const { unsaid, leftOut } = found;
  return putExport(call, { path, before, after, rules: found.said.length, told: { unsaid, leftOut }, form });
}

function defaultPath({ place, path }: HostPermissions, root: string | undefined): string | Refusal | undefined {
  if (place === "arguments") return undefined;
  if (place === "own-folder") return `${geminiFolder()}/${path}`;
  if (root !== undefined) return `${root}/${path}`;
  const message = "These permissions belong to a repository; there is none here.";
  return refuse("usage", message, "cd into it, or name a file with --out");
}

const MARK = "# Made by `holdfast export`; change the memories, not these lines.";

function textFor({ form }: HostPermissions, said: readonly Permission[], before: string | undefined): string | Refusal {
  if (form === "settings") return settingsWith(before, said);
  const texts = said.map(({ text }) => text);
  const isOurs = form === "own-file" ? before?.startsWith(MARK) : before?.split("\n").every(isArgument);
  if (before !== undefined && isOurs !== true)
    return refuse("unreadable", "There is a file of this name already, and it is not ours.", "Move it away.");
  if (form === "arguments") return texts.map((text) => `${text}\n`).join("");
  return texts.length === 0 && before === undefined ? "" : `${[MARK, ...texts].join("\n\n")}\n`;
}

function isArgument(line: string): boolean {
  return line === "" || line.startsWith("'--deny-");
}

function printed(out: Output, { said, unsaid, leftOut }: Permissions): Ended {
  if (out.options.json) out.json({ arguments: said.map(({ text }) => text), unsaid, leftOut });
  else for (const { text } of said) out.line(text);
  return EXIT.done;
}

function tellUnsaid(out: Output, { title }: HostPermissions, { unsaid }: Permissions): void {
  const label = `  ${out.paint("yellow", "not expressible")}  `;
  for (const { stem, line, why } of unsaid) {
    const told = `${forTerminalLine(line)} (${clip(stem, 40)}). ${title}: ${why}.`;
    for (const part of beside(label, 19, told, out.columns)) out.note(part);
  }
}
