// What a quarter came to, as docs/results/hub-quarter.md.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

export interface Run {
  readonly command: string;
  readonly commit: string;
  readonly machine: string;
  readonly told: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly seconds: number;
  /** Rows of a table. */
  readonly held: readonly string[];
  readonly answered: readonly string[];
}

const PAGE = resolve(import.meta.dirname, "../../docs/results/hub-quarter.md");

export function writePage({ command, commit, machine, told, bytes, seconds, held, answered }: Run): void {
  const at = new Date().toISOString().slice(0, 10);
  const { writes = 0, pushes = 0 } = told;
  const rows = [
    ...Object.entries(told).map(([name, n]) => `| ${NAMES[name] ?? name} | ${n.toLocaleString("en")} |`),
    `| database | ${(bytes / 2 ** 20).toFixed(0)} MB |`,
    `| took | ${seconds.toFixed(0)} s, ${(pushes / seconds).toFixed(1)} pushes and ${(writes / seconds).toFixed(0)} writes a second |`,
  ];
  const text = `# A quarter of an organisation

Written by \`npm run proof hub:quarter -- --write\`; \`--long\` is 500 members, 200 projects and 65 working days of 20 writes each, synced every fifth day. Two hubs on one
real PostgreSQL, real signatures, every write through the protocol; client, hubs and engine share the machine, and the engine does not wait
for the disk. Days follow each other without nights, and who writes what is drawn from a seed. Seconds are of a machine that did other work too.

\`${command}\`, ${at}, commit ${commit}, ${machine}.

| what | seen |
| --- | --: |
${rows.join("\n")}

| what has to hold | held | looked at in |
| --- | --- | --: |
${held.join("\n")}

| what an auditor asks | answered by a line, as the simulation has it | in |
| --- | --- | --: |
${answered.join("\n")}

The lines are in [the guide](../guide/hub.md#when-an-auditor-asks).
`;
  writeFileSync(PAGE, text);
}

const NAMES: Readonly<Record<string, string>> = {
  days: "working days",
  again: "asked again, for the hub said 503",
  changes: "files that they changed",
  confirmed: "memories confirmed by a signature",
  refused: "attempts with the stolen key, refused",
  lines: "lines of the audit",
  leavers: "members who left",
};
