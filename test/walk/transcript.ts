// What the person of the walk saw, as a page of the documentation: colours and what differs from run to run taken out, and
// of a long diff the beginning.
import { stripVTControlCharacters } from "node:util";
import type { Seen, World } from "./world.ts";

/** Of lines that a settings file gains or loses, one after another. */
const DIFF_LINES = 14;

export function transcriptPage(world: World, seconds: number): string {
  return [
    "# The walk, as it was seen",
    "",
    "The commands of README's quick start and some around them, typed by `npm run proof walk` on two machines where nothing of ours",
    "had ever been: an empty home, git, Node, and Claude Code with a scripted model. This page is what that run printed, written",
    "by `npm run proof walk -- --transcript docs/walk.md`. Ids and keys are cut, and so is the middle of long diffs; of what a model",
    "was sent, only our own block is shown.",
    "",
    `From the package to an agent on the second machine and back it took ${seconds} s, with Node ${process.version.slice(1)}.`,
    "",
    ...parts(world.seen).flatMap(([machine, seen]) => [
      `## On the ${machine} machine`,
      "",
      "```text",
      seen.map((each) => shown(each, world)).join("\n\n"),
      "```",
      "",
    ]),
  ].join("\n");
}

/** One part for as long as the person stays at a machine. */
function parts(seen: readonly Seen[]): readonly (readonly [string, readonly Seen[]])[] {
  const starts = seen.flatMap((each, at) => (each.machine === seen[at - 1]?.machine ? [] : [at]));
  return starts.map((start, at) => [seen[start]?.machine ?? "", seen.slice(start, starts[at + 1])]);
}

function shown({ command, text }: Seen, world: World): string {
  const said = command.startsWith("claude ") ? given(text) : text;
  const lines = said.split("\n").map(lastDrawn).map(stripVTControlCharacters);
  return masked(
    `# ${command}\n${shortened(lines)
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/^\n+/, "")}`,
    world,
  ).trimEnd();
}

const BLOCK = /<memory-context[\s\S]*?<\/memory-context>/g;

/** Our own blocks in what the model was sent. */
function given(sent: string): string {
  const blocks = sent.match(BLOCK) ?? [];
  return blocks.length === 0 ? "(the model was sent nothing of ours)" : blocks.join("\n");
}

/** A line that was drawn over counts as what stood there last. */
function lastDrawn(line: string): string {
  return line.split("\u001b[K").at(-1) ?? line;
}

function shortened(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let run = 0;
  lines.forEach((line, at) => {
    const more = /^ {2}[+-]/.test(lines[at + 1] ?? "");
    run = /^ {2}[+-]/.test(line) ? run + 1 : 0;
    if (run <= DIFF_LINES) kept.push(line);
    else if (!more) kept.push(`  (${run - DIFF_LINES} more lines of this kind)`);
  });
  return kept;
}

/** Where a run of the walk differs from the next: places, ids, keys. */
function masked(text: string, world: World): string {
  return text
    .replaceAll(world.second.home, "~")
    .replaceAll(world.home, "~")
    .replace(/\/tmp\/agent-walk-\w+\/remote\.git/g, "git@example.org:me/memories.git")
    .replace(/-tmp-agent-walk-\w+-first-project/g, "-home-me-shop")
    .replace(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g, "01J...")
    .replace(BLOCK, (block) => block.replace(/^m[0-9a-z]{3,6}(?= )/gm, "m..."))
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, "...")
    .replace(/SHA256:[A-Za-z0-9+/]{43}/g, "SHA256:...")
    .replace(/\b[0-9a-f]{16,64}\b/g, "...");
}
