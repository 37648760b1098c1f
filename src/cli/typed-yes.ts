// A yes is typed, for what is on the screen (TRU-26). The one owner of every act that raises trust at the command line: what
// will count is shown on the terminal itself, screen by screen, and one short word of it has to be typed. No option, variable,
// pipe or key typed ahead answers. What shows is what an agent will be given, not the file: empty lines push nothing away.

import { listField } from "../memory/fields.ts";
import { givenWords } from "../review/signed-text.ts";
import { isSameWord, wordsOfRaised } from "../review/typed-word.ts";
import { changerWords } from "../review/wording.ts";
import type { OpenStore, Plan } from "../store/context.ts";
import { unlessReviewer } from "../store/mirrored.ts";
import { type Raised, raisedBy, type TakenOver } from "../store/raise.ts";
import type { SinceSigned, SpokenIn } from "../store/signed.ts";
import { refuse } from "../text/errors.ts";
import { forTerminal, forTerminalLine } from "../text/sanitise.ts";
import { EXIT } from "./exit.ts";
import { fitted, type Style } from "./output.ts";
import type { Ended, Invocation } from "./spec.ts";
import { signedDiff } from "./words.ts";

export interface Shown {
  readonly title: string;
  readonly lines: readonly string[];
  /** One of these is to be typed. */
  readonly words: readonly string[];
  /** Other words were signed before: no yes to anything else covers it (TRU-27). */
  readonly alone?: boolean;
}

/** `out` for its colours. */
type Asking = Pick<Invocation, "bench"> & Partial<Pick<Invocation, "out">>;

/** Undefined where every word was typed; else how the command ends. */
export async function unlessTyped({ bench, out }: Asking, all: readonly Shown[]): Promise<Ended | undefined> {
  const screen = bench.screen();
  if (screen === undefined) {
    const message = "A yes is typed for what is on the screen: input and error output have to be one terminal.";
    return refuse("needs-person", message, "Run the command in a terminal window, without a pipe or redirection.");
  }
  for (const some of screensOf(all, screen, out)) {
    if (await isTyped(bench, some, screen.rows - KEPT)) continue;
    bench.show("Nothing was changed.");
    return EXIT.findings;
  }
  return undefined;
}

/** The memories that a plan raises; none asks nothing. */
export async function unlessPlanTyped(call: Asking, open: OpenStore, plan: Plan): Promise<Ended | undefined> {
  const shown = await shownOf(call, open, plan);
  return shown.length === 0 ? undefined : (unlessReviewer(open) ?? unlessTyped(call, shown));
}

export async function shownOf(
  { bench }: Asking,
  open: SpokenIn,
  plan: Plan,
  about?: TakenOver,
): Promise<readonly Shown[]> {
  return Promise.all((await raisedBy(open, plan, bench.gitHistory, about)).map(memoryShown));
}

export async function memoryShown({ file, document, since }: Raised): Promise<Shown> {
  const words = givenWords(document);
  const title = `${file.replace(/\.md$/, "")}, as an agent will be given it:`;
  const rule = listField(document, "rule");
  const lines = [
    ...barred(words.split("\n")),
    ...(rule.length === 0 ? [] : ["It holds agents to this, wherever it applies:", ...barred(rule)]),
    ...(since === undefined ? [] : await changesIn(since)),
  ];
  const typed = wordsOfRaised([{ file, document, since }]);
  return { title, lines, words: typed, ...(since !== undefined && { alone: true }) };
}

async function changesIn(since: SinceSigned): Promise<readonly string[]> {
  const who = since.by.map((changer) => `Changed ${changerWords(changer)}.`);
  if (since.before === undefined)
    return ["Other words were confirmed before; they are not found here. Read all of these.", ...who];
  const changes = await signedDiff(since.before, since.after);
  return ["Against what was confirmed before:", ...changes.map((line) => `${DIFF}${line}`), ...who];
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
/** Before the lines of a difference; what a text says itself stands behind a bar. */
const DIFF = "  ";
const STYLES: ReadonlyMap<string, Style> = new Map([
  [`${DIFF}+`, "green"],
  [`${DIFF}-`, "red"],
]);

type Screenful = Omit<Shown, "title">;

/** Several on one screen where they fit, and where none of them changed; one that is longer has several for itself. */
function screensOf(
  all: readonly Shown[],
  screen: { rows: number; columns: number },
  out: Asking["out"],
): readonly Screenful[] {
  const screens: Screenful[] = [];
  for (const each of all) {
    const next = { lines: linesOf(each, screen.columns, out), words: each.words, alone: each.alone === true };
    const last = screens.at(-1);
    const fits = last !== undefined && last.lines.length + next.lines.length <= screen.rows - KEPT;
    if (fits && last.alone !== true && !next.alone)
      screens.splice(-1, 1, { lines: [...last.lines, ...next.lines], words: [...last.words, ...next.words] });
    else screens.push(next);
  }
  return screens;
}

function linesOf({ title, lines }: Shown, columns: number, out: Asking["out"]): readonly string[] {
  const shown = (line: string): readonly string[] => {
    const style = STYLES.get(line.slice(0, DIFF.length + 1));
    const parts = fitted(forTerminal(line), columns - INDENT.length);
    return style === undefined || out === undefined ? parts : parts.map((part) => out.paint(style, part));
  };
  return ["", forTerminalLine(title), ...lines.flatMap(shown).map((line) => `${INDENT}${line}`)];
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
  return isSameWord(await bench.keys.type(`Type "${word}" to confirm:`), word);
}

function oneOf(words: readonly string[], random: Uint8Array): string {
  const at = random.reduce((sum, byte) => sum * 256 + byte, 0) % words.length;
  return words[at] ?? "yes";
}
