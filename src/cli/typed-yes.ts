// A yes is typed, for what is on the screen (TRU-26). The one owner of every act that raises trust at the command line: what
// will count is shown on the terminal itself, screen by screen, and one short word of it has to be typed. No option, variable,
// pipe or key typed ahead answers. What shows is what an agent will be given, not the file: empty lines push nothing away.

import type { MemoryDocument } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";
import { wordsOf } from "../recall/render.ts";
import type { OpenStore, Plan } from "../store/context.ts";
import { type Raised, raisedBy } from "../store/raise.ts";
import { refuse } from "../text/errors.ts";
import { forTerminal, forTerminalLine } from "../text/sanitise.ts";
import { EXIT } from "./exit.ts";
import { fitted } from "./output.ts";
import type { Ended, Invocation } from "./spec.ts";
import { diffLines } from "./tell.ts";

export interface Shown {
  readonly title: string;
  readonly lines: readonly string[];
  /** One of these is to be typed. */
  readonly words: readonly string[];
}

type Asking = Pick<Invocation, "bench">;

/** Undefined where every word was typed; else how the command ends. */
export async function unlessTyped({ bench }: Asking, all: readonly Shown[]): Promise<Ended | undefined> {
  const screen = bench.screen();
  if (screen === undefined) {
    const message = "A yes is typed for what is on the screen: input and error output have to be one terminal.";
    return refuse("needs-person", message, "Run the command in a terminal window, without a pipe or redirection.");
  }
  for (const some of screensOf(all, screen)) {
    if (await isTyped(bench, some, screen.rows - KEPT)) continue;
    bench.show("Nothing was changed.");
    return EXIT.findings;
  }
  return undefined;
}

/** The memories that a plan raises; none asks nothing. */
export async function unlessPlanTyped(call: Asking, open: OpenStore, plan: Plan): Promise<Ended | undefined> {
  const shown = await shownOf(open, plan);
  return shown.length === 0 ? undefined : unlessTyped(call, shown);
}

export function shownOf(open: OpenStore, plan: Plan): Promise<readonly Shown[]> {
  return Promise.all(raisedBy(open, plan).map(memoryShown));
}

export async function memoryShown({ file, document, confirmed }: Raised): Promise<Shown> {
  const words = givenWords(document);
  const title = `${file.replace(/\.md$/, "")}, as an agent will be given it:`;
  const rule = listField(document, "rule");
  const lines = [
    ...barred(words.split("\n")),
    ...(rule.length === 0 ? [] : ["It holds agents to this, wherever it applies:", ...barred(rule)]),
    ...(await changesIn(document, confirmed)),
  ];
  return { title, lines, words: wordsToType(words) };
}

/** As the block has it; a body that is too long for the block is shown whole. */
function givenWords(document: MemoryDocument): string {
  const text = (key: "name" | "description"): string => textField(document, key) ?? "";
  const said = { name: text("name"), description: text("description"), body: document.body };
  return wordsOf(said, "full", document.body.length);
}

async function changesIn(document: MemoryDocument, confirmed: Raised["confirmed"]): Promise<readonly string[]> {
  if (confirmed === undefined) return [];
  if (confirmed === "unknown") return ["Other words were confirmed before; they are not kept here."];
  const changes = await diffLines("", wholly(confirmed), wholly(document));
  return changes.length === 0 ? [] : ["Against what was confirmed before:", ...changes.map((line) => `  ${line}`)];
}

function wholly(document: MemoryDocument): string {
  return [givenWords(document), ...listField(document, "rule"), ""].join("\n");
}

/** What a stored text says stands behind a bar, so that it can't look like a question of ours. */
function barred(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `| ${line}`);
}

/** A key: its fingerprint is what there is to compare, and its end is what is typed. */
export function keyShown(title: string, fingerprint: string, more: readonly string[] = []): Shown {
  return { title, lines: [fingerprint, ...more], words: [fingerprint.slice(-4)] };
}

/** Lines of a screen that the question and what stands above it need. */
const KEPT = 3;
const INDENT = "  ";

type Screenful = Omit<Shown, "title">;

/** Several on one screen where they fit; one that is longer than a screen has several for itself. */
function screensOf(all: readonly Shown[], screen: { rows: number; columns: number }): readonly Screenful[] {
  const screens: Screenful[] = [];
  for (const each of all) {
    const next = { lines: linesOf(each, screen.columns), words: each.words };
    const last = screens.at(-1);
    if (last !== undefined && last.lines.length + next.lines.length <= screen.rows - KEPT)
      screens.splice(-1, 1, { lines: [...last.lines, ...next.lines], words: [...last.words, ...next.words] });
    else screens.push(next);
  }
  return screens;
}

function linesOf({ title, lines }: Shown, columns: number): readonly string[] {
  const fitting = (line: string): readonly string[] => fitted(forTerminal(line), columns - INDENT.length);
  return ["", forTerminalLine(title), ...lines.flatMap(fitting).map((line) => `${INDENT}${line}`)];
}

async function isTyped(bench: Invocation["bench"], { lines, words }: Screenful, rows: number): Promise<boolean> {
  for (let at = 0; at < lines.length; at += rows) {
    for (const line of lines.slice(at, at + rows)) bench.show(line);
    if (at + rows >= lines.length) break;
    const left = Math.ceil(lines.length / rows) - at / rows - 1;
    const key = await bench.keys.press(
      `  ${left} more ${left === 1 ? "screen" : "screens"}: n shows the next, q ends > `,
      () => true,
    );
    if (key === undefined || key === "q") return false;
  }
  const word = oneOf(words, bench.act.random(4));
  return same(await bench.keys.type(`Type "${word}" to confirm:`)) === same(word);
}

function same(word: string): string {
  return word.normalize("NFC").trim().toLowerCase();
}

function oneOf(words: readonly string[], random: Uint8Array): string {
  const at = random.reduce((sum, byte) => sum * 256 + byte, 0) % words.length;
  return words[at] ?? "yes";
}

const KINDS = [/(?<![\p{L}\p{N}])[a-z0-9]{3,12}(?![\p{L}\p{N}])/giu, /[\p{L}\p{N}]{3,12}/gu, /[^\s\p{C}"]{1,3}/gu];

/** Short words of letters and digits, those that any keyboard has first; of a text without them a few characters. */
export function wordsToType(text: string): readonly string[] {
  return KINDS.map((kind) => [...new Set(text.match(kind))]).find((words) => words.length > 0) ?? ["yes"];
}
