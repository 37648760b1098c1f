// Runs in node.exe: starts what it is told over a socket, and gives back what came of it. One of these lives as long as the test, for
// a start of Wine costs more than what is tested, and between processes of Windows pipes are Windows' own.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { createInterface } from "node:readline";

export interface Order {
  readonly id: number;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  /** The arguments are one line as cmd.exe gets it, quotes and all. */
  readonly verbatim: boolean;
  readonly limitMs: number;
}

export interface Answer {
  readonly id: number;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What is left of the surroundings: the system's own, nothing of Wine's or the test's. */
const KEPT = ["ComSpec", "OS", "PATHEXT", "SystemDrive", "SystemRoot", "windir", "ProgramData", "ProgramFiles"];

function carryOut(order: Order): Promise<Answer> {
  const system = Object.fromEntries(KEPT.map((name) => [name, process.env[name] ?? ""]));
  return new Promise((resolve) => {
    let out = "";
    let err = "";
    const child = spawn(order.program, order.args, {
      cwd: order.cwd,
      env: { ...system, ...order.env },
      windowsVerbatimArguments: order.verbatim,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const limit = setTimeout(() => child.kill(), order.limitMs);
    const finish = (code: number | null): void => {
      clearTimeout(limit);
      resolve({ id: order.id, code, out, err });
    };
    child.stdin.on("error", () => undefined); // a program that has ended reads nothing more
    child.stdin.end(order.input);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("error", (error) => {
      err += String(error);
      finish(null);
    });
    child.on("close", finish);
  });
}

if (import.meta.main) {
  const socket = connect(Number(process.argv[2]), "127.0.0.1");
  createInterface({ input: socket }).on("line", (line) => {
    void carryOut(JSON.parse(line) as Order).then((answer) => socket.write(`${JSON.stringify(answer)}\n`));
  });
}
