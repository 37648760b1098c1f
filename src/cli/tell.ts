// Shared wording of the commands: how a tier, a plan and a result read at a terminal.

import { textForEditor } from "../memory/compose.ts";
import { parseDocument } from "../memory/document.ts";
import { beyondForm, type Finding } from "../memory/findings.ts";
import type { Row } from "../review/list.ts";
import type { Done, Item, Planned } from "../store/batch.ts";
import { handleOf, type Memory, nameOf } from "../store/catalogue.ts";
import type { Step } from "../store/context.ts";
import { handleAlone } from "../store/short-handle.ts";
import { forTerminal, forTerminalLine } from "../text/sanitise.ts";
import { beside, type Output, type Style, wrap } from "./output.ts";

const TIER_STYLE: Readonly<Record<string, Style>> = {
  verified: "green",
  inferred: "yellow",
  quarantined: "red",
  unattested: "yellow",
};

/** As a person reads it: that a file says verified and nobody vouches for its words (STO-32) is one word of the machine. */
export function tierName(tier: string): string {
  return tier === "unattested" ? "unconfirmed" : tier;
}

export function tierWord(tier: string, out: Output, width = 0): string {
  return out.paint(TIER_STYLE[tier] ?? "dim", tierName(tier).padEnd(width));
}

/** What a row is beside its tier, but for what it is due for. */
export function marksOf(row: Row): readonly string[] {
  return [
    ...(row.status === "retired" ? ["retired"] : []),
    ...(row.superseded ? ["superseded"] : []),
    ...(row.expired && !row.due.includes("expired") ? ["expired"] : []),
    ...(row.withheld && !row.due.includes("withheld") ? ["withheld"] : []),
  ];
}

export interface MemoryRow {
  readonly number: number;
  readonly tier: string;
  readonly name: string;
  readonly handle: string;
  /** Beside the name, in words. */
  readonly where?: string;
  readonly marks?: readonly string[];
}

/** Where the name stands in a row, for what is told below it. */
export const UNDER_NAME: string = "".padEnd(17);

/** One memory in one line, as wide as the screen: its number, how far it is trusted, its name, and the handle at the end. */
export function rowLine(out: Output, { number, tier, name, handle, where = "", marks = [] }: MemoryRow): string {
  const mark = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
  const room = Math.max(10, out.screen - 19 - handle.length - where.length - mark.length);
  const shown = clip(name, room);
  const rest = "".padEnd(room - shown.length);
  const beside = `${out.paint("dim", where)}${out.paint("yellow", mark)}${rest}`;
  return `${String(number).padStart(3)}  ${tierWord(tier, out, 11)} ${shown}${beside}  ${out.paint("dim", handle)}`;
}

export function memoryLine(out: Output, memory: Memory, number: number): string {
  return rowLine(out, { number, tier: memory.tier, name: nameOf(memory), handle: handleAlone(handleOf(memory)) });
}

/** A line of stored text, cut to fit its column. */
export function clip(text: string, width: number): string {
  const clean = forTerminalLine(text);
  return clean.length <= width ? clean : `${clean.slice(0, Math.max(0, width - 3))}...`;
}

/** A project by its remote; without one it is known by a path, of which the folder's name is enough for a person. */
export function projectWord(project: string, here?: string): string {
  if (!project.startsWith("local:")) return project;
  if (project === here) return "this project (no remote)";
  const folders = project
    .slice("local:".length)
    .split(/[/\\]/)
    .filter((name) => name !== "" && name !== ".git");
  return `${folders.at(-1) ?? "a project"} (no remote)`;
}

export function field(out: Output, label: string, value: string): void {
  out.note(`  ${out.paint("dim", label.padEnd(10))} ${value}`);
}

/** Prose, as wide as the terminal. */
export function paragraph(out: Output, text: string, indent = ""): void {
  for (const line of wrap(text, out.columns - indent.length)) out.line(`${indent}${line}`);
}

/** The same beside the result: `--quiet` leaves it out. */
export function aside(out: Output, text: string): void {
  for (const line of wrap(text, out.columns)) out.note(line);
}

export function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

export function warnings(out: Output, findings: readonly Finding[]): void {
  for (const finding of findings) remark(out, finding.hint);
}

export function alarms(out: Output, findings: readonly Finding[]): void {
  warnings(out, beyondForm(findings));
}

export function remark(out: Output, text: string): void {
  const label = `  ${out.paint("yellow", "note")}       `;
  for (const line of beside(label, 13, forTerminalLine(text), out.columns)) out.note(line);
}

/** One line per item of a batch; `change` where it is not a change of tier. */
export function planLine({ name, result }: Item<Planned>, change?: string): string {
  return `  ${clip(name, 44).padEnd(44)}  ${change !== undefined && result.kind === "target" ? change : moveOf(result)}`;
}

function moveOf(result: Planned): string {
  switch (result.kind) {
    case "target":
    case "raw-target": {
      const step = result.plan.steps[0];
      return step === undefined ? "" : stepWords(step);
    }
    case "unchanged":
      return result.message;
    case "found-broken":
      return "unreadable; bytes to quarantine";
    case "refusal":
      return "refused";
  }
}

function stepWords({ action, reason, from, to }: Step): string {
  if (action === "retire") return "active -> retired";
  if (action === "unretire") return "retired -> active";
  return reason === "own-words" ? `your own words, ${to}` : `${from} -> ${to}`;
}

export function doneRecord({ name, result }: Item<Done>): Record<string, unknown> {
  switch (result.kind) {
    case "written": {
      const step = result.plan.steps[0];
      return { name, outcome: "done", id: step?.id, action: step?.action, from: step?.from, to: step?.to };
    }
    case "unchanged":
      return { name, outcome: "unchanged", message: result.message };
    case "kept-raw":
      return { name, outcome: "kept-raw", path: result.path, local: result.local };
    case "refusal": {
      const { code, message, hint, details } = result;
      return { name, outcome: "refused", code, message, hint, details };
    }
  }
}

/** What will change. */
export async function showDiff(out: Output, label: string, before: string, after: string): Promise<void> {
  showLines(out, await diffLines(label, forPerson(before), forPerson(after)));
}

function forPerson(text: string): string {
  const document = parseDocument(text);
  return document.kind === "document" ? textForEditor(document) : text;
}

export function showLines(out: Output, lines: readonly string[]): void {
  for (const line of lines) out.note(`  ${painted(out, forTerminal(line))}`);
}

/** The library is loaded only where a diff is shown. */
export async function diffLines(label: string, before: string, after: string): Promise<readonly string[]> {
  const { structuredPatch } = await import("diff");
  return structuredPatch(label, label, before, after, "", "", { context: 2 }).hunks.flatMap(({ lines }) => lines);
}

function painted(out: Output, line: string): string {
  if (line.startsWith("+")) return out.paint("green", line);
  return line.startsWith("-") ? out.paint("red", line) : out.paint("dim", line);
}
