// holdfast review --pr: what a branch changed and no signer of its base signed (SYN-33). Each memory is shown against the text
// that was signed last, with who changed it, and asked for by itself (TRU-27). Signed is only what is checked out: a branch that
// is not is shown, and what to do is said. git is read, never written, and no network is asked.
import { openPullRequest, openTrust } from "../../compose/signers.ts";
import { contentHash } from "../../memory/document.ts";
import { declaredTier } from "../../memory/fields.ts";
import { type Awaiting, awaiting, mayCount, type Unsigned } from "../../people/awaiting.ts";
import { type Compared, type PullRequest, placeOf } from "../../people/compared.ts";
import { changerWords } from "../../review/wording.ts";
import { type Memory, readCatalogue, stemOf } from "../../store/catalogue.ts";
import type { OpenStore } from "../../store/context.ts";
import { planTierChange } from "../../store/plan-transition.ts";
import type { GitHistory } from "../../store/records.ts";
import { type SpokenIn, sinceSigned } from "../../store/signed.ts";
import { write } from "../../store/write.ts";
import { failedFrom, isRefusal, refuse } from "../../text/errors.ts";
import { forTerminal, forTerminalLine } from "../../text/sanitise.ts";
import { permission } from "../../trust/authority.ts";
import { nextFor } from "../check-ci.ts";
import { EXIT, ended } from "../exit.ts";
import type { Ended, Invocation } from "../spec.ts";
import { aside, clip, count, paragraph } from "../tell.ts";
import { memoryShown, type Shown, shownOf, unlessTyped } from "../typed-yes.ts";

const OTHERS = ["category", "origin", "limit", "batch", "web", "passkey"] as const;

export async function reviewPullRequest(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const { project } = bench;
  const other = OTHERS.find((each) => options[each] !== undefined);
  if (other !== undefined) return refuse("usage", `--${other} does not go with --pr.`, "holdfast review --pr");
  const isPerson = permission("review", bench.channel) === "full";
  if (!isPerson && !out.options.json) {
    const message = "Signing is a person's act; an agent may list what waits, with --json.";
    return refuse("needs-person", message, "holdfast review --pr --json");
  }
  if (project === undefined) return refuse("git", "There is no git repository here.", "cd into the repository first");
  const asked = rangeIn(call.names[0] ?? "");
  const read = await openPullRequest(project.root, asked).catch(failedFrom);
  if ("kind" in read) {
    const next = nextFor(read.message, asked.base ?? asked.head, "review --pr origin/main..");
    return refuse("git", `git: ${read.message}.`, next);
  }
  const waits = awaiting(read);
  if (out.options.json) {
    out.json(record(read, waits));
    return EXIT.done;
  }
  head(call, read, waits);
  if (waits.unsigned.length === 0) return EXIT.done;
  return read.isCheckedOut ? signEach(call, read, waits) : showEach(call, read, waits);
}

/** `BRANCH`, `BASE..BRANCH`; with three dots, as git writes a pull request, it is the same. */
function rangeIn(word: string): { readonly base: string | undefined; readonly head: string | undefined } {
  const [, base = "", head = word] = /^(.*?)\.{2,3}(.*)$/.exec(word) ?? [];
  return { base: base === "" ? undefined : base, head: head === "" ? undefined : head };
}

function record({ base, commits, isCheckedOut }: PullRequest, { isMerged, unsigned }: Awaiting): object {
  const memories = unsigned.map(({ memory, problem: { kind, path, what } }) => ({ id: memory.id, kind, path, what }));
  return { base, commits, "checked-out": isCheckedOut, merged: isMerged, memories };
}

function head({ out }: Invocation, { base, commits }: PullRequest, { isMerged, unsigned }: Awaiting): void {
  const many = unsigned.length === 0 ? "No memory" : count(unsigned.length, "memory", "memories");
  const where = isMerged ? `in ${forTerminalLine(base)}` : `changed against ${forTerminalLine(base)}`;
  const waits = unsigned.length > 1 ? "wait" : "waits";
  paragraph(out, `${many} ${where} ${waits} for a signer (${commits.head.slice(0, 12)}).`);
}

async function signEach(call: Invocation, read: PullRequest, { unsigned }: Awaiting): Promise<Ended> {
  const { bench, out } = call;
  const strange = unsigned.some(({ compared }) => !mayCount(compared, bench.here.writer.keys.own));
  if (strange) aside(out, `${STRANGE} holdfast trust --add ${bench.act.device.id}`);
  const signed: string[] = [];
  for (const each of unsigned) {
    const done = await signOne(call, each);
    if (typeof done === "string") {
      signed.push(placeOf(each.compared, ""));
      out.line(`${out.paint("green", "signed")}  ${clip(done, out.columns - 8)}`);
    } else if (done !== undefined) return done;
  }
  const left = unsigned.length - signed.length;
  if (signed.length > 0) {
    const folders = [...new Set(signed)].map((path) => path.slice(0, -1)).join(" ");
    out.note(`Commit it here, with what was signed: git add ${folders} && git commit`);
  }
  if (left > 0) out.note(`${left} left unsigned: ${again(read)}`);
  return left === 0 ? EXIT.done : EXIT.findings;
}

