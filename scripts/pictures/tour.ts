// node scripts/pictures/tour.ts
// The five minutes of README as a moving picture, docs/pictures/tour.svg: the package installed on a machine that is empty,
// each command typed by a person, and what the terminal then showed. The agent is the real one with a scripted model.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CLAUDE_MISSING, claudeProgram } from "../../test/support/claude.ts";
import { startFakeModel } from "../../test/support/fake-model.ts";
import { makeWorld, type World } from "../../test/walk/world.ts";
import { type Block, filmOf } from "./parts/film.ts";
import { COLUMNS, type Line, linesOf } from "./parts/screen.ts";

const OUT = resolve(import.meta.dirname, "../../docs/pictures");
const ANSWER = "You use pnpm here, not npm.";

interface Act {
  readonly command: string;
  readonly answers?: readonly string[];
}

const ACTS: readonly Act[] = [
  { command: "holdfast init", answers: ["y", "y", "c", "d", "c"] },
  { command: 'holdfast add "use pnpm here, not npm"' },
  { command: 'claude -p "Which package manager do we use?"' },
  { command: "holdfast why" },
  { command: "holdfast why d1" },
  { command: "holdfast undo" },
  { command: "holdfast search pnpm" },
];

const DESCRIPTION =
  "A terminal: holdfast init connects Claude Code and offers what it was told before; a memory is added; the agent knows it; " +
  "holdfast why shows what it was given, and one key takes it out of use and back.";

async function printedBy(world: World, { command, answers = [] }: Act): Promise<string> {
  const prompt = /^claude -p "([^"]*)"$/.exec(command)?.[1];
  if (prompt !== undefined) {
    const { answer } = await world.ask(`${prompt} @@${JSON.stringify([{ text: ANSWER }])}@@`);
    return `${answer}\n`;
  }
  const { transcript, code } = await world.type(`stty cols ${COLUMNS}; ${command}`, ...answers);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${transcript}`);
  return transcript.replaceAll(world.home, "~").replaceAll(world.project, "~/shop");
}

/** One block for what comes before each answer of the person, so that a question stands for a moment. */
function cut(printed: string): readonly string[] {
  const parts: string[] = [""];
  for (const line of printed.split(/(?<=\n)/)) {
    parts[parts.length - 1] += line;
    if (/\[Y\/n\]|\? > /.test(stripVTControlCharacters(line))) parts.push("");
  }
  return parts;
}

function readingTime(lines: readonly Line[]): number {
  return Math.min(4.5, 1.2 + 0.14 * Math.min(lines.length, 24));
}

async function blocksOf(world: World, act: Act): Promise<readonly Block[]> {
  const [typed] = await linesOf(`\u001b[32m$\u001b[39m \u001b[1m${act.command}\u001b[22m`);
  const shown: Block[] = [];
  for (const part of cut(await printedBy(world, act))) {
    const lines = await linesOf(part);
    if (lines.length > 0) shown.push({ lines, seconds: readingTime(lines) });
  }
  return [{ lines: [typed ?? []], typed: true, seconds: 2 }, ...shown, { lines: [[]], seconds: 0.1 }];
}

const claude = claudeProgram();
if (claude === undefined) throw new Error(CLAUDE_MISSING);
const fake = await startFakeModel();
const world = makeWorld(claude, fake);
try {
  world.install(world.pack());
  writeFileSync(world.settings, '{\n  "model": "opus"\n}\n');
  const blocks: Block[] = [{ lines: [], seconds: 0.2 }];
  for (const act of ACTS) blocks.push(...(await blocksOf(world, act)));
  mkdirSync(OUT, { recursive: true });
  const film = filmOf([...blocks, { lines: [], seconds: 4 }], "Holdfast in a terminal", DESCRIPTION);
  writeFileSync(`${OUT}/tour.svg`, film);
  console.log(`docs/pictures/tour.svg ${film.length} bytes`);
} finally {
  await fake.close();
  world.remove();
}
