// holdfast import: a dry run unless --apply is given (IMP-1), and for everyone but a person always. What is written is
// inferred, but for what a person confirms after seeing it; it ends with the offer to look at what was written.

import { isType, type MemoryType } from "../../memory/kinds.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { nearest } from "../../text/nearest.ts";
import { applyAssert, assertable } from "../../transfer/assert.ts";
import {
  applyImport,
  type Gathered,
  type Imported,
  type Importer,
  type ImportItem,
  type ImportPlan,
  type Opened,
  onlyAPerson,
  planImport,
} from "../../transfer/import.ts";
import { isSource, needsAPath, SOURCES, type SourceName } from "../../transfer/read/candidate.ts";
import { partyOf } from "../../trust/channels.ts";
import { runRestoreBackup, runRestoreExport } from "../backup.ts";
import { EXIT, ended, told } from "../exit.ts";
import { chosenIn } from "../import-choice.ts";
import {
  couldBeRules,
  countsOf,
  creatingIn,
  type ImportCounts,
  reasons,
  recordOf,
  summary,
  table,
} from "../import-report.ts";
import type { Output } from "../output.ts";
import { startProgress } from "../progress.ts";
import { type Commands, type Ended, type Invocation, YES } from "../spec.ts";
import { clip, warnings } from "../tell.ts";
import { memoryShown, unlessTyped } from "../typed-yes.ts";

