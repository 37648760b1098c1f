// What a person types on a machine of its own, and what the terminal then showed, as blocks of a film.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CLAUDE_MISSING, claudeProgram } from "../../../test/support/claude.ts";
import { startFakeModel } from "../../../test/support/fake-model.ts";
import { makeWorld, type World } from "../../../test/walk/world.ts";
import { type Block, filmOf } from "./film.ts";
import { COLUMNS, type Line, linesOf } from "./screen.ts";

const OUT = resolve(import.meta.dirname, "../../../docs/pictures");

export interface Act {
  /** A remark above the command, as a person would type it. */
  readonly says?: string;
  readonly command: string;
  readonly answers?: readonly string[];
}

export interface Script {
  /** Of the file below docs/pictures. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly acts: readonly Act[];
  /** Seconds: a film that would take longer runs faster. */
  readonly longest?: number;
  /** Before the camera runs. */
  prepare?(world: World): Promise<void>;
  /** What the agent's program printed for a prompt. */
  agent(world: World, prompt: string): Promise<string>;
}

/** On the packed package, with the real agent and a scripted model. */
export async function record(script: Script): Promise<void> {
  const claude = claudeProgram();
  if (claude === undefined) throw new Error(CLAUDE_MISSING);
  const fake = await startFakeModel();
  const world = makeWorld(claude, fake);
  try {
    world.install(world.pack());
    writeFileSync(world.settings, '{\n  "model": "opus"\n}\n');
    await script.prepare?.(world);
    const blocks: Block[] = [{ lines: [], seconds: 0.2 }];
    for (const act of script.acts) blocks.push(...(await blocksOf(script, world, act)));
    mkdirSync(OUT, { recursive: true });
    const paced = within(script.longest, [...blocks, { lines: [], seconds: 4 }]);
    const film = filmOf(paced, script.title, script.description);
    writeFileSync(`${OUT}/${script.name}.svg`, film);
    console.log(`docs/pictures/${script.name}.svg ${film.length} bytes, ${lengthOf(paced).toFixed(0)} seconds`);
  } finally {
    await fake.close();
    world.remove();
  }
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { seconds }) => sum + seconds, 0);
}

function within(longest: number | undefined, blocks: readonly Block[]): readonly Block[] {
  const pace = Math.min(1, (longest ?? Number.POSITIVE_INFINITY) / lengthOf(blocks));
  return blocks.map((block) => ({ ...block, seconds: Number((block.seconds * pace).toFixed(3)) }));
}

async function printedBy(script: Script, world: World, { command, answers = [] }: Act): Promise<string> {
  const prompt = /^claude -p "([^"]*)"$/.exec(command)?.[1];
  if (prompt !== undefined) return script.agent(world, prompt);
  const { transcript, code } = await world.type(`stty cols ${COLUMNS}; ${command}`, ...answers);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${transcript}`);
  return transcript.replaceAll(world.home, "~").replaceAll(world.project, "~/shop");
}

/** One block for what comes before each answer of the person, so that a question stands for a moment. */
function cut(printed: string): readonly string[] {
  const parts: string[] = [""];
  for (const line of printed.split(/(?<=\n)/)) {
    parts[parts.length - 1] += line;
    if (/\[Y\/n\]|\? > |\/ no: |^\u25cf /.test(stripVTControlCharacters(line))) parts.push("");
  }
  return parts;
}

function readingTime(lines: readonly Line[]): number {
  return Math.min(4.5, 1.2 + 0.14 * Math.min(lines.length, 24));
}

async function blocksOf(script: Script, world: World, act: Act): Promise<readonly Block[]> {
  const [typed] = await linesOf(`\u001b[32m$\u001b[39m \u001b[1m${act.command}\u001b[22m`);
  const said = act.says === undefined ? [] : await linesOf(`\u001b[36m${act.says}\u001b[39m`);
  const shown: Block[] = [];
  for (const part of cut(await printedBy(script, world, act))) {
    const lines = await linesOf(part);
    if (lines.length > 0) shown.push({ lines, seconds: readingTime(lines) });
  }
  return [
    ...(said.length > 0 ? [{ lines: said, seconds: 0.5 }] : []),
    { lines: [typed ?? []], typed: true, seconds: 2 },
    ...shown,
    { lines: [[]], seconds: 0.1 },
  ];
}
