// The run of sync (SYN-10): adopt and commit what is ours, fetch, join, move, push; on a remote that moved on, again, up to
// five times. Never a rebase, never a force, no conflict state. The store is locked while its files are read or moved, not
// while the network is waited for; a file that changed in between stops the move, and the next round adopts it.

import type { GitFailed } from "../disk/git/carrier.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { commitOwn } from "./commit-own.ts";
import type { Held } from "./gate.ts";
import { kindOf } from "./paths.ts";
import type { SyncPorts, Told } from "./ports.ts";
import type { Unread } from "./side.ts";
import { lookAhead, take } from "./take.ts";
import { ok } from "./trees.ts";

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
const BEHIND =
  "Others have seen more of this device than it knows itself; a backup was restored, or the machine was copied.";
const REWRITTEN =
  "The remote's history does not go on from what this machine knew of it: one of the two was rewritten. What it " +
  "knew is kept as";

type Round =
  | { readonly kind: "done"; readonly outcome: Synced["outcome"] }
  | { readonly kind: "again" }
  | Refusal
  | GitFailed;

/** What a run would do (`--dry-run`): fetches, and touches nothing else. */
export async function look(ports: SyncPorts): Promise<SyncOutcome> {
  const { git, act, left } = ports;
  const stopped = forbidden("sync", act.channel);
  if (stopped !== undefined) return stopped;
  const told: Told = { held: [], refused: [], siblings: [], notes: [], came: new Set(), went: 0, behind: 0 };
  const status = await git.status();
  if (status.kind === "failed") return status;
  const { head, changed } = status.value;
  told.went = changed.filter(({ path }) => kindOf(path) !== undefined).length;
  const fetched = await git.fetchRemote(left());
  if (fetched.kind === "failed") return fetched;
  const { commit } = fetched.value;
  if (commit !== undefined && commit !== head) {
    const seen = head === undefined ? ok(false) : await git.isAncestor(commit, head);
    if (seen.kind === "failed") return seen;
    const looked = seen.value ? ok(undefined) : await lookAhead(ports, head, commit, told);
    if (looked.kind === "failed") return looked;
  }
  return { ...told, kind: "synced", outcome: "looked", came: [...told.came].sort(), refused: unique(told.refused) };
}

export async function sync(ports: SyncPorts, way: Way): Promise<SyncOutcome> {
  const { open, git, act } = ports;
  const stopped = forbidden("sync", act.channel);
  if (stopped !== undefined) return stopped;
  if (open.store.info.scope !== "personal") return refuse("usage", "Only your own store is synced.");
  const told: Told = { held: [], refused: [], siblings: [], notes: [], came: new Set(), went: 0, behind: 0 };
  // What a cut-off run left is no different from what a run that is under way has done so far, but for the lock.
  const ready = await open.store.withLock(() => git.recover(act.now.getTime()));
  if (isRefusal(ready) || ready.kind === "failed") return ready;
  told.notes.push(...ready.value);
  for (let round = 1; round <= ROUNDS; round++) {
    const ended = await once(ports, way, told);
    if (ended.kind === "again") continue;
    if (ended.kind !== "done") return ended;
    if (told.behind > 0) told.notes.push(`${BEHIND} ${renewed(ports.renew())}`);
    return {
      ...told,
      kind: "synced",
      outcome: ended.outcome,
      came: [...told.came].sort(),
      refused: unique(told.refused),
    };
  }
  return {
    kind: "failed",
    reason: "rejected",
    message: `the files or the remote changed ${ROUNDS} times while this ran; try again`,
  };
}

async function once(ports: SyncPorts, way: Way, told: Told): Promise<Round> {
  const { open, git, left, progress } = ports;
  progress?.("Committing what is new here");
  const own = await commitOwn(ports, told);
  if (own.kind !== "ok") return own;
  const ours = own.value;
  progress?.("Fetching");
  const fetched = await git.fetchRemote(left());
  if (fetched.kind === "failed") return fetched;
  const { commit: theirs, backup } = fetched.value;
  if (backup !== undefined) told.notes.push(`${REWRITTEN} ${backup}.`);
  if (theirs === ours) return { kind: "done", outcome: "equal" };
  const isAhead = theirs === undefined ? ok(true) : await git.isAncestor(theirs, ours);
  if (isAhead.kind === "failed") return isAhead;
  if (isAhead.value || theirs === undefined) return await pushed(ports, way, ours, "pushed", told);
  if (way === "push-only") {
    return refuse("git", "The remote has what this machine does not.", "holdfast sync");
  }
  progress?.("Joining");
  const joined = await open.store.withLock((writer) => take(ports, ours, theirs, told, writer));
  if (isRefusal(joined) || joined.kind !== "ok") return joined;
  if (joined.value === "again") return { kind: "again" };
  const { target, forwarded } = joined.value;
  if (target === theirs) return { kind: "done", outcome: "forwarded" };
  return await pushed(ports, way, target, forwarded ? "forwarded" : "joined", told);
}

async function pushed(
  ports: SyncPorts,
  way: Way,
  commit: string,
  outcome: Synced["outcome"],
  told: Told,
): Promise<Round> {
  if (way === "pull-only") return { kind: "done", outcome: outcome === "pushed" ? "committed" : outcome };
  ports.progress?.("Pushing");
  const sent = await ports.git.push(commit, ports.left());
  if (sent.kind === "failed") return sent.reason === "rejected" ? { kind: "again" } : sent;
  told.went++;
  return { kind: "done", outcome };
}

function renewed(id: string | undefined): string {
  return id === undefined ? "Run `holdfast sync` to give it a new id." : `It has a new id: ${id}`;
}

function unique(unread: readonly Unread[]): readonly Unread[] {
  return [...new Map(unread.map((each) => [`${each.path} ${each.why}`, each])).values()];
}
