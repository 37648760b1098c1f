// The store's repository, as a sync run sees it (SYN-10): contents by their digest, commits, one branch here and one on a
// remote. What may stand in the remote's place is in sync/carrier.ts. No call leaves a conflict state. What can't be done is
// thrown as a GitFailure and caught where the run began: only what a run goes on from, such as a move that is blocked, is an
// answer.

/** What can stand in a tree and is no plain file of a store. `path`: a name that is none, such as `..` or `.git`. */
export type GitOddity = "link" | "submodule" | "executable" | "path" | "collision";

export interface GitEntry {
  readonly path: string;
  readonly blob: string;
  readonly odd: readonly GitOddity[];
}

export interface GitFile {
  readonly path: string;
  readonly blob: string;
}

export type GitBlob =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "missing" };

export interface GitCommit {
  /** The whole tree, as plain files. */
  readonly files: readonly GitFile[];
  readonly parents: readonly string[];
  readonly message: string;
  /** Which device made it, and when, in seconds since 1970. */
  readonly device: string;
  readonly at: number;
}

export interface GitChangedPath {
  readonly path: string;
  readonly how: "changed" | "new" | "gone" | "conflict";
}

export interface GitStatus {
  /** Undefined before the first commit. */
  readonly head: string | undefined;
  readonly changed: readonly GitChangedPath[];
  /** What a person began by hand and has not ended, such as `merge`. */
  readonly unfinished: readonly string[];
}

export interface GitFetched {
  /** Undefined: the remote has no such branch yet. */
  readonly commit: string | undefined;
  /** Not a continuation of what was last fetched, which stays under this ref: the one or the other was rewritten. */
  readonly backup: string | undefined;
}

export type GitMoved =
  | { readonly kind: "moved"; readonly written: number; readonly removed: number }
  /** These files are not as the branch has them, or with none it is not where it was; nothing was done. */
  | { readonly kind: "blocked"; readonly paths: readonly string[] };

export interface GitRepository {
  /** First, under the store's lock: ends a move that was cut off. Gives what it did, in a sentence each. */
  recover(now: number): Promise<readonly string[]>;
  status(): Promise<GitStatus>;
  /** Where the branch stands; `own`: the newest commit that we made for this machine alone, until a sync takes it up. */
  standing(): Promise<{ readonly head: string | undefined; readonly own: string | undefined }>;
  /** Where the store is sent: the hub's address, or the remote's; undefined before the setup. Asks nobody. */
  address(): string | undefined;
  setRemote(url: string): Promise<void>;
  /** The hub that stands in the place of a remote; undefined: none does. */
  hub(): string | undefined;
  setHub(url: string | undefined): Promise<void>;
  /** The commit of what a hub was last seen to have. */
  seenAtHub(): Promise<string | undefined>;
  setSeenAtHub(commit: string): Promise<void>;

  entries(commit: string): Promise<readonly GitEntry[]>;
  /** In the order asked; nothing larger than `largest` bytes is read. */
  read(blobs: readonly string[], largest: number): Promise<readonly GitBlob[]>;
  /** What matches in the files of these folders, by path; the first of each file. Reads them all, and sends us nothing else. */
  find(commit: string, pattern: string, folders: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Their ids at once; they are in the repository with the next commit. */
  write(contents: readonly Uint8Array[]): Promise<readonly string[]>;
  commit(commit: GitCommit): Promise<string>;
  isAncestor(older: string, newer: string): Promise<boolean>;
  /** Ours stands on a history of the remote that was rewritten since: to send it would bring that history back. */
  isLeftBehind(ours: string, theirs: string): Promise<boolean>;

  /**
   * Branch, index and files go from one commit to another; files that are there already stay untouched. `known`: contents by
   * blob, so that they need not be read again.
   */
  move(from: string | undefined, to: string, known?: ReadonlyMap<string, Uint8Array>): Promise<GitMoved>;
  /** The same for a commit of this machine alone, which no file has to follow. */
  moveOwn(from: string | undefined, to: string): Promise<GitMoved>;
  /** The branch begins anew from these files and this index; its commits stay kept as this machine's own. */
  beginAnew(head: string): Promise<void>;
  /** This machine's own commits without these files, and nothing of the old ones left (FOR-1). */
  dropOwn(
    head: string,
    dropping: { readonly paths: readonly string[]; readonly messages: readonly string[] },
  ): Promise<void>;
  /** Branch, index and what the hub has stand on this commit, or nowhere; nothing of what stood before is left. Files stay as they are. */
  startFrom(theirs: string | undefined): Promise<void>;
  /** Keeps a commit from being lost; gives the ref. */
  backup(commit: string): Promise<string>;

  fetchRemote(budgetMs: number): Promise<GitFetched>;
  /** Never forced. */
  push(commit: string, budgetMs: number): Promise<void>;
  /** Milliseconds that calls to the remote have taken so far: what a budget of the network counts, and nothing else. */
  reachedMs(): number;
  /** The run is over: no process of it is left. Whoever calls again may. */
  rest(): void;
}
