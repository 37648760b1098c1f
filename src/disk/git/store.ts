// What every file of this folder needs to know of the store's repository, and a call into it. While a git of ours changes
// the index, refs or settings, a note beside them says so: that note is how a later run knows whether a lock file that was
// left behind is ours (SYN-16).
import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { GitFailure } from "../../text/errors.ts";
import { type Directory, openDirectory, within } from "../directory.ts";
import { dropFile, jotFile } from "../durable-write.ts";
import { descend } from "../paths.ts";
import { bytesIn } from "../read-file.ts";
import type { GitEntry } from "./carrier.ts";
import { type GitCall, type GitTalk, runGit } from "./run.ts";

export interface TreeRow {
  readonly name: string;
  /** Six digits, folded as git folds them. */
  readonly mode: string;
  readonly id: string;
}

export interface GitStore {
  /** The store's folder, resolved; its repository is `.git` in it. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** From config.ts: switches off the filters that the user's own configuration names. */
  readonly filtersOff: Readonly<Record<string, string>>;
  /** What commits hold, by their hash, as far as it was listed in this run: a commit never changes. */
  readonly listed: Map<string, readonly GitEntry[]>;
  /** Commits of this run by their hash, and their parents. */
  readonly made: Map<string, readonly string[]>;
  /** The nearest commit of two histories; empty where they have none. */
  readonly bases: Map<string, string>;
  /** Contents by their hash that go into the repository with the commit that names them. */
  readonly waiting: Map<string, Uint8Array>;
  /** Trees by their hash, as far as they were read in this run. */
  readonly trees: Map<string, readonly TreeRow[]>;
  /** What answers for objects; `none`: this git can't. */
  readonly reading: { talk: GitTalk | "none" | undefined };
  /** How long calls to the remote have taken so far. */
  readonly reached: { ms: number };
}

export function gitStore(root: string, env: NodeJS.ProcessEnv, filtersOff: GitStore["filtersOff"]): GitStore {
  const empty = { listed: new Map(), made: new Map(), bases: new Map(), waiting: new Map(), trees: new Map() };
  return { root, env, filtersOff, ...empty, reading: { talk: undefined }, reached: { ms: 0 } };
}

/** For what touches this disk only: far more than it takes, and still an end. */
const LOCAL_MS = 60_000;

type Options = Partial<Pick<GitCall, "input" | "variables" | "protocols" | "settings" | "budgetMs">>;

export function callOf(store: GitStore, args: readonly string[], options: Options = {}): GitCall {
  const settings = { ...store.filtersOff, ...options.settings };
  return { at: { store: store.root }, args, budgetMs: LOCAL_MS, env: store.env, ...options, settings };
}

export function inStore(store: GitStore, args: readonly string[], options: Options = {}): Promise<Buffer> {
  return runGit(callOf(store, args, options));
}

/** What stands at a name below the store, links not followed. */
export function lookAt(root: string, ...names: readonly string[]): "file" | "folder" | "other" | undefined {
  const found = lstatSync(descend(root, ...names), { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
}

export function inGit<T>(store: GitStore, act: (folder: Directory) => T): T {
  const folder = openDirectory(descend(store.root, ".git"), { writers: "group" });
  if (folder === undefined) throw new Error(`${store.root}/.git vanished.`);
  return within(folder, act);
}

/** A note each: who writes next must not take away what says whose lock a killed run left. */
const NOTE = /^holdfast-writing(?:-[0-9a-f]{8})?$/;
/** A lock of ours is younger than its note by this much at most; git needs far less. */
const WINDOW_MS = 60_000;

export async function noted<T>(store: GitStore, act: () => Promise<T>): Promise<T> {
  const name = `holdfast-writing-${randomBytes(4).toString("hex")}`;
  const drop = (): void => inGit(store, (folder) => dropFile(folder, name));
  inGit(store, (folder) => {
    const note = { pid: process.pid, start: startOf(process.pid) ?? "" };
    jotFile(folder, name, Buffer.from(JSON.stringify(note)), 0o600);
  });
  try {
    const done = await act();
    drop();
    return done;
  } catch (error) {
    // A git that had to be ended may have left its lock, and then the note says whose it is.
    if (error instanceof GitFailure && error.reason !== "timeout") drop();
    throw error;
  }
}

/** What runs that are gone wrote says nothing about the next lock. */
export function dropOldNotes(store: GitStore): void {
  inGit(store, (folder) => {
    for (const { name, isOld } of notesIn(folder)) if (isOld) dropFile(folder, name);
  });
}

/** Whether a lock of that time was made by a run of ours that is gone. */
export function isNoted(store: GitStore, lockedAt: number): boolean {
  // File systems keep coarser times than the clock.
  const fits = ({ at, isOld }: Note): boolean => isOld && lockedAt >= at - 50 && lockedAt <= at + WINDOW_MS;
  return inGit(store, notesIn).some(fits);
}

interface Note {
  readonly name: string;
  readonly at: number;
  readonly isOld: boolean;
}

const SHAPE = /^\{"pid":(\d{1,10}),"(?:at":\d{1,16}|start":"(\d{0,20})")\}$/;

/** When one was written is the disk's to say, as with the lock: its clock need not be this machine's. */
function notesIn(folder: Directory): readonly Note[] {
  return folder.names().flatMap((name) => {
    const text = NOTE.test(name) ? Buffer.from(bytesIn(folder, name, 1024) ?? []).toString("utf8") : "";
    const at = text === "" ? undefined : folder.look(name)?.mtimeMs;
    const [, pid, start = ""] = SHAPE.exec(text) ?? [];
    if (pid === undefined || at === undefined) return [];
    // In a container another program has the number of the run that wrote it.
    const isOther = start !== "" && startOf(Number(pid)) !== start;
    return [{ name, at: Number(at), isOld: isOther || !isAlive(Number(pid)) }];
  });
}

/** When a program began, in ticks since the system did; only Linux tells. */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined; // it ended, or this system has no such file
  }
}

/** In a container every run may have one and the same number: this one has written no note yet. */
export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
