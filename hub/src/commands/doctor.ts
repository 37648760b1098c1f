// What is wrong, and what to type. It changes nothing.
import { forTerminalLine } from "../../../src/text/sanitise.ts";
import { factsOf } from "../doctor/facts.ts";
import type { Finding } from "../doctor/finding.ts";
import { findingsOf } from "../doctor/findings.ts";
import { settingsFrom } from "../settings.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  usage: "holdfast-hub doctor [--json]",
  about: ["Exits 1 where something is an error; a warning alone exits 0. It changes nothing."],
  options: { json: { help: "print JSON" } },
  names: [0, 0],
  examples: ["holdfast-hub doctor", "holdfast-hub doctor --json"],
  run: async ({ env, is, tell }) => {
    const findings = findingsOf(await factsOf(settingsFrom(env)));
    tell(is("json") ? `${JSON.stringify({ findings })}\n` : findings.map(lines).join(""));
    return findings.some(({ health }) => health === "error") ? 1 : 0;
  },
};

function lines({ health, name, message, remedy }: Finding): string {
  const label = `${health.padEnd(8)} ${name.padEnd(12)} `;
  const more = remedy === undefined ? "" : `${"".padEnd(label.length)}${forTerminalLine(remedy)}\n`;
  return `${label}${forTerminalLine(message)}\n${more}`;
}
