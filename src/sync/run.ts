// The run of sync (SYN-10): adopt and commit what is ours, fetch, join, move, push; on a remote that moved on, again, up to
// five times. Never a rebase, never a force, no conflict state. The store is locked while its files are read or moved, not
// while the network is waited for; a file that changed in between stops the move, and the next round adopts it. What git
// can't do is thrown wherever it happens, and caught here once.

import { failedFrom, type GitFailed, GitFailure, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { type Carrier, gitCarrier } from "./carrier.ts";
import { commitHere } from "./commit-here.ts";
import { commitOwn } from "./commit-own.ts";
import type { Held } from "./gate.ts";
import { stoppedBy } from "./mass.ts";
import { kindOf } from "./paths.ts";
import { nothingTold, type Running, type SyncPorts, type SyncTold } from "./ports.ts";
import type { Unread } from "./side.ts";
import { lookAhead, onlyTakesAway, take } from "./take.ts";

export type Way = "both" | "pull-only" | "push-only";

export interface Synced {
  readonly kind: "synced";
  readonly outcome: "equal" | "pushed" | "forwarded" | "joined" | "committed" | "looked" | "copies";
  /** Files that came or changed, and that went. */
  readonly came: readonly string[];
  readonly went: number;
  readonly held: readonly Held[];
  readonly refused: readonly Unread[];
  readonly siblings: readonly string[];
  readonly notes: readonly string[];
}

export type SyncOutcome = Synced | Refusal | GitFailed;

export const ROUNDS = 5;
const LOCKED = /cannot lock ref|failed to update ref/;
const BEHIND =
  "Others have seen more of this device than it knows itself; a backup was restored, or the machine was copied.";
const REWRITTEN =
  "The remote's history does not go on from what this machine knew of it: one of the two was rewritten. What it " +
  "knew is kept as";

const APART =
  "What was forgotten here still stands on a device that does not count this forget: let it approve the device that forgot it.";

/** `why`: what was said of the branch at the remote. */
type Round =
  | { readonly kind: "done"; readonly outcome: Synced["outcome"] }
  | { readonly kind: "again"; readonly why?: string | undefined }
  | Refusal
  | GitFailed;

/** What a run would do (`--dry-run`): fetches, and touches nothing else. */
export async function look(ports: SyncPorts): Promise<SyncOutcome> {
  return forbidden("sync", ports.act.channel) ?? (await ended(ports, looked({ ...ports, told: nothingTold() })));
}

function carrierOf({ carrier, git }: SyncPorts): Carrier {
  return carrier ?? gitCarrier(git);
}

async function looked(run: Running): Promise<Synced | Refusal | GitFailed> {
  const { git, told } = run;
  const { head, changed } = await git.status();
  told.went = changed.filter(({ path }) => kindOf(path) !== undefined).length;
  const fetched = await carrierOf(run).fetch(run.left());
  if (fetched.kind !== "fetched") return fetched;
  const { commit } = fetched;
  if (commit !== undefined && commit !== head && !(head !== undefined && (await git.isAncestor(commit, head))))
    await lookAhead(run, head, commit);
  return synced(told, "looked");
}

export async function sync(ports: SyncPorts, way: Way): Promise<SyncOutcome> {
  const stopped = forbidden("sync", ports.act.channel);
  if (stopped !== undefined) return stopped;
  if (ports.open.store.info.scope === "shared")
    return refuse("usage", "A project's store is carried by the project's own git.");
  return await ended(ports, rounds({ ...ports, told: nothingTold() }, way));
}

/** A change of this machine becomes a commit at once (SYN-10a); nothing is fetched, and nothing is sent. */
export async function commit(ports: SyncPorts): Promise<SyncOutcome> {
  const run = { ...ports, told: nothingTold() };
  return forbidden("sync", ports.act.channel) ?? (await ended(ports, committed(run)));
}

async function committed(run: Running): Promise<Synced | Refusal> {
  const { open, git, act, told } = run;
  const done = await open.store.withLock(async (writer) => {
    told.notes.push(...(await git.recover(act.now.getTime())));
    const { head, own } = await git.standing();
    const isAlone = git.address() === undefined && (head === undefined || own !== undefined);
    await (isAlone ? commitHere : commitOwn)({ ...run, writer });
  });
  return isRefusal(done) ? done : synced(told, "committed");
}

function ended<T>({ git }: SyncPorts, run: Promise<T>): Promise<T | GitFailed> {
  return run.catch(failedFrom).finally(() => git.rest());
}

async function rounds(run: Running, way: Way): Promise<Synced | Refusal | GitFailed> {
  const { open, git, act, told } = run;
  // What a cut-off run left is no different from what a run that is under way has done so far, but for the lock.
  const ready = await open.store.withLock(() => git.recover(act.now.getTime()));
  if (isRefusal(ready)) return ready;
  told.notes.push(...ready);
  let why: string | undefined;
  for (let round = 1; round <= ROUNDS; round++) {
    const ended = await once(run, way);
    if (ended.kind === "again") {
      why = ended.why;
      continue;
    }
    if (ended.kind !== "done") return ended;
    if (told.behind > 0) told.notes.push(`${BEHIND} ${renewed(run.renew())}`);
    return synced(told, ended.outcome);
  }
  throw new GitFailure(
    "rejected",
    `the files or the remote changed ${ROUNDS} times while this ran${leftAt(why)}; try again`,
  );
}

async function once(run: Running, way: Way): Promise<Round> {
  const { open, git, left, told, progress } = run;
  progress?.("Committing what is new here");
  const ours = await open.store.withLock((writer) => commitOwn({ ...run, writer }));
  if (isRefusal(ours)) return ours;
  progress?.("Fetching");
  const fetched = await carrierOf(run).fetch(left());
  if (fetched.kind !== "fetched") return fetched;
  const { commit: theirs, backup, leftOut = [] } = fetched;
  const owes = fetched.owes === true && way !== "pull-only";
  told.refused.push(...leftOut);
  if (backup !== undefined) told.notes.push(`${REWRITTEN} ${backup}.`);
  if (theirs === ours) return owes ? await pushed(run, ours, theirs, "equal") : { kind: "done", outcome: "equal" };
  if (theirs === undefined || (await git.isAncestor(theirs, ours)))
    return way === "pull-only" ? { kind: "done", outcome: "committed" } : await pushed(run, ours, theirs, "pushed");
  if (way === "push-only") {
    return refuse("git", "The remote has what this machine does not.", "holdfast sync");
  }
  progress?.("Joining");
  const taken = (wanted: boolean): ReturnType<typeof takeLocked> => takeLocked(run, { ours, theirs }, wanted);
  const first = await taken(false);
  // The store is not locked while a person thinks.
  const joined = first.kind === "many" && (await run.isWanted?.(first)) === true ? await taken(true) : first;
  if (joined.kind === "many") return stoppedBy(joined);
  if (joined.kind !== "taken") return joined;
  const { target } = joined;
  const outcome = joined.forwarded || target === theirs ? "forwarded" : "joined";
  return (target === theirs && !owes) || way === "pull-only"
    ? { kind: "done", outcome }
    : await pushed(run, target, theirs, outcome);
}

function takeLocked(
  run: Running,
  commits: Parameters<typeof take>[1],
  wanted: boolean,
): Promise<Awaited<ReturnType<typeof take>> | Refusal> {
  return run.open.store.withLock((writer) => take({ ...run, writer }, commits, wanted));
}

/** In a remote that is a folder, a git that was cut off leaves its lock behind, and each push is refused until it goes. */
function leftAt(why: string | undefined): string {
  return why === undefined || !LOCKED.test(why) ? "" : " or its branch is locked: a .lock file may be left there";
}

/** A remote that moved on meanwhile is no failure: the next round fetches what is there now. */
async function pushed(
  run: Running,
  commit: string,
  theirs: string | undefined,
  outcome: Synced["outcome"],
): Promise<Round> {
  const { left, told, progress } = run;
  if (theirs !== undefined && (await onlyTakesAway(run, commit, theirs))) {
    told.notes.push(APART);
    return { kind: "done", outcome: outcome === "pushed" ? "equal" : outcome };
  }
  progress?.("Pushing");
  const sent = await carrierOf(run).push(commit, left());
  if (sent.kind === "behind") return { kind: "again", why: sent.why };
  if (sent.kind !== "landed") return sent;
  told.refused.push(...(sent.leftOut ?? []));
  if (commit !== theirs) told.went++;
  return { kind: "done", outcome };
}

function synced({ cameBack, ...told }: SyncTold, outcome: Synced["outcome"]): Synced {
  const notes = cameBack.size === 0 ? told.notes : [...told.notes, comeBack([...cameBack].sort())];
  return { ...told, kind: "synced", outcome, notes, came: [...told.came].sort(), refused: unique(told.refused) };
}

const NAMED = 3;

function comeBack(files: readonly string[]): string {
  const names = files.slice(0, NAMED).map((file) => file.replace(/\.md$/, ""));
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : "";
  const what = files.length === 1 ? "One memory was" : `${files.length} memories were`;
  return `${what} missing and came back: ${names.join(", ")}${more}. To remove one, use \`holdfast forget\`, or \`holdfast off\`.`;
}

function renewed(id: string | undefined): string {
  return id === undefined ? "Run `holdfast sync` to give it a new id." : `It has a new id: ${id}`;
}

function unique(unread: readonly Unread[]): readonly Unread[] {
  return [...new Map(unread.map((each) => [`${each.path} ${each.why}`, each])).values()];
}
