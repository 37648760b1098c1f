// A shared store as one commit has it, and the commits that a pull request is about (SYN-31). Nothing of it is on a disk:
// it is read from git's objects, and judged as a reader would who counts a given circle.
import type { Anchor, Circle } from "../attest/circle.ts";
import type { DeviceRecord } from "../attest/devices.ts";
import type { Allowances } from "../checks/settings.ts";
import type { GitOddity } from "../disk/git/carrier.ts";
import type { Catalogue, Memory } from "../store/catalogue.ts";
import type { Marker, MemoryStore, StoreInfo } from "../store/memory-store.ts";
import { sha256Hex } from "../text/digest.ts";

/** A line of `allowed_signers`, as earlier versions kept it in the store; without an anchor where it is none of ours. */
export interface SignerLine {
  readonly line: string;
  readonly anchor: Anchor | undefined;
}

export interface CommittedStore {
  /** By their paths below the store's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What is no plain file, or too large to be looked at. */
  readonly odd: readonly { readonly path: string; readonly what: GitOddity | "too-large" }[];
  /** Undefined: there is no store in this commit. */
  readonly marker: Marker | undefined;
  readonly signers: readonly SignerLine[];
  /** Undefined for a file of devices/ that is no whole, signed record. */
  readonly records: ReadonlyMap<string, DeviceRecord | undefined>;
  as(
    circle: Circle,
  ): Pick<MemoryStore, "info" | "list" | "read" | "readEach" | "statements" | "latestStatements" | "pastStatements">;
  allowances(circle: Circle): Pick<Allowances, "digest" | "all">;
}

/** Why there is none, where the history was cut off. */
export const SHALLOW =
  "this clone is cut off above the commit at which HEAD and its base parted, and what a pull request changes is told from there";
/** Before its name. */
export const NO_BRANCH = "this clone has no branch ";

/** One store of the repository, as the commits have it. */
export interface ComparedStore {
  /** The folder that owns it, from the top of the repository and with a slash at its end; empty for the repository's own. */
  readonly folder: string;
  /** What the base is now: whose word counts is decided by it. */
  readonly tip: CommittedStore;
  /** Where the two parted: what was changed is told by it. More than one where branches were merged across each other. */
  readonly forks: readonly CommittedStore[];
  readonly head: CommittedStore;
}

export interface PullRequest {
  /** As it was named. */
  readonly base: string;
  /** Outer ones first, the repository's own in any case. */
  readonly stores: readonly ComparedStore[];
  readonly isCheckedOut: boolean;
  readonly commits: { readonly tip: string; readonly forks: readonly string[]; readonly head: string };
}

// What `holdfast trust` needs to know of a shared store besides whose word counts already (SYN-31): everybody it names, what
// one of them alone says, and what a person had seen of it on this machine.

/** A memory as it was when a person last looked. */
export interface SeenMemory {
  readonly stem: string;
  readonly sha256: string;
}

export interface SeenStore {
  readonly at: string;
  /** By id, or by file where it has none. */
  readonly memories: Readonly<Record<string, SeenMemory>>;
  /** Devices that were revoked by then; absent in what an earlier version kept. */
  readonly revoked?: readonly string[];
}

export interface Signers {
  /** The lines of the store's `allowed_signers`. They are somebody's word, and decide nothing here. */
  lines(info: StoreInfo): readonly SignerLine[];
  /** Keeps everybody's key as a list for ssh-keygen, on this machine. */
  list(info: StoreInfo, anchors: readonly Anchor[]): void;
  /** The statements of the store, read by this circle. */
  as(info: StoreInfo, circle: Circle): Pick<MemoryStore, "statements" | "pastStatements">;
  seen(info: StoreInfo): SeenStore | undefined;
  see(info: StoreInfo, seen: SeenStore): void;
}

// A pull request as its judges see it, and what they say.

export type ProblemKind =
  | "unsigned"
  | "edited"
  | "unsigned-rule"
  | "hold-removed"
  | "new-signer"
  | "signer-removed"
  | "not-a-record"
  | "statement-removed"
  | "statement-forged"
  | "store-changed"
  | "no-plain-file"
  | "attributes"
  | "check";

export interface TrustProblem {
  readonly kind: ProblemKind;
  /** From the top of the repository. */
  readonly path: string;
  readonly what: string;
  readonly next: string;
}

/** What every part of the judgement looks at. */
export interface Compared extends ComparedStore {
  readonly base: string;
  readonly storeId: string;
  /** The base knew nobody, here or around it: the first signers are taken at their word. */
  readonly firstUse: boolean;
  /** Whose word counts before and after. */
  readonly before: Circle;
  readonly after: Circle;
  readonly had: readonly Memory[];
  readonly has: Catalogue;
}

export function problem(
  compared: Pick<Compared, "folder">,
  kind: ProblemKind,
  path: string,
  what: string,
  next: string,
): TrustProblem {
  return { kind, path: path.startsWith("../") ? path.slice(3) : placeOf(compared, path), what, next };
}

/** From the top of the repository. */
export function placeOf({ folder }: Pick<Compared, "folder">, path: string): string {
  return `${folder}.holdfast/${path}`;
}

/** A command for the store of one folder is run in it. */
export function runIn({ folder }: Pick<Compared, "folder">, command: string): string {
  const path = folder.slice(0, -1);
  // A pull request chooses the name, and somebody may paste the line into a shell.
  const word = /^[\w@][\w./@+-]*$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return folder === "" ? command : `cd ${word} && ${command}`;
}

/** As none of the commits has it at which the two parted. */
export function isChanged({ forks, head }: Compared, path: string): boolean {
  return forks.every((fork) => differs(fork, head, path));
}

export function differs(fork: CommittedStore, head: CommittedStore, path: string): boolean {
  const [before, now] = [fork.files.get(path), head.files.get(path)];
  return before === undefined || now === undefined || sha256Hex(before) !== sha256Hex(now);
}
