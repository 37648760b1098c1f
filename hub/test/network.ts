// A network of machines on this one, which can be cut: each has a network namespace of its own, and all hang on one bridge. It lives in
// namespaces of the program that asks for it, so that nothing is left of it, its processes included, when that program is gone.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";

const NET = "10.77.0";
export const HERE: string = `${NET}.1`;
const INSIDE = "HOLDFAST_OWN_NETWORK";
const NEEDED = ["ip", "bridge", "unshare", "nsenter", "setpriv"];

/** A sentence where there can be none. */
export function lacksNetwork(): string | undefined {
  const missing = NEEDED.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing.length > 0) return missing.join(", ");
  return spawnSync("unshare", ["--net", "--pid", "--fork", "true"]).status === 0
    ? undefined
    : "the right to make network namespaces (root)";
}

/** This program again in namespaces of its own, and its exit code; undefined where it is there already. */
export async function inOwnNetwork(): Promise<number | undefined> {
  if (process.env[INSIDE] === "1") {
    run("ip", "link", "set", "lo", "up");
    run("ip", "link", "add", "br0", "type", "bridge");
    run("ip", "address", "add", `${HERE}/24`, "dev", "br0");
    run("ip", "link", "set", "br0", "up");
    return undefined;
  }
  // A shell is the first process there: it buries what nobody waits for, and all end with it.
  const inside = ["sh", "-c", '"$@" & wait $!', "sh", process.execPath, ...process.argv.slice(1)];
  const unshare = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", ...inside];
  const env = { ...process.env, [INSIDE]: "1" };
  const child = spawn("setpriv", ["--pdeathsig", "KILL", ...unshare], { env, stdio: "inherit" });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

export interface Machine {
  readonly address: string;
  /** What runs a command on it. */
  readonly on: readonly string[];
  /** No packet goes in or out, and nobody is told. */
  cut(): void;
  heal(): void;
  /** Every process of it, at once. */
  kill(): Promise<void>;
  end(): void;
}

export async function newMachine(number: number): Promise<Machine> {
  // Holds the namespace, also while nothing else runs in it.
  const holder: ChildProcess = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  const pid = holder.pid ?? 0;
  while (networkOf(pid) === networkOf("self") || networkOf(pid) === undefined) await sleep(10);
  const own = networkOf(pid);
  const on = ["nsenter", `--net=/proc/${pid}/ns/net`];
  const [link, address] = [`m${number}`, `${NET}.${10 + number}`];
  run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", String(pid));
  run("ip", "link", "set", link, "master", "br0", "up");
  run(...on, "ip", "link", "set", "lo", "up");
  run(...on, "ip", "address", "add", `${address}/24`, "dev", "eth0");
  run(...on, "ip", "link", "set", "eth0", "up");
  const others = (): readonly number[] =>
    readdirSync("/proc")
      .map(Number)
      .filter((each) => each !== pid && Number.isInteger(each) && networkOf(each) === own);
  return {
    address,
    on,
    cut: () => run("bridge", "link", "set", "dev", link, "state", "disabled"),
    heal: () => run("bridge", "link", "set", "dev", link, "state", "forwarding"),
    kill: async () => {
      for (let left = others(); left.length > 0; left = others()) {
        for (const each of left) signal(each);
        await sleep(10);
      }
    },
    end: () => holder.kill("SIGKILL"),
  };
}

function networkOf(pid: number | "self"): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined; // it is gone
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return; // it ended meanwhile
  }
}

function run(...[command = "", ...args]: readonly string[]): void {
  execFileSync(command, args, { stdio: "pipe" });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
