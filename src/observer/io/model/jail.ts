// An empty folder of our own, made for one call and removed after it (OBS-2a): where the user's `claude` stands. Never the
// project, and never a shared folder such as /tmp, where somebody else could put files above it.

import { randomBytes } from "node:crypto";
import { within } from "../../../disk/directory.ts";
import { ensureBase, inFolder, removeTree } from "../../../disk/folder.ts";
import { child, descend } from "../../../disk/paths.ts";
import type { Start } from "./child-group.ts";

const FOLDER = "jails";
const OLD_MS = 60 * 60 * 1000;

/** `act` gets its real path. */
export async function inJail<T>(cacheDir: string, act: (jail: string) => Promise<T>): Promise<T> {
  const name = `call-${randomBytes(8).toString("hex")}`;
  const jails = within(ensureBase(cacheDir), ({ path }) => descend(path, FOLDER));
  inFolder(jails, [name], () => undefined);
  sweep(jails);
  try {
    return await act(child(jails, name));
  } finally {
    removeTree(child(jails, name));
  }
}

/** What a killed observer left. */
function sweep(jails: string): void {
  inFolder(jails, [], (folder) => {
    for (const name of folder.names().filter((found) => found.startsWith("call-"))) {
      const made = folder.look(name)?.mtimeMs;
      if (made !== undefined && Date.now() - Number(made) > OLD_MS) removeTree(child(jails, name));
    }
  });
}

// A second wall around the user's `claude`, where bubblewrap is there (OBS-2a): of the file system it sees the system's
// libraries, its own program, its own settings folder and the empty folder it stands in; no other process, and not the
// rest of the home. Pure: it only says how to start the program.
const SYSTEM = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store"],
  ...["/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf"],
  ...["/etc/passwd", "/etc/localtime", "/etc/ld.so.cache", "/run/systemd/resolve"],
];

export interface Sandbox {
  /** Where `bwrap` is. */
  readonly bubblewrap: string;
  readonly home: string;
  /** What it may write: its settings, with its login, and where it stands. */
  readonly writable: readonly string[];
  /** Where the program really is: the link that names it may lie in the home, which is empty inside. */
  readonly program: string;
}

/** The order counts: a later mount lies over an earlier one. */
export function sandboxed({ bubblewrap, home, writable, program }: Sandbox, start: Start): Start {
  const args = [
    ...["--unshare-all", "--share-net", "--die-with-parent", "--cap-drop", "ALL"],
    ...SYSTEM.flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", home],
    ...["--ro-bind", program, program],
    ...writable.flatMap((path) => ["--bind-try", path, path]),
    ...["--chdir", start.cwd, "--", program, ...start.args],
  ];
  return { ...start, command: bubblewrap, args };
}

/** Is it allowed to make namespaces here? Containers often are not. */
export function probe(bubblewrap: string, cwd: string): Start {
  const args = ["--unshare-all", "--share-net", "--cap-drop", "ALL", "--ro-bind", "/", "/", "--", "/bin/true"];
  return { command: bubblewrap, args, cwd, env: {} };
}
