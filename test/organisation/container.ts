// A container as somebody else made it, where a job of CI runs (HUB-9): processes of its own, a user that the system knows nothing of,
// no home, nothing that can be written but /tmp, what is in memory, and the job's own folder. What can be written is listed before
// and after, by whoever sits outside of the job: what differs was left behind.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

const DIST = resolve(import.meta.dirname, "../../dist");
const SOMEBODY = ["--unshare-user", "--uid", "12345", "--gid", "12345"];
const LEFT = "left behind:";

/** Undefined: it could not be looked at here, which is told and counted as skipped. */
export type Check = (title: string, good: boolean | undefined, found?: unknown) => void;

const LISTED = `
list() {
  find $(sed -nE 's|^[^ ]+ [^ ]+ [^ ]+ [^ ]+ ([^ ]+) rw.*|\\1|p' /proc/self/mountinfo | grep -vx /proc) / -xdev \\
    \\( -type d -printf '%p/ %m\\n' -o -printf '%p %m %s %T@\\n' \\) | sort -u
  for each in /proc/[0-9]*; do
    printf '%s ' "\${each#/proc/}"; tr '\\0' ' ' < "$each/cmdline" | cut -c 1-80; echo
  done | grep -E '^[0-9]+ .' | grep -vE '^[0-9]+ (bwrap|sh -c|tr|sort|cut|grep) ' | sort
}
before=$(list)
sh -c "$1"
code=$?
after=$(list)
# What ends by itself was not left.
for n in 1 2 3 4; do [ "$before" = "$after" ] || { sleep 0.5; after=$(list); }; done
[ "$before" = "$after" ] || { echo "${LEFT}"; printf '%s\\n%s\\n' "$before" "$after" | sort | uniq -u; }
exit $code`;

export interface Inside {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders with programs, which nobody can write to. */
  readonly programs: readonly string[];
  readonly network?: "no network" | undefined;
}

/** What to start. Without bwrap the job has processes of its own, and no more. */
export function container(command: string, { cwd, env, programs, network }: Inside): readonly string[] {
  if (!hasContainers()) {
    const net = network === undefined ? [] : ["--net"];
    return ["unshare", ...net, "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", command];
  }
  const node = dirname(dirname(realpathSync(process.execPath)));
  return [
    ...["bwrap", ...SOMEBODY, "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--clearenv"],
    ...(network === undefined ? [] : ["--unshare-net"]),
    ...["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"],
    ...["--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...[node, DIST, ...programs].flatMap((folder) => ["--ro-bind", folder, folder]),
    ...["--bind", cwd, cwd, "--remount-ro", "/", "--chdir", cwd],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["sh", "-c", LISTED, "sh", command],
  ];
}

let there: boolean | undefined;

export function hasContainers(): boolean {
  there ??= spawnSync("bwrap", [...SOMEBODY, "--ro-bind", "/", "/", "true"]).status === 0;
  return there;
}

/** Nobody lists what there is but in a container. */
export function leftNothing(text: string): boolean | undefined {
  return hasContainers() ? !text.includes(LEFT) : undefined;
}

/** The listing that the others rely on: of what is told to be left behind. */
export function leftAll(text: string, ...what: readonly RegExp[]): boolean | undefined {
  return hasContainers() ? text.includes(LEFT) && what.every((each) => each.test(text)) : undefined;
}
