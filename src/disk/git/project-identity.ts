// Which project is this folder part of (SYN-30)? The normalised remote, so that clones and worktrees agree, else
// the git common directory. Reads a few small files and starts no process: it runs on the hook path (AGT-1).
// A hostile .git (links, loops, devices, huge files) gives "no project" or a local identity, never a fault.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readSmall } from "../read-file.ts";
import { normalRemote } from "./remote-url.ts";

export interface ProjectIdentity {
  readonly id: string;
  /** The top of the working tree. */
  readonly root: string;
}

const MAX_DEPTH = 64;
const MAX_POINTER = 4096;
const MAX_CONFIG = 256 * 1024;

export function projectIdentity(cwd: string): ProjectIdentity | undefined {
  try {
    const root = findRoot(realpathSync(cwd));
    if (root === undefined) return undefined;
    const common = commonDirectory(root);
    if (common === undefined) return undefined;
    const remote = remoteOf(readSmall(join(common, "config"), MAX_CONFIG) ?? "");
    return { id: remote ?? `local:${common}`, root };
  } catch {
    return undefined; // the folder vanished or may not be read: memory without a project is right, a crash is not
  }
}

/** The top of the main working tree, which linked ones share; undefined outside of git. */
export function mainTree(cwd: string): string | undefined {
  try {
    const root = findRoot(realpathSync(cwd));
    const common = root === undefined ? undefined : commonDirectory(root);
    return common?.endsWith("/.git") ? dirname(common) : root;
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

/** `.git` as a directory, or as a file that points to one (worktree, submodule); links are not followed. */
function commonDirectory(root: string): string | undefined {
  const dotGit = join(root, ".git");
  const found = lstatSync(dotGit, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return asRepository(dotGit);
  if (!found.isFile()) return undefined;
  const target = /^gitdir: (.+)$/m.exec(readSmall(dotGit, MAX_POINTER) ?? "")?.[1]?.trim();
  if (target === undefined || target === "") return undefined;
  const gitDirectory = isAbsolute(target) ? target : resolve(root, target);
  const shared = readSmall(join(gitDirectory, "commondir"), MAX_POINTER)?.trim();
  return asRepository(shared === undefined || shared === "" ? gitDirectory : resolve(gitDirectory, shared));
}

/** As git itself asks: a repository has HEAD and objects. */
function asRepository(folder: string): string | undefined {
  const head = lstatSync(join(folder, "HEAD"), { throwIfNoEntry: false });
  const objects = statSync(join(folder, "objects"), { throwIfNoEntry: false });
  return head !== undefined && objects?.isDirectory() === true ? realpathSync(folder) : undefined;
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
