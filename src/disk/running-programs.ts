// What runs on this machine and where, by the programs of macOS, each named by its place there. Throws where nobody says.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const LIMITS = { encoding: "utf8", timeout: 5000, maxBuffer: 8 * 1024 * 1024 } as const;
const LSOF: readonly string[] = ["/usr/sbin/lsof", "/usr/bin/lsof"];

/** A line for each process: its number and the kernel's name for it. */
export function kernelNames(): string {
  return execFileSync("/bin/ps", ["-ax", "-o", "pid=", "-o", "ucomm="], LIMITS);
}

/** The working folders of those that are still there. lsof ends with an error where one has ended meanwhile. */
export function foldersOf(pids: readonly number[]): readonly string[] {
  const program = LSOF.find((path) => existsSync(path));
  if (program === undefined) throw new Error("There is no lsof here.");
  const { error, stdout } = spawnSync(program, ["-a", "-d", "cwd", "-p", pids.join(","), "-Fn"], LIMITS);
  if (error !== undefined) throw error;
  return stdout.split("\n").flatMap((line) => (line.startsWith("n") ? [line.slice(1)] : []));
}