const STRANGE =
  "This device is none of the signers that the base knows: what you sign counts there once one of them approves it:";

function again({ base }: PullRequest): string {
  return `holdfast review --pr ${base}..`;
}

/** Its name, where it was signed; undefined where it was not. */
async function signOne(call: Invocation, unsigned: Unsigned): Promise<string | Ended | undefined> {
  const { bench, out } = call;
  const { compared, memory, problem } = unsigned;
  const open = bench.sharedIn(compared.folder)[0];
  const here = open && standingIn(open, compared, memory);
  if (open === undefined || here === undefined) {
    paragraph(out, `${forTerminalLine(problem.path)} is not here as it was committed: ${AS_COMMITTED}`);
    return undefined;
  }
  const spoken = spokenIn(call, open, compared);
  if (spoken.isSigned(here)) return stemOf(here);
  const act = bench.actNow();
  const verb = declaredTier(here.document) === "verified" ? "reaffirm" : "promote";
  const plan = planTierChange(here, { verb }, act);
  if (plan.kind === "unchanged") return undefined;
  if (isRefusal(plan)) {
    ended(plan, out, bench);
    return undefined;
  }
  const shown = await shownOf(call, spoken.open, plan);
  const stopped = await unlessTyped(
    call,
    await Promise.all(shown.map((each) => withWriter(call, unsigned, open, each))),
  );
  if (isRefusal(stopped)) return stopped;
  if (stopped !== undefined) return undefined;
  const done = await write(open, plan, act);
  return isRefusal(done) ? done : stemOf(here);
}

const AS_COMMITTED = "commit or put back what you changed, and look again.";

/** On the disk with the text that was committed: whoever asks about another one would sign what the branch does not have. */
function standingIn({ store }: OpenStore, { folder }: Compared, memory: Memory): Memory | undefined {
  if (!store.info.root.replaceAll("\\", "/").endsWith(`/${folder}.holdfast`)) return undefined;
  const { memories } = readCatalogue(store);
  const there = memories.find(
    ({ stored }) => stored.file === memory.stored.file && stored.place === memory.stored.place,
  );
  return there !== undefined && contentHash(there.document) === contentHash(memory.document) ? there : undefined;
}

/** What the signers of the base said of it: whom this machine trusts is another matter. */
function spokenIn(
  { bench }: Invocation,
  { store, history }: OpenStore,
  { after }: Compared,
): { readonly open: SpokenIn; isSigned(memory: Memory): boolean } {
  const by = openTrust(bench.here.places).as(store.info, after);
  const past = { info: store.info, read: store.read.bind(store), pastStatements: by.pastStatements.bind(by) };
  const seen = { ...past, list: store.list.bind(store), readEach: store.readEach.bind(store) };
  const isSigned = (memory: Memory): boolean =>
    readCatalogue({ ...seen, latestStatements: by.statements.bind(by) }).memories.some(
      ({ stored, tier }) => stored.file === memory.stored.file && tier === "verified",
    );
  return { open: { store: past, history }, isSigned };
}

/** Where nothing was signed before there is no difference to show, and still somebody who wrote it. */
async function withWriter(
  { bench }: Invocation,
  { memory }: Unsigned,
  { store }: Pick<SpokenIn, "store">,
  shown: Shown,
  history: () => Promise<GitHistory> = bench.gitHistory,
): Promise<Shown> {
  if (shown.alone === true) return shown;
  const [latest] = await (await history()).authored(store.info.root, memory.stored.file);
  if (latest === undefined) return shown;
  const { name, email, at } = latest;
  return { ...shown, lines: [...shown.lines, `Written ${changerWords({ kind: "commit", name, email, at })}.`] };
}

const NO_HISTORY: SpokenIn["history"] = { ofMemory: () => [], bytes: () => undefined };

/** A branch that is not checked out, as its last commit has it. */
async function showEach(call: Invocation, read: PullRequest, { unsigned }: Awaiting): Promise<Ended> {
  const { bench, out } = call;
  const git = (): Promise<GitHistory> => bench.gitHistory(read.commits.head);
  for (const each of unsigned) {
    const { compared, memory } = each;
    const store = compared.head.as(compared.after);
    const root = `${bench.project?.root}/${placeOf(compared, "").slice(0, -1)}`;
    const open = { store: { ...store, info: { ...store.info, root } }, history: NO_HISTORY };
    const { id, stored, document } = memory;
    const since = id && (await sinceSigned({ open, id, file: stored.file }, document, git));
    const shown = await memoryShown({ file: stored.file, document, ...(since && { since }) });
    const { title, lines } = await withWriter(call, each, open, shown, git);
    out.line();
    out.line(`${out.paint("bold", clip(title, out.columns))}`);
    for (const line of lines) for (const part of forTerminal(line).split("\n")) out.line(`  ${part}`);
  }
  out.line();
  paragraph(out, "Nothing was signed: this branch is not checked out. Check it out, or merge it, and then:");
  out.line(`  ${again(read)}`);
  return EXIT.findings;
}
