// What can be wrong with a remote, a network or a disk, and how a sync must end then (SYN-10, SYN-12).
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { answering, dripping, listen, SILENT } from "../git-edge/servers.ts";
import type { Box } from "./box.ts";

/** A fault, made: where the store's remote is now, what stands before each command, and how it goes away. */
export interface Made {
  readonly url: string;
  readonly under?: readonly string[];
  readonly undo: () => Promise<void> | void;
  /** What must not have happened, looked at in the end. */
  readonly unwanted?: () => string | undefined;
}

export interface Fault {
  readonly name: string;
  readonly make: (box: Box) => Promise<Made> | Made;
  readonly exit: number;
  /** What the person reads: what it is, and what to do next. */
  readonly says: RegExp;
  /** A person waits; the run that nobody watches has its 3 s. */
  readonly withinMs: number;
}

const CHALLENGE = 'WWW-Authenticate: Basic realm="x"\r\n';
const PACK =
  "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\nContent-Length: 5000\r\n\r\n";
const AUTH = /next +Check that `git ls-remote`\s+works for this address without a\s+question/;
const NETWORK = /next +Try again when the network is back; nothing is lost/;
const LOCK =
  /index\.lock is \d+ s old and not known to +be +ours; +if no +git is running, remove it +next +Let the other git end/;
/** git's own patience with a slow server is 10 s. */
const PATIENT = 18_000;
const QUICK = 6000;

const served = (meet: (socket: Socket) => void) => async (): Promise<Made> => {
  const server = await listen(meet);
  return { url: `http://127.0.0.1:${server.port}/x.git`, undo: server.close };
};

export const FAULTS: readonly Fault[] = [
  { name: "accepts, never answers", make: served(SILENT), exit: 6, says: NETWORK, withinMs: PATIENT },
  { name: "drips a byte a second", make: served(dripping(PACK)), exit: 6, says: NETWORK, withinMs: PATIENT },
  { name: "asks for a password", make: asksOnHttp, exit: 6, says: AUTH, withinMs: QUICK },
  { name: "ssh that would ask", make: asksOnSsh, exit: 6, says: AUTH, withinMs: QUICK },
  { name: "answers 403", make: served(answering("403 No")), exit: 6, says: AUTH, withinMs: QUICK },
  { name: "no network", make: noNetwork, exit: 6, says: NETWORK, withinMs: QUICK },
  { name: "nobody listens", make: nobodyListens, exit: 6, says: NETWORK, withinMs: QUICK },
  {
    name: "is no repository",
    make: (box) => ({ url: box.home, undo: () => undefined }),
    exit: 6,
    says: /next +holdfast sync --setup URL/,
    withinMs: QUICK,
  },
  { name: "a foreign index.lock", make: locked(0), exit: 5, says: LOCK, withinMs: QUICK },
  { name: "an old foreign index.lock", make: locked(7200), exit: 5, says: LOCK, withinMs: QUICK },
  {
    name: "a .git that can't be written",
    make: readOnly,
    exit: 2,
    says: /read-only[\s\S]*next +Mount it/,
    withinMs: QUICK,
  },
];

/** A home full of programs that would ask; each leaves a trace. */
function asker(box: Box): { readonly path: string; readonly asked: string } {
  const [path, asked] = [join(box.home, "asker"), join(box.home, "asked")];
  writeFileSync(path, `#!/bin/sh\ntouch ${asked}\necho secret\n`, { mode: 0o755 });
  return { path, asked };
}

async function asksOnHttp(box: Box): Promise<Made> {
  const server = await listen(answering("401 No", CHALLENGE));
  const { path, asked } = asker(box);
  writeFileSync(join(box.home, ".gitconfig"), `[core]\n\taskPass = ${path}\n`);
  return {
    url: `http://127.0.0.1:${server.port}/x.git`,
    undo: server.close,
    unwanted: () => (existsSync(asked) ? "somebody was asked for a password" : undefined),
  };
}

/** As ssh does: in batch mode it gives up, else it asks on the terminal and waits. */
function asksOnSsh(box: Box): Made {
  const { path, asked } = asker(box);
  const batch =
    'case "$*" in *BatchMode=yes*) echo "git@h: Permission denied (publickey,password)." >&2; exit 255;; esac';
  writeFileSync(path, `#!/bin/sh\n${batch}\ntouch ${asked}\nprintf 'Password: ' >/dev/tty\nsleep 600\n`, {
    mode: 0o755,
  });
  writeFileSync(join(box.home, ".gitconfig"), `[core]\n\tsshCommand = ${path}\n`);
  return {
    url: "git@example.invalid:x.git",
    undo: () => rmSync(join(box.home, ".gitconfig")),
    unwanted: () => (existsSync(asked) ? "ssh was not told to keep quiet" : undefined),
  };
}

/** Not even the loopback is up. */
function noNetwork(): Made {
  return { url: "http://127.0.0.1:9/x.git", under: ["unshare", "--net"], undo: () => undefined };
}

async function nobodyListens(): Promise<Made> {
  const server = await listen(SILENT);
  await server.close();
  return { url: `http://127.0.0.1:${server.port}/x.git`, undo: () => undefined };
}

function locked(seconds: number): (box: Box) => Made {
  return (box) => {
    const lock = join(box.machine.root, ".git/index.lock");
    writeFileSync(lock, "");
    const then = Date.now() / 1000 - seconds;
    utimesSync(lock, then, then);
    return {
      url: box.bare,
      undo: () => rmSync(lock),
      unwanted: () => (existsSync(lock) ? undefined : "a foreign lock was removed"),
    };
  };
}

/** In a mount namespace of its own, so that it ends with the command. */
function readOnly(box: Box): Made {
  const git = join(box.machine.root, ".git");
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return { url: box.bare, under: ["unshare", "--mount", "/bin/sh", "-c", mount, git], undo: () => undefined };
}

export function canMakeNamespaces(): boolean {
  const tried = [
    ["--net", "true"],
    ["--mount", "sh", "-c", "mount -t tmpfs none /mnt"],
  ];
  return tried.every((args) => spawnSync("unshare", args, { stdio: "ignore" }).status === 0);
}
