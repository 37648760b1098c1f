// The page of figures.
import { type Figure, precision, recall } from "./measure.ts";
import type { Outside } from "./outside.ts";

const HEAD = `# Cues: what is found in users' turns, and what is found wrongly

[All figures on one page, with the machine and the peers.](../benchmarks.md)

Written by \`npm run proof eval:cues -- --write\`. Per cent. *Precision*: of the cues found, how many are one, of the right kind.
*Recall*: of the turns with a cue, in how many it was found. Turns are templates with fillers, and odd ones written one by
one, in five languages (\`eval/cues/sets/\`); rules were written against the development half only, and a template belongs
to one half as a whole.

What this does not say: the same hands wrote rules and turns, so the figures are above what real sessions will give.
Cues without any of the known words ("the port is 5433 by the way") are not looked for at all. A wrong cue becomes an
inferred memory: marked, advice only, and open to review. "Always use the cached value if there is one" may be a way of
working or a part of the task; it is taken for the former.
`;

export function toMarkdown(development: readonly Figure[], heldOut: readonly Figure[], outside?: Outside): string {
  const beam = outside === undefined ? [] : [others(outside)];
  return [HEAD, table("Held-out half", heldOut), table("Development half", development), ...beam].join("\n");
}

function others({ turns, instructions, found, elsewhere }: Outside): string {
  return `## Turns that others wrote

The users' side of the BEAM chats, in English, ${turns} turns. ${instructions} are standing instructions of one form
("Always ... when I ask about ..."); a cue is found in ${found} of them, and in ${elsewhere} of the other turns. When this corpus was
first read, with the rules as they were, it was 277 and 4; the verbs that were missing ("provide", "list") were then added,
and the end of a sentence ("... in the future") is read more strictly. So these are no longer figures of unseen text.
`;
}

function table(title: string, figures: readonly Figure[]): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.name.replace("=", " ")} | ${figure.positive} | ${figure.negative} | ${figure.wrong} | ${share(precision(figure))} | ${share(recall(figure))} |`,
  );
  return [
    `## ${title}`,
    "",
    "| turns | with a cue | without | wrong | precision | recall |",
    "| --- | --: | --: | --: | --: | --: |",
    ...rows,
    "",
  ].join("\n");
}

function share(value: number): string {
  return (100 * value).toFixed(1);
}
