// What somebody who works with it notices, from the same figures as the tables: said first, with how many aims were missed.
import type { Figures } from "./figures.ts";
import type { BenchRecord } from "./record.ts";
import { number } from "./table.ts";
import { EVENTS, sizesIn, thousands } from "./tables.ts";

export interface Bad {
  readonly misses: number;
  readonly losses: number;
}

/** Lines of Markdown; a figure that the run did not take has none. */
export function feel(record: BenchRecord, bad: Bad): readonly string[] {
  const of = (step: string): Figures => record.steps[step]?.figures ?? {};
  const [hook = "", question = ""] = [sizesIn(record, "hook")[0], sizesIn(record, "search")[0]];
  const lines = [
    ...EVENTS.map(([name, label]) =>
      line(of("hook"), label, [
        [`n${hook}_${name}_ms`, "ms"],
        [`n${hook}_${name}_over_bare_node`, "times a bare node"],
      ]),
    ),
    line(of("search"), "a question, in a process that runs", [[`n${question}_question_least_ms`, "ms"]]),
    line(of("start"), "to install", [
      ["packed_mb", "MB to download"],
      ["unpacked_mb", "MB on the disk"],
      ["runtime_dependencies", "runtime dependencies"],
    ]),
  ];
  const bare = of("hook")[`n${hook}_bare_node_ms`];
  const node = bare === undefined ? "" : `, where a bare \`node -e 0\` takes ${number(bare.value)} ms`;
  return [
    "## What you feel",
    `What an agent waits for, with ${thousands(hook)} memories, on the machine named below${node}:`,
    lines.flatMap((text) => (text === undefined ? [] : [`- ${text}`])).join("\n"),
    `Of the figures on this page ${bad.misses} [miss their aim](#where-an-aim-is-missed), and in ${bad.losses} [a peer is better](#where-a-peer-is-better).`,
  ];
}

function line(
  figures: Figures,
  label: string,
  parts: readonly (readonly [name: string, unit: string])[],
): string | undefined {
  const said = parts.flatMap(([name, unit]) => {
    const figure = figures[name];
    return figure === undefined ? [] : [`${number(figure.value)} ${unit}`];
  });
  return said.length === 0
    ? undefined
    : `${label}: **${said[0]}**${said
        .slice(1)
        .map((part) => `, ${part}`)
        .join("")}`;
}
