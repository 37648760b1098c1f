// holdfast forget
import { openForgetting } from "../../compose/forgetting.ts";
import { type ForgetDone, forget } from "../../forget/apply.ts";
import { leftInGit } from "../../forget/left-in-git.ts";
import { type ForgetPlan, type Going, planForget } from "../../forget/plan.ts";
import type { FarTraces, GitHolding } from "../../forget/ports.ts";
import { purgeCommands } from "../../forget/purge.ts";
import { isMirrored } from "../../memory/kinds.ts";
import type { Scope } from "../../store/memory-store.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { EXIT, ended, isDeclined } from "../exit.ts";
import { type Output, wrap } from "../output.ts";
import { type Commands, DRY, type Ended, type Invocation, YES } from "../spec.ts";
import { aside, clip, count } from "../tell.ts";

const SHOWN = 12;

export const commands: Commands = {
  forget: {
    usage: "holdfast forget NAME... [--dry-run]",
    about: [
      "The file, earlier versions, raw copies, records and the search index go; a mark without text keeps it from coming back. Then it tells which git commits and session records still hold it, with the commands to purge them.",
      "NAME may be an archived memory, or the id of one that is gone. Without a name it finishes what was interrupted.",
    ],
    options: { yes: YES, "dry-run": DRY },
    names: [0, 1000],
    takesMemories: true,
    scans: true,
    examples: ["holdfast forget reference_staging_password", "holdfast forget 01J9ZQ --dry-run"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  const { traces, journal, far } = openForgetting(bench.here.places);
  const stores = bench.stores();
  const begun = journal.read();
  if (names.length === 0 && begun === undefined) {
    return refuse("usage", "forget needs a name.", "holdfast forget NAME");
  }
  const plan = planForget(stores, names, traces, bench.act, begun);
  if (plan.kind === "refusal") return plan;
  const others = plan.going.find(({ scope }) => isMirrored(scope));
  if (others !== undefined) return notOurs(others);
  const isDry = options["dry-run"] === true;
  const isEmpty = plan.job.doomed.length === 0;
  if (!isEmpty) tellPlan(out, plan, begun !== undefined);
  if (out.options.json && (isDry || isEmpty)) out.json(planRecord(plan));
  const refused = Math.max(EXIT.done, ...plan.refused.map(({ refusal }) => ended(refusal, out, bench, "reported")));
  for (const name of plan.already) out.note(`${clip(name, 60)} was forgotten before.`);
  if (isEmpty) return refused;
  if (isDry) {
    out.note("Nothing was changed (--dry-run).");
    return refused;
  }
  if (await isDeclined(call, "Forget it for good?", { fallback: "no" })) return EXIT.findings;
  const done = await forget({ stores, traces, journal, act: bench.act }, plan.job);
  if (done.kind === "refusal") return done;
  return Math.max(await tellDone(call, done, plan, far), refused);
}

function tellPlan(out: Output, plan: ForgetPlan, isBegun: boolean): void {
  // Before everything else: what was read once is not made secret by forgetting it.
  if (plan.secret && !out.options.json)
    out.line(out.paint("red", "Rotate this credential first: forgetting does not make it secret again."));
  if (isBegun) out.note("An earlier forget did not come to its end; this one finishes it.");
  for (const going of plan.going) {
    out.note(`  ${out.paint("red", "goes")}   ${clip(going.stem, 44).padEnd(44)}  ${becauseOf(going)}`);
    for (const file of going.files) out.note(`         ${clip(file, out.columns - 9)}`);
    if (going.kept > 0)
      out.note(`         ${count(going.kept, "earlier text or raw copy", "earlier texts or raw copies")}`);
  }
  for (const { stem, scope, much } of plan.also.slice(0, SHOWN)) {
    const what = much === "all" ? "says the same" : "holds a line of it";
    out.note(`  ${out.paint("yellow", "stays")}  ${clip(stem, 44).padEnd(44)}  ${what}${placed(scope)}`);
  }
  if (plan.also.length > SHOWN) out.note(`         and ${plan.also.length - SHOWN} more`);
  if (plan.also.length > 0) out.note("         Name them too if they are to go.");
  if (plan.traces.length > 0) out.note(`  clears ${count(plan.traces.length, "file", "files")} of ours with its words`);
  out.note("  The search index is made anew. A mark without text keeps it from coming back.");
  out.note("  This can't be undone.");
}

/** Many people's: it goes for all of them, and by an admin's word (HUB-11). */
function notOurs({ stem }: Going): Refusal {
  const message = `${stem} is your organisation's. An admin there can erase it for everybody: holdfast-hub erase --help`;
  return refuse("not-allowed", message, `holdfast off ${stem}`);
}

const WHY: Readonly<Record<Going["why"], string>> = {
  asked: "",
  "same-line": ", the same words",
  proposal: ", a proposal",
  begun: ", the rest of it",
};

function placed(scope: Scope): string {
  return scope === "personal" ? "" : `, ${scope}`;
}

function becauseOf({ tier, scope, why }: Going): string {
  return `${tier === "none" ? "only earlier texts" : tier}${placed(scope)}${WHY[why]}`;
}

async function tellDone(
  { out, bench }: Invocation,
  { cleared, kept, elsewhere }: ForgetDone,
  plan: ForgetPlan,
  far: FarTraces,
): Promise<number> {
  const { phrases, doomed } = plan.job;
  for (const refusal of kept) ended(refusal, out, bench, "reported");
  const gone = plan.going.map(({ stem }) => stem).filter((stem) => !elsewhere.some(({ id }) => id === stem));
  for (const stem of kept.length === 0 ? gone : []) out.note(`${out.paint("green", "forgotten")}  ${stem}`);
  // The files that were announced, whether they went or lost a line: another measure would read as a contradiction.
  const clean = plan.traces.filter((path) => !cleared.left.some((each) => each.path === path)).length;
  if (clean > 0) out.note(`           ${count(clean, "file", "files")} of ours cleared of its words`);
  for (const { path, why } of cleared.left) out.note(`  ${out.paint("yellow", "left")}   ${path}: ${why}`);
  for (const root of new Set(elsewhere.map((each) => each.root)))
    out.note(`  ${out.paint("yellow", "left")}   ${root}: begun there; run holdfast forget in that project`);
  const roots = new Set(doomed.map(({ root }) => root));
  const found = await Promise.all([...roots].map((root) => leftInGit(bench.stores(), root, phrases, far)));
  const git = [...new Map(found.flatMap((each) => (each === undefined ? [] : [[each.root, each] as const]))).values()];
  const sessions = far.inSessions(phrases);
  if (out.options.json) {
    out.json({
      forgotten: kept.length === 0 ? gone : [],
      ...cleared,
      elsewhere: elsewhere.map(({ id, root }) => ({ id, root })),
      kept: kept.map(({ message }) => message),
      git: git.map(gitRecord),
      sessions,
    });
  }
  if (!out.options.json) {
    for (const holding of git) tellGit(out, holding);
    tellSessions(out, sessions);
  }
  return kept.length > 0 ? EXIT.refused : cleared.left.length + elsewhere.length > 0 ? EXIT.findings : EXIT.done;
}

function tellGit(out: Output, holding: GitHolding): void {
  const { root, commits, loose, messages, beyond, unfinished } = holding;
  if (unfinished !== undefined) {
    aside(out, `git in ${root} was not searched to the end: ${unfinished}.`);
  }
  if (commits.length === 0 && loose === 0) return;
  const orphans =
    loose === 0 ? "" : `${commits.length === 0 ? "" : " and "}${count(loose, "object", "objects")} of no commit`;
  const held = commits.length === 0 ? "" : count(commits.length, "commit", "commits");
  out.note();
  out.note(`git still holds it, in ${held}${orphans} of ${root}:`);
  for (const commit of commits.slice(0, SHOWN)) out.line(`  ${commit}`);
  if (commits.length > SHOWN) out.note(`  and ${commits.length - SHOWN} more (--json has them all)`);
  const { filterRepo, plain } = purgeCommands(holding);
  const same = filterRepo.join() === plain.join();
  const before = holding.sent === undefined ? "" : ", all of these before the next sync";
  out.note(same ? `To purge it${before}:` : "To purge it, with git-filter-repo:");
  for (const command of filterRepo) out.line(`  ${command}`);
  if (!same) {
    out.note("or with git alone:");
    for (const command of plain) out.line(`  ${command}`);
  }
  const remarks = [
    ...(beyond.length === 0
      ? []
      : [`Files that are no memories hold it too, and are yours to change: ${namesOf(beyond)}.`]),
    ...(messages.length === 0
      ? []
      : [
          `${count(messages.length, "commit message holds", "commit messages hold")} it too: filter-repo --replace-message.`,
        ]),
    ...(same ? [] : ["filter-repo takes the remote away as well; git remote add origin URL names it again."]),
    ...(commits.length === 0 ? [] : [afterwards(holding)]),
  ];
  for (const line of remarks.flatMap((remark) => wrap(remark, out.columns))) out.note(line);
}

function afterwards({ sent }: GitHolding): string {
  if (sent === undefined)
    return "This rewrites history; copies that were pushed or cloned keep it until they are made anew.";
  return (
    "This rewrites history, here and on the remote, which drops the old commits when it next tidies up (a hosting service " +
    "may have to be asked). Other machines keep it in git until docs/guide/second-machine.md is followed there."
  );
}

function namesOf(paths: readonly string[]): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  return `${paths.slice(0, SHOWN).join(", ")}${more}`;
}

function tellSessions(out: Output, sessions: readonly string[]): void {
  if (sessions.length === 0) return;
  out.note();
  out.note(
    `${count(sessions.length, "record", "records")} of your agents' sessions still ${sessions.length === 1 ? "holds" : "hold"} it:`,
  );
  for (const path of sessions) out.line(`  ${path}`);
  out.note("They are the agents' own; to remove one: rm PATH");
}

function planRecord({ going, also, traces, secret, already, refused }: ForgetPlan): Record<string, unknown> {
  return {
    goes: going,
    stays: also,
    clears: traces,
    secret,
    already,
    refused: refused.map(({ name, refusal }) => ({ name, code: refusal.code, message: refusal.message })),
  };
}

function gitRecord(holding: GitHolding): Record<string, unknown> {
  return { ...holding, purge: purgeCommands(holding) };
}
