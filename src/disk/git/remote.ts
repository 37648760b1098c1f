// The only two calls that reach a network (SYN-10, SYN-12), and where they may go: an address is no option and no helper of
// its own (`ext::`), and opens only the protocols that it needs. What is fetched lands below refs/holdfast/, in nobody's
// branch; a remote whose history was rewritten leaves a backup behind (SYN-16). A push is never forced.

import { failedFrom, type GitFailed, type GitFailure } from "../../text/errors.ts";
import {
  baseOf,
  branchOf,
  commitAt,
  expectCommits,
  headOf,
  isAncestor,
  keepBackup,
  moveRefs,
  remoteRef,
} from "./branch.ts";
import type { GitFetched } from "./carrier.ts";
import { failure, failureIn } from "./reasons.ts";
import { streamGit } from "./run.ts";
import { nowhere, patienceSettings, sshCommand } from "./settings.ts";
import { callOf, type GitStore, inStore, noted } from "./store.ts";

/**
 * Where the remote is a folder on this machine, both ends run here, as this user: what that folder brings along (a stick,
 * a share) must not run either.
 */
const FAR_END = `git -c core.hooksPath=${nowhere()} -c core.alternateRefsCommand=true -c receive.autogc=false`;

/** Under a name of its own for one call, a push moves the ref of what the remote has by itself. */
const AS = "holdfast-store";

export interface Remote {
  readonly url: string | undefined;
  readonly ssh: string | undefined;
}

export async function fetchRemote(store: GitStore, remote: Remote, budgetMs: number): Promise<GitFetched> {
  const branch = branchOf(store);
  const ref = remoteRef(branch);
  const before = await commitAt(store, ref);
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap="];
  const spec = `+refs/heads/${branch}:${ref}`;
  const args: Arguments = (far, url) => ["fetch", ...options, ...far("upload-pack"), "--", url, spec];
  const empty = await reach(store, remote, budgetMs, args).catch(asEmpty);
  if (empty !== undefined) return { commit: undefined, backup: undefined };
  const after = await commitAt(store, ref);
  const isSame = before === undefined || after === undefined || before === after;
  const isOnward = isSame || (await goesOn(store, before, after));
  return { commit: after, backup: isOnward ? undefined : await keepBackup(store, before) };
}

/** A run asks next how its own branch stands to what came, and the answer to that mostly tells this too. */
async function goesOn(store: GitStore, before: string, after: string): Promise<boolean> {
  const own = await headOf(store);
  const isKnown = own !== undefined && own !== after && (await baseOf(store, own, after)) === before;
  return isKnown || (await isAncestor(store, before, after));
}

/** A remote without the branch is one that nobody has pushed to yet. */
function asEmpty(error: unknown): GitFailed {
  const failed = failedFrom(error);
  if (failed.reason !== "other" || !failed.message.includes("couldn't find remote ref")) throw error;
  return failed;
}

export async function pushTo(store: GitStore, remote: Remote, commit: string, budgetMs: number): Promise<void> {
  expectCommits(commit);
  const branch = branchOf(store);
  const options = ["--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"];
  const spec = `${commit}:refs/heads/${branch}`;
  const named = (url: string): Readonly<Record<string, string>> => ({
    [`remote.${AS}.url`]: url,
    [`remote.${AS}.fetch`]: `+refs/heads/${branch}:${remoteRef(branch)}`,
  });
  await reach(store, remote, budgetMs, (far) => ["push", ...options, ...far("receive-pack"), "--", AS, spec], named);
  // git has moved it with the push, unless that was cut short.
  if ((await commitAt(store, remoteRef(branch))) !== commit)
    await moveRefs(store, [{ ref: remoteRef(branch), to: commit }]);
}

type Arguments = (far: (program: string) => readonly string[], url: string) => readonly string[];

async function reach(
  store: GitStore,
  { url, ssh }: Remote,
  budgetMs: number,
  args: Arguments,
  named: (url: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  if (url === undefined) throw failure("not-a-repository", "the store has no remote yet");
  const protocols = protocolsFor(url);
  const variables = { GIT_SSH_COMMAND: sshCommand(store.env.GIT_SSH_COMMAND ?? ssh, budgetMs) };
  const settings = { ...patienceSettings(budgetMs), ...named(url) };
  const here = protocols[0] === "file";
  const far = (program: string): readonly string[] => (here ? [`--${program}=${FAR_END} ${program}`] : []);
  let said = "";
  const start = performance.now();
  const call = callOf(store, args(far, url), { budgetMs, protocols, variables, settings });
  try {
    await streamGit(call, (piece) => {
      said = `${said}${piece.toString("utf8")}`.slice(-8192);
    });
  } catch (error) {
    // A push tells on its output what became of the branch; that counts before the words around it.
    throw /^!\t/m.test(said) ? failureIn(said, 1) : error;
  } finally {
    store.reached.ms += performance.now() - start;
  }
}

export async function setRemote(store: GitStore, url: string): Promise<void> {
  protocolsFor(url);
  const pairs = [
    ["remote.origin.url", url],
    ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
  ];
  for (const [key = "", value = ""] of pairs)
    await noted(store, () => inStore(store, ["config", "--local", "--replace-all", key, value]));
}

/** The address of the hub that stands in the place of the remote; undefined: the remote again. git itself never goes there. */
export async function setHub(store: GitStore, url: string | undefined): Promise<void> {
  const change = url === undefined ? ["--unset-all", HUB] : ["--replace-all", HUB, url];
  await noted(store, () => inStore(store, ["config", "--local", ...change]));
}

const HUB = "remote.holdfast-hub.url";

const MAX = 2048;
/** https and ssh are always open, because a user's own configuration often turns one into the other. */
const USUAL: readonly string[] = ["https", "ssh"];

/** The protocols that a call to this address may speak. */
export function protocolsFor(url: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  const isFolder = !url.includes("://") && isLocal(url, platform);
  // A folder's name may have spaces in it, as many of Windows' have; it is told for one by how it begins.
  const odd = isFolder && /^(\.{0,2}\/|[A-Za-z]:|\\\\)/.test(url) ? /\p{C}|[^\S ]/u : /[\p{C}\s]/u;
  if (url.trim() === "" || url.length > MAX || odd.test(url)) throw refused("it is empty, too long or has blanks");
  if (url.startsWith("-")) throw refused("it begins like an option");
  if (/^[\w+.-]+::/.test(url)) throw refused("it names a helper program");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return isFolder ? ["file"] : USUAL;
  if (USUAL.includes(scheme)) return USUAL;
  if (["http", "git", "file"].includes(scheme)) return [scheme];
  throw refused(`it speaks ${scheme}`);
}

/** As git sees it: `host:path` is ssh, unless a slash comes before the colon, or on Windows a drive's letter. */
function isLocal(url: string, platform: NodeJS.Platform): boolean {
  if (platform === "win32" && /^([A-Za-z]:[\\/]|\\\\)/.test(url)) return true;
  const colon = url.indexOf(":");
  const slash = url.indexOf("/");
  return colon < 0 || (slash >= 0 && slash < colon);
}

function refused(why: string): GitFailure {
  return failure("other", `the remote's address is refused: ${why}`);
}
