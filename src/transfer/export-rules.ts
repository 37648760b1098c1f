// Rules for an instruction file (IMP-3): what a person stands behind, in force today, for this project or everywhere. It
// reaches everybody who has the repository, so each text passes the gate of a shared store (CHK-13); what is flagged is
// left out and named.
import { gateForStore } from "../checks/gate.ts";
import { isExpired, kindField, statusOf, textField, typeField } from "../memory/fields.ts";
import { type Memory, readCatalogue, stemOf, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import { forFile, forTerminalLine } from "../text/sanitise.ts";

export interface LeftOut {
  readonly stem: string;
  readonly why: string;
}

export interface Rules {
  readonly rules: readonly Rule[];
  readonly leftOut: readonly LeftOut[];
}

export function rulesFor(stores: OpenStores, project: string | undefined, act: Act): Rules {
  const all = stores.flatMap(({ store }) => readCatalogue(store).memories);
  const superseded = supersededAmong(all);
  const apply = all.filter((memory) => !superseded.has(memory) && isRule(memory, project, act));
  const leftOut: LeftOut[] = [];
  const rules: Memory[] = [];
  for (const memory of apply) {
    const why = flagged(memory, act);
    if (why === undefined) rules.push(memory);
    else leftOut.push({ stem: stemOf(memory), why });
  }
  return { rules: rules.toSorted(inOrder).map(ruleOf), leftOut };
}

/** Verified means attested too: what nobody vouches for has another tier (STO-32). */
function isRule({ tier, document }: Memory, project: string | undefined, { now }: Act): boolean {
  const about = textField(document, "project");
  return (
    tier === "verified" &&
    statusOf(document) === "active" &&
    !isExpired(document, now) &&
    kindField(document) !== "session-summary" &&
    // A file is read on every branch.
    textField(document, "branch") === undefined &&
    (about === undefined || about === project)
  );
}

export function flagged({ document, stored }: Memory, { checks }: Act): string | undefined {
  const gated = gateForStore({ text: document.text, place: stored.place, file: stored.file, scope: "shared" }, checks);
  const findings = gated.kind === "blocked" ? gated.findings : gated.warnings;
  if (document.body.length > RULE_MAX) return `longer than ${RULE_MAX} characters`;
  const worst = findings.find(({ check, severity }) => severity !== "warn" || check === "injection");
  return worst === undefined ? undefined : `${worst.check}/${worst.rule} in line ${worst.line}`;
}

/** The same for everybody, whatever the order of the files. */
export function inOrder(a: Memory, b: Memory): number {
  const key = ({ document, stored }: Memory): string =>
    `${typeField(document) ?? ""} ${textField(document, "name") ?? ""} ${stored.file}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

function ruleOf({ document }: Memory): Rule {
  return {
    name: textField(document, "name") ?? "",
    description: textField(document, "description") ?? "",
    body: document.body,
  };
}

// The part of an instruction file that is ours (IMP-3): rules between two marker lines. Nothing outside of them is
// touched, byte for byte, and nothing inside can look like a marker: every line of a memory is indented or begins a list
// item, and a comment's signs are spelled out.
export const BEGIN = "<!-- holdfast:begin - made by `holdfast export`; change the memories, not these lines -->";
export const END = "<!-- holdfast:end -->";
const HEADING = "## Rules from memory";
/** A longer text is not taken: a part of it could say something else. */
export const RULE_MAX = 4000;
const MARK = "\ufeff";

export interface Rule {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** Lines without their ends; the empty list is a block without rules. */
export function blockOf(rules: readonly Rule[]): readonly string[] {
  const items = rules.flatMap((rule) => ["", ...itemOf(rule)]);
  return items.length === 0 ? [BEGIN, END] : [BEGIN, HEADING, ...items, "", END];
}

function itemOf({ name, description, body }: Rule): readonly string[] {
  const title = bare(name);
  const about = bare(description);
  const lines = bodyLines(body);
  const isSaid = (text: string): boolean => text === "" || lines.some((line) => same(line, text));
  // A sentence is often its own name, description and body: it is said once.
  const head = [isSaid(title) ? "" : `**${title}**`, isSaid(about) || same(about, title) ? "" : about];
  const said = head.filter((part) => part !== "").join(": ");
  const rest = said === "" ? lines : ["", ...lines];
  const [first = "", ...more] = said === "" ? rest : [said, ...(lines.length === 0 ? [] : rest)];
  return [`- ${first.trimStart()}`, ...more.map((line) => (line === "" ? "" : `  ${line}`))];
}

function bodyLines(body: string): readonly string[] {
  const text = forFile(body).replaceAll("\t", "  ").trim();
  const lines =
    text === ""
      ? []
      : plain(text)
          .split("\n")
          .map((line) => withoutImports(line.trimEnd()));
  const fences = lines.filter((line) => /^\s*(?:`{3,}|~{3,})/.test(line));
  // A fence that is left open would swallow what follows.
  return fences.length % 2 === 0 ? lines : [...lines, /^\s*(`{3,}|~{3,})/.exec(fences.at(-1) ?? "")?.[1] ?? "```"];
}

function bare(text: string): string {
  return withoutImports(plain(forTerminalLine(forFile(text), { max: 300 })));
}

function same(a: string, b: string): boolean {
  const key = (text: string): string => text.replace(/[.!?*\s]+$/u, "").toLowerCase();
  return key(a) === key(b);
}

/** Comments could hide what follows, and a marker is one. */
function plain(text: string): string {
  return text.replaceAll("<!--", "&lt;!--").replaceAll("-->", "--&gt;").replaceAll("--!>", "--!&gt;");
}

/** `@path` at the start of a word brings in a file where an agent reads it so; in a code span it is only text. */
function withoutImports(line: string): string {
  const parts = line.split("`");
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(^|[^\w`])@([\w~./\\-]*[\w~/\\-])/g, "$1`@$2`")))
    .join("`");
}

export type Spliced =
  | { readonly kind: "spliced"; readonly text: string }
  /** One marker without the other, two of one kind, or the wrong way round. */
  | { readonly kind: "damaged"; readonly lines: readonly number[] };

/** `text` is undefined for a file that is not there. */
export function splice(text: string | undefined, block: readonly string[]): Spliced {
  const newline = text !== undefined && /\r\n/.test(text) ? "\r\n" : "\n";
  const made = block.join(newline);
  const isEmpty = block.length === 2;
  if (text === undefined) return { kind: "spliced", text: isEmpty ? "" : `${made}${newline}` };
  const marks = marksIn(text);
  const [begin, end] = marks;
  if (begin === undefined) return { kind: "spliced", text: isEmpty ? text : appended(text, made, newline) };
  if (end === undefined || marks.length !== 2 || begin.kind !== "begin" || end.kind !== "end") {
    return { kind: "damaged", lines: marks.map(({ line }) => line) };
  }
  return { kind: "spliced", text: text.slice(0, begin.start) + made + text.slice(end.end) };
}

function appended(text: string, made: string, newline: string): string {
  if (text === "" || text === MARK) return `${text}${made}${newline}`;
  const gap = text.endsWith("\n") ? newline : newline + newline;
  return `${text}${gap}${made}${newline}`;
}

interface Found {
  readonly kind: "begin" | "end";
  readonly start: number;
  /** Before the line's end. */
  readonly end: number;
  readonly line: number;
}

/** Whole lines that begin as a marker does: the words behind may be another version's. */
function marksIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let start = text.startsWith(MARK) ? 1 : 0;
  for (let line = 1; start <= text.length; line++) {
    const next = text.indexOf("\n", start);
    const stop = next < 0 ? text.length : next;
    const content = text.slice(start, stop).replace(/\r$/, "");
    const kind = /^<!-- holdfast:(begin|end)\b.*-->\s*$/.exec(content)?.[1];
    if (kind === "begin" || kind === "end") found.push({ kind, start, end: start + content.trimEnd().length, line });
    if (next < 0) break;
    start = next + 1;
  }
  return found;
}
