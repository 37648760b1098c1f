// holdfast audit --ci: may this pull request be merged, as far as its shared store goes (SYN-31)?
import { openPullRequest } from "../compose/signers.ts";
import { NO_BRANCH, type PullRequest, SHALLOW } from "../people/compared.ts";
import { type Judged, judge } from "../people/judge.ts";
import { failedFrom, refuse } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { textOf } from "./args.ts";
import { EXIT } from "./exit.ts";
import type { Ended, Invocation } from "./spec.ts";
import { clip, count, paragraph } from "./tell.ts";

export async function runCi(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  const { project } = bench;
  if (names.length > 0 || options["only"] !== undefined || options["all"] === true)
    return refuse("usage", "--ci looks at a whole pull request.", "holdfast audit --ci");
  if (project === undefined) return refuse("git", "There is no git repository here.", "cd into the repository first");
  const base = textOf(options, "base");
  const read = await openPullRequest(project.root, { base }).catch(failedFrom);
  if ("kind" in read) {
    return refuse("git", `git: ${read.message}.`, nextFor(read.message, base));
  }
  const settings = bench.checks();
  const judged = judge(read, (allowances) => ({ ...settings, allowances }));
  if (out.options.json) out.json(record(read, judged));
  else print(call, read, judged);
  if (judged.problems.length > 0) return EXIT.findings;
  return judged.fault ? EXIT.refused : EXIT.done;
}

export function nextFor(message: string, asked: string | undefined, again = "check --ci --base origin/main"): string {
  if (message === SHALLOW) return "git fetch --unshallow   (in a workflow: fetch-depth: 0, GIT_DEPTH: 0)";
  // A word that was typed may be a commit or a tag.
  const branch = asked === undefined && message.startsWith(NO_BRANCH) ? message.slice(NO_BRANCH.length) : undefined;
  if (branch !== undefined) return `git fetch --depth=1 origin +refs/heads/${branch}:refs/remotes/origin/${branch}`;
  return `holdfast ${again}`;
}

function record({ base, commits }: PullRequest, judged: Judged): object {
  const { problems, notes, memories, rules, firstUse, fault } = judged;
  return { base, commits, memories, rules, "first-use": firstUse, fault, problems, notes };
}

function print({ out }: Invocation, { base, commits }: PullRequest, judged: Judged): void {
  for (const { kind, path, what, next } of judged.problems) {
    out.line(`${out.paint("red", kind.padEnd(17))} ${clip(path, out.columns - 18)}`);
    paragraph(out, forTerminalLine(what), "    ");
    out.line(`    ${out.paint("dim", "next")} ${forTerminalLine(next)}`);
  }
  if (judged.problems.some(({ next }) => /^(?:cd \S+ && )?holdfast (?!check)/.test(next))) paragraph(out, SIGNED, "");
  for (const { what, path, lines } of judged.rules) {
    out.line(`${out.paint("yellow", `rule ${what}`.padEnd(17))} ${clip(path, out.columns - 18)}`);
    for (const line of lines) paragraph(out, forTerminalLine(line), "    ");
  }
  for (const note of judged.notes) paragraph(out, `note: ${forTerminalLine(note)}`, "");
  if (judged.firstUse) paragraph(out, FIRST, "");
  if (judged.fault) paragraph(out, "The scanner for secrets could not run: holdfast doctor", "");
  const { now, changed, gone } = judged.memories;
  const what = `${count(now, "memory", "memories")}, ${changed} changed, ${gone} gone`;
  const against = `against ${forTerminalLine(base)} (${commits.tip.slice(0, 12)})`;
  paragraph(out, `${what}, ${against}: ${count(judged.problems.length, "problem", "problems")}`, "");
}

const SIGNED =
  "What needs a signature: somebody of the base runs the command with this branch checked out, or after it was merged, and commits .holdfast.";
const FIRST =
  "note: the base names no signer yet, so the first ones are taken at their word. Look at .holdfast/devices.";