export const commands: Commands = {
  import: {
    usage: "holdfast import [SOURCE [PATH]] [--apply]",
    about: [
      `Sources: ${SOURCES.join(", ")}.`,
      "Without --apply it shows what would be imported and writes nothing; without SOURCE, what is found here.",
      "Each rule of a CLAUDE.md, AGENTS.md or the like is one memory. With --apply you choose by number: all, all but 3, 5-7.",
      "Everything is imported as inferred, whatever it says of itself; you confirm what you want, one by one.",
      "What is quarantined or retired where it lies stays so; what has expired, and a store of Holdfast, is not imported.",
      "`holdfast import holdfast FILE` brings back what `holdfast export` wrote, byte for byte, and `holdfast import backup FILE` what `holdfast export backup` wrote.",
      "The same words are imported once. backfill is for memory files from before the trust model: names, dates and machines stay, and what such a file calls verified is shown to you, to be confirmed together.",
      "An agent is shown what would come in; a person imports it.",
    ],
    options: {
      apply: { type: "boolean", help: "Ask which of them to import, and import those" },
      yes: { ...YES, help: "All of them, without asking which" },
      only: { type: "string", value: "T,T", help: "Of these types: user, feedback, project, reference" },
      limit: { type: "string", value: "N", help: "At most so many" },
      here: { type: "boolean", help: "What names no project is about the one you are in" },
    },
    names: [0, 2],
    scans: true,
    examples: [
      "holdfast import",
      "holdfast import claude",
      "holdfast import claude --apply",
      "holdfast import markdown ~/notes --only feedback",
      "holdfast import holdfast ~/memories.json --apply",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, names } = call;
  const [source, path] = names;
  if (source === OWN || source === BACKUP) return broughtBack(call, source, path);
  const importer = await bench.importer();
  if (source === undefined) return overview(call, importer);
  if (!isSource(source)) return unknownSource(source);
  const chosen = choices(call);
  if (isRefusal(chosen)) return chosen;
  const gathered = importer.gather(source, path);
  if (isRefusal(gathered)) return gathered;
  const job: Job = {
    importer,
    gathered: [call.options["here"] === true ? aboutHere(call, gathered) : gathered],
    title: path === undefined ? source : `${source} ${path}`,
    chosen,
  };
  if (call.options["apply"] !== true) return dryRun(call, job);
  return isPerson(call) ? imported(call, job) : proposed(call, job);
}

/** What would come in, for an agent to show; the end says that nothing did. */
async function proposed(call: Invocation, job: Job): Promise<number> {
  await dryRun(call, job);
  return ended(onlyAPerson(call.bench.channel), call.out, call.bench, "reported");
}

/** Not another tool's memory but an export of ours: byte for byte, and with its own rules about trust (IMP-2). */
const OWN = "holdfast";
/** An export with what a new machine needs beside it (SUR-10). */
const BACKUP = "backup";

async function broughtBack(call: Invocation, source: string, path: string | undefined): Promise<Ended> {
  const restore = source === BACKUP ? runRestoreBackup : runRestoreExport;
  if (path !== undefined) return restore(call, path, call.options["apply"] === true);
  return refuse("usage", "Expected the file of an export.", `holdfast import ${source} FILE`);
}

interface Job {
  readonly importer: Importer;
  readonly gathered: readonly Gathered[];
  readonly title: string;
  /** `asked` by `init`, where the person has said yes already. */
  readonly chosen: Choices | "asked";
}

interface Choices {
  readonly kind: "choices";
  readonly types?: readonly MemoryType[];
  readonly limit?: number;
}

function choices({ options }: Invocation): Choices | Refusal {
  const { only, limit } = options;
  const types = typeof only === "string" ? only.split(",").map((each) => each.trim()) : undefined;
  const wrong = types?.find((each) => !isType(each));
  if (wrong !== undefined)
    return refuse(
      "usage",
      `--only takes user, feedback, project or reference; found "${wrong}".`,
      "holdfast import --help",
    );
  const most = typeof limit === "string" ? Number(limit) : undefined;
  if (most !== undefined && (!Number.isSafeInteger(most) || most < 1))
    return refuse("usage", `--limit takes a number from 1; found "${limit}".`, "holdfast import --help");
  return {
    kind: "choices",
    ...(types === undefined ? {} : { types: types.filter(isType) }),
    ...(most === undefined ? {} : { limit: most }),
  };
}

function unknownSource(word: string): Refusal {
  const near = nearest(word, SOURCES);
  return refuse(
    "usage",
    `There is no source "${word}". Known: ${[...SOURCES, OWN, BACKUP].join(", ")}.`,
    near === undefined ? "holdfast import --help" : `holdfast import ${near}`,
  );
}

/** What has no project of its own is about the one that the person stands in. */
function aboutHere({ bench }: Invocation, gathered: Gathered): Gathered {
  const { project } = bench;
  if (project === undefined) return gathered;
  return { ...gathered, candidates: gathered.candidates.map((each) => ({ project: project.id, ...each })) };
}

async function planned(
  call: Invocation,
  { importer, gathered, chosen }: Omit<Job, "title">,
  store: Opened = importer.looking(),
): Promise<ImportPlan> {
  const candidates = gathered.flatMap((each) => each.candidates);
  const progress = startProgress(call.out, { title: "checking", total: candidates.length });
  try {
    const { kind: _, ...limits } = chosen === "asked" ? ({ kind: "choices" } as const) : chosen;
    const request = { id: importer.newId(), candidates, by: call.bench.channel, ...limits };
    return await planImport(store.open, request, store.act, progress.step);
  } finally {
    progress.end();
  }
}

function isPerson({ bench }: Invocation): boolean {
  return partyOf(bench.channel) === "person";
}

async function dryRun(call: Invocation, job: Job): Promise<number> {
  const { out } = call;
  const { items } = await planned(call, job);
  const leftOut = job.gathered.flatMap((each) => each.leftOut);
  const counts = countsOf(items, leftOut);
  if (out.options.json) {
    out.json({ applied: false, counts, items: items.map((item) => recordOf(item)), skipped: leftOut.map(skipped) });
    return EXIT.done;
  }
  table(out, creatingIn(items));
  reasons(out, items, leftOut);
  summary(out, counts, false);
  tellRules(out, items);
  if (counts.new > 0 && isPerson(call)) {
    out.note("Nothing was written. The tier is a proposal: you confirm later, one by one.");
    out.note(`Next: ${out.paint("cyan", `holdfast import ${job.title} --apply`)}`);
  }
  return EXIT.done;
}

function skipped({ from, why }: { readonly from: string; readonly why: string }): Record<string, string> {
  return { from, why };
}

export async function imported(call: Invocation, job: Job): Promise<Ended> {
  const { out } = call;
  const { importer, gathered, title, chosen } = job;
  const store = importer.writing();
  if (isRefusal(store)) return store;
  const found = await planned(call, job, store);
  if (found.stopped === true) {
    out.note("Stopped; nothing was written.");
    return EXIT.findings;
  }
  const leftOut = gathered.flatMap((each) => each.leftOut);
  const plan = await chosenIn(call, found);
  if (plan === undefined) {
    reasons(out, found.items, leftOut);
    out.note("Nothing was imported.");
    return EXIT.findings;
  }
  const asserted = await assertedBy(call, plan);
  const backup = keepTexts(importer, plan, title);
  const results = await written(call, plan, store, asserted);
  const counts = countsOf(plan.items, leftOut, results);
  const id = plan.request.id;
  if (out.options.json) {
    const items = plan.items.map((item, at) => recordOf(item, results[at]?.result));
    out.json({ applied: true, import: id, counts, backup: backup ?? null, items, skipped: leftOut.map(skipped) });
    return endOf(results);
  }
  reasons(out, plan.items, leftOut, results);
  summary(out, counts, true);
  if (chosen !== "asked") tellRules(out, plan.items, id);
  // Who is asked at init came to set up: the path stands on a line of its own for those who asked for an import.
  if (backup !== undefined && chosen !== "asked") {
    out.note("What was read is kept at");
    out.note(`  ${importer.shown(backup)}`);
  }
  if (counts.new > 0) await (chosen === "asked" ? reviewOrigin(call, id) : offer(call, id, counts, results));
  return endOf(results);
}

function tellRules(out: Output, items: readonly ImportItem[], id?: string): void {
  const count = couldBeRules(items);
  if (count === 0) return;
  const how = id === undefined ? "the review of them says how" : `holdfast review --origin ${id}`;
  out.note(`${count} of them could hold agents to what ${count === 1 ? "it says" : "they say"}: ${how}`);
}

/** The review of exactly what this import wrote; its code is loaded only then. */
async function reviewOrigin(call: Invocation, importId: string): Promise<void> {
  const { review } = await import("./review.ts");
  told(await review(call, { origin: importId }), call.out, call.bench);
}

const HOSTS: Readonly<Partial<Record<SourceName, string>>> = { claude: "Claude", codex: "Codex" };

/** How much of it the store does not know yet, and who was told; nothing is written. */
export async function newAmong(
  call: Invocation,
  importer: Importer,
  gathered: readonly Gathered[],
): Promise<{ readonly count: number; readonly hosts: string }> {
  const { items } = await planned(call, { importer, gathered, chosen: "asked" });
  const fresh = items.filter(({ outcome }) => outcome.kind === "creates");
  const hosts = fresh.map(({ candidate: { source, said } }) =>
    said === undefined ? HOSTS[source] : said.host === "codex" ? "Codex" : "Claude",
  );
  return { count: fresh.length, hosts: [...new Set(hosts)].filter((each) => each !== undefined).join(" and ") };
}

/** Before the first write; nothing is kept where nothing will be written. */
function keepTexts(importer: Importer, { items, request }: ImportPlan, title: string): string | undefined {
  const creating = items
    .filter(({ outcome }) => outcome.kind === "creates" && outcome.proposed !== "quarantined")
    .map(({ candidate }) => candidate);
  if (creating.length === 0) return undefined;
  const byFile = Map.groupBy(creating, ({ from }) => from.replace(/(?::\d+|, (?:observation|memory) \S+)$/, ""));
  const texts = [...byFile].map(([from, each]) => ({
    from,
    text: each.map(({ text, said }) => said?.quote ?? text.trimEnd()).join("\n\n"),
  }));
  return importer.keep(request.id, title, texts);
}

/** `asserted` by the person go together, signed one by one; the others by the channel of an import. */
async function written(
  { out, bench }: Invocation,
  plan: ImportPlan,
  { open, act }: Opened,
  asserted: readonly ImportItem[],
): Promise<readonly Imported[]> {
  const others = plan.items.filter((item) => !asserted.includes(item));
  const total = others.filter(({ outcome }) => outcome.kind === "creates").length;
  const progress = startProgress(out, { title: "importing", total });
  try {
    const done = await applyImport(open, { ...plan, items: others }, act, progress.step);
    const own = await applyAssert(open, asserted, bench.act);
    const results = new Map([...done, ...own].map((each) => [each.item, each]));
    return plan.items.flatMap((item) => results.get(item) ?? []);
  } finally {
    progress.end();
  }
}

/** Those that the person wants as they call themselves: every word of them is shown, and a yes typed for each screen. */
async function assertedBy(call: Invocation, plan: ImportPlan): Promise<readonly ImportItem[]> {
  const { bench, out } = call;
  const items = isPerson(call) && !out.options.quiet && !out.options.json ? assertable(plan, bench.act.now) : [];
  if (items.length === 0) return [];
  const planned = items.flatMap(({ outcome }) => (outcome.kind === "creates" ? [outcome.planned] : []));
  for (const { plan: each } of planned) warnings(out, each.warnings);
  const shown = planned.map(({ file, document }) => memoryShown({ file, document }));
  const these = items.length === 1 ? "This one calls itself" : `These ${items.length} call themselves`;
  bench.show(`${these} verified. Do you confirm every word?`);
  return (await unlessTyped(call, await Promise.all(shown))) === undefined ? items : [];
}

/** The words come one by one, before the person's eyes. */
async function offer(call: Invocation, id: string, { own }: ImportCounts, results: readonly Imported[]): Promise<void> {
  const { bench, out } = call;
  const asked = isPerson(call) && own > 0 && !isStopped(results) && !out.options.quiet;
  const question = own === 1 ? "1 of them looks like your own words." : `${own} of them look like your own words.`;
  if (!asked) out.note(`A person can look at them: holdfast review --origin ${id}`);
  else if (await bench.ask(`${question} Look at ${own === 1 ? "it" : "them"} now?`, "yes"))
    await reviewOrigin(call, id);
  else out.note(`Later: holdfast review --origin ${id}`);
}

/** Refused by a check or a tombstone is an answer; kept from the store, or stopped, is work left. */
function endOf(results: readonly Imported[]): number {
  const answers = ["checks-failed", "resurrection", "too-large"];
  const failed = results.some(({ result }) => isRefusal(result) && !answers.includes(result.code));
  return failed || isStopped(results) ? EXIT.findings : EXIT.done;
}

/** Some were to be written and were not; beyond a limit that was asked for is another matter. */
function isStopped(results: readonly Imported[]): boolean {
  return results.some(({ item, result }) => item.outcome.kind === "creates" && result.kind === "not-now");
}

/** Without a source: what each would find here. */
async function overview(call: Invocation, importer: Importer): Promise<number> {
  const { out } = call;
  const found: { source: SourceName; found: number; new: number }[] = [];
  for (const source of SOURCES.filter((each) => !needsAPath(each))) {
    const gathered = importer.gather(source);
    if (isRefusal(gathered)) continue;
    const { items } = await planned(call, { importer, gathered: [gathered], chosen: "asked" });
    found.push({ source, found: gathered.candidates.length, new: countsOf(items, []).new });
  }
  const some = found.filter((each) => each.found > 0);
  if (out.options.json) {
    out.json({ sources: found, "need a path": SOURCES.filter(needsAPath) });
    return EXIT.done;
  }
  for (const { source, found: count, new: fresh } of some) {
    out.line(`  ${source.padEnd(14)}  ${String(count).padStart(5)} found, ${String(fresh).padStart(5)} new`);
  }
  if (some.length === 0) out.line("Nothing was found where the agents on this machine keep their memories.");
  out.note(clip(`With a path: ${SOURCES.filter(needsAPath).join(", ")}.`, out.columns));
  out.note(`Next: ${out.paint("cyan", `holdfast import ${some[0]?.source ?? "markdown FOLDER"}`)}`);
  return EXIT.done;
}
