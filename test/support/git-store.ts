// A personal store's repository and a bare remote, both real, with a home of their own.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { initRepository } from "../../src/store/io/init-repository.ts";

export const DEVICE = "0123456789abcdef";
export const AT = 1_790_000_000;

export interface GitBox {
  readonly base: string;
  readonly root: string;
  readonly bare: string;
  readonly env: Record<string, string>;
  /** git as its user would call it. */
  readonly git: (...args: readonly string[]) => string;
  readonly put: (path: string, text: string) => void;
  readonly text: (path: string) => string;
  readonly open: () => Promise<GitRepository>;
}

/** Machines that share a remote are boxes of the same base. */
export function gitBox(base: string, name = "a"): GitBox {
  const home = join(base, `home-${name}`);
  const root = join(base, name);
  const bare = join(base, "remote.git");
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  mkdirSync(home, { recursive: true });
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const git = (...args: readonly string[]): string => {
    const own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"];
    return execFileSync("git", ["-C", root, ...own, ...args], { encoding: "utf8", env, stdio: "pipe" }).trim();
  };
  initRepository(root, env);
  if (!existsSync(bare)) execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", bare], { env });
  return {
    base,
    root,
    bare,
    env,
    git,
    put: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(root, path), text, { mode: 0o600 });
    },
    text: (path) => readFileSync(join(root, path), "utf8"),
    open: () => openGitRepository(root, env),
  };
}

/** A commit of exactly these files, made by the plumbing; the branch stays where it is. */
export async function commitOf(
  repository: GitRepository,
  files: Readonly<Record<string, string>>,
  parents: readonly string[] = [],
  message = "a commit",
): Promise<string> {
  const paths = Object.keys(files);
  const blobs = await repository.write(paths.map((path) => Buffer.from(files[path] ?? "")));
  const listed = paths.map((path, at) => ({ path, blob: blobs[at] ?? "" }));
  return await repository.commit({ files: listed, parents, message, device: DEVICE, at: AT });
}
