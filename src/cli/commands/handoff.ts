// holdfast handoff: what the last session here was about, for another agent, in its own words (SUR-15).
import { gateForReport } from "../../checks/gate.ts";
import { handOffFrom } from "../../compose/recorded.ts";
import { refuse } from "../../text/errors.ts";
import { handOffLines } from "../../transfer/handoff.ts";
import { EXIT } from "../exit.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";

export const commands: Commands = {
  handoff: {
    usage: "holdfast handoff [SESSION] [--agent NAME]",
    about: [
      "Prints, as Markdown, what the last session in this project was about: its goal, what was decided, what failed, which files it touched and where it stood. All of it is taken word for word from the record that Claude Code or Codex keeps, without a model; secrets are masked. Nothing is stored.",
    ],
    options: { agent: { type: "string", value: "NAME", help: "claude or codex: the last session of that agent" } },
    names: [0, 1],
    scans: true,
    examples: [
      "holdfast handoff",
      "holdfast handoff --agent claude > HANDOFF.md",
      'codex "$(holdfast handoff --agent claude) Go on from here."',
      "holdfast handoff 3f2a91c0 --json",
    ],
    run,
  },
};

const HOSTS = ["claude", "codex"];

function run({ bench, out, options, names: [session] }: Invocation): Ended {
  const agent = options["agent"];
  if (agent !== undefined && !HOSTS.includes(String(agent)))
    return refuse("usage", `Expected claude or codex, found "${agent}".`, "holdfast handoff --agent claude");
  const host = agent === undefined ? undefined : String(agent);
  if (bench.project === undefined)
    return refuse(
      "usage",
      "This folder belongs to no project.",
      "Change into the project whose last session you want.",
    );
  const found = handOffFrom(bench.here, { project: bench.project.id, host, session });
  if (found === undefined)
    return refuse(
      "not-found",
      "No such session of Claude Code or Codex is recorded in this project.",
      "holdfast handoff --help",
    );
  const [text] = gateForReport(handOffLines(found), (lines) => [lines.join("\n")], bench.checks()) ?? [];
  if (text === undefined) return refuse("checks-failed", "The search for secrets can't run.", "holdfast doctor");
  if (out.options.json) out.json({ host: found.host, session: found.session, text });
  else for (const line of text.split("\n")) out.line(line);
  return EXIT.done;
}
