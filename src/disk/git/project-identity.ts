// Which project is this folder part of (SYN-30)? The normalised remote, so that clones and worktrees agree, else
// the git common directory. And which commit is checked out there. Reads a few small files and starts no process: it runs on
// the hook path (AGT-1). A hostile .git (links, loops, devices, huge files) gives "no project", a local identity or no
// commit, never a fault.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { readSmall } from "../read-file.ts";
import { normalRemote } from "./remote-url.ts";

export interface ProjectIdentity {
  readonly id: string;
  /** The top of the working tree. */
  readonly root: string;
  /** Where one stands in it. */
  readonly folder: string;
}

const MAX_DEPTH = 64;
const MAX_POINTER = 4096;
const MAX_CONFIG = 256 * 1024;

export function projectIdentity(cwd: string): ProjectIdentity | undefined {
  try {
    const folder = realpathSync.native(cwd);
    const root = findRoot(folder);
    if (root === undefined) return undefined;
    const common = commonDirectory(root);
    if (common === undefined) return undefined;
    const remote = remoteOf(readSmall(join(common, "config"), MAX_CONFIG) ?? "");
    return { id: remote ?? `local:${common}`, root, folder };
  } catch {
    return undefined; // the folder vanished or may not be read: memory without a project is right, a crash is not
  }
}

/** From the top down to where one stands; what lies in a store is no folder of the project. */
export function foldersFrom(project: Pick<ProjectIdentity, "root" | "folder"> | undefined): readonly string[] {
  if (project === undefined) return [];
  const { root, folder } = project;
  const names = relative(root, folder).split(sep);
  const isInside = names[0] !== ".." && !isAbsolute(names.join(sep));
  const stores = names.indexOf(".holdfast");
  const below = isInside ? names.slice(0, stores === -1 ? MAX_DEPTH : stores).filter(Boolean) : [];
  return [root, ...below.map((_, at) => join(root, ...below.slice(0, at + 1)))];
}

/** The top of the main working tree, which linked ones share; undefined outside of git. */
export function mainTree(cwd: string): string | undefined {
  try {
    const root = findRoot(realpathSync.native(cwd));
    const common = root === undefined ? undefined : commonDirectory(root);
    return common !== undefined && basename(common) === ".git" ? dirname(common) : root;
  } catch {
    return undefined; // as above
  }
}

function findRoot(start: string): string | undefined {
  let folder = start;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (commonDirectory(folder) !== undefined) return folder;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return undefined;
}

function commonDirectory(root: string): string | undefined {
  const own = gitFolder(root);
  if (own === undefined) return undefined;
  return asRepository(own === join(root, ".git") ? own : sharedFolder(own));
}

/** `.git` as a folder, or the one that a file of that name points to (worktree, submodule); links are not followed. */
export function gitFolder(root: string): string | undefined {
  const dotGit = join(root, ".git");
  const found = lstatSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return dotGit;
  if (found?.isFile() !== true) return undefined;
  const target = /^gitdir: (.+)$/m.exec(readSmall(dotGit, MAX_POINTER) ?? "")?.[1]?.trim();
  if (target === undefined || target === "") return undefined;
  return isAbsolute(target) ? target : resolve(root, target);
}

/** What a worktree shares with the others of its repository. */
function sharedFolder(own: string): string {
  const shared = readSmall(join(own, "commondir"), MAX_POINTER)?.trim();
  return shared === undefined || shared === "" ? own : resolve(own, shared);
}

/** As git itself asks: a repository has HEAD and objects. */
function asRepository(folder: string): string | undefined {
  const head = lstatSync(join(folder, "HEAD"), { throwIfNoEntry: false });
  const objects = statSync(join(folder, "objects"), { throwIfNoEntry: false });
  return head !== undefined && objects?.isDirectory() === true ? realpathSync.native(folder) : undefined;
}

/** The url of origin, else of the first remote by name that names a host. */
function remoteOf(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[\s*([^\]"\s]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section !== null) remote = section[1]?.toLowerCase() === "remote" ? section[2] : undefined;
    const value = /^\s*(?:\[[^\]]*\]\s*)?url\s*=\s*(.*)$/i.exec(line)?.[1];
    if (remote !== undefined && value !== undefined && !urls.has(remote)) urls.set(remote, unquoted(value));
  }
  const names = [...urls.keys()].sort((a, b) => (a === "origin" ? -1 : b === "origin" ? 1 : a < b ? -1 : 1));
  return names.map((name) => normalRemote(urls.get(name) ?? "")).find((id) => id !== undefined);
}

function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  return quoted === null ? value.replace(/\s[#;].*$/, "").trim() : (quoted[1] ?? "").replace(/\\(.)/g, "$1");
}

const MAX_PACKED = 4 * 1024 * 1024;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const REF = /^ref: (refs\/[A-Za-z0-9][A-Za-z0-9._/+@-]{0,250})$/;

/**
 * The commit that is checked out: `HEAD`, then the ref it names, in a file of its own or among the packed ones. Undefined
 * where that can't be read so (no commit yet, another ref format): then nobody knows.
 */
export function projectHead(root: string): string | undefined {
  try {
    const own = gitFolder(root);
    const head = own === undefined ? undefined : readSmall(join(own, "HEAD"), MAX_POINTER)?.trim();
    if (own === undefined || head === undefined || COMMIT.test(head)) return head;
    const ref = REF.exec(head)?.[1];
    if (ref === undefined || ref.split("/").some((name) => /^\.+$/.test(name) || name === "")) return undefined;
    const common = sharedFolder(own);
    const loose = readSmall(join(common, ...ref.split("/")), MAX_POINTER)?.trim();
    if (loose !== undefined && COMMIT.test(loose)) return loose;
    return packed(readSmall(join(common, "packed-refs"), MAX_PACKED) ?? "", ref);
  } catch {
    return undefined; // it vanished or may not be read: nobody knows
  }
}

function packed(text: string, ref: string): string | undefined {
  const line = text.split("\n").find((each) => each.endsWith(` ${ref}`));
  const commit = line?.slice(0, line.indexOf(" ")) ?? "";
  return COMMIT.test(commit) ? commit : undefined;
}
