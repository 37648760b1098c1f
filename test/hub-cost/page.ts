// What was measured, as Markdown between two marks of docs/results/hub.md: an aim that is missed is named by the run itself.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { commitHere } from "../../scripts/bench/machine.ts";

export interface Row {
  readonly what: string;
  readonly aim: number;
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
}

interface Results {
  readonly rows: readonly Row[];
  readonly size: { readonly memories: number; readonly tenants: number };
  readonly postgres: string;
  /** A request that asks the database nothing, in milliseconds. */
  readonly http: number;
  /** A push to a process that has just started, in milliseconds. */
  readonly cold: number;
}

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = resolve(ROOT, "docs/results/hub.md");
const [BEGIN, END] = ["<!-- cost: begin -->", "<!-- cost: end -->"];

export function writePage({ rows, size, postgres, http, cold }: Results): void {
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the figures`);
  const where = `${new Date().toISOString().slice(0, 10)}, commit ${commitHere(ROOT)}, Node ${process.versions.node}, PostgreSQL ${postgres}, ${cpus().length} cores`;
  const text = [
    `\`npm run proof hub:cost -- --memories ${size.memories} --tenants ${size.tenants} --write\`, ${where}. A request that asks the database nothing: ${ms(http)}. One of the first hundred pushes to a process that has just started: ${ms(cold)}.`,
    "",
    "| what | the hub, over HTTP | bare engine | ratio | aim |",
    "| --- | --: | --: | --: | --: |",
    ...rows.map(({ what, aim, ours, bare, ratio }) => {
      const shown = ratio > aim ? `**${ratio.toFixed(2)}**, missed` : ratio.toFixed(2);
      return `| ${what} | ${ms(ours)} | ${ms(bare)} | ${shown} | ${aim} |`;
    }),
  ];
  writeFileSync(PAGE, `${page.slice(0, from + BEGIN.length)}\n\n${text.join("\n")}\n\n${page.slice(to)}`);
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
