// Runs a program under strace and reads what it did to files. Calls interrupted by another thread are joined.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export interface Call {
  readonly name: string;
  readonly args: string;
  readonly ok: boolean;
  /** Path arguments, with /proc/self/fd/N replaced by where N pointed when it was opened. */
  readonly paths: readonly string[];
  /** Where the handle that an open gave really points, or the handle that a call was given. */
  readonly handle: string | undefined;
}

export interface Trace {
  readonly stdout: string;
  readonly status: number;
  readonly calls: readonly Call[];
}

const CALLS =
  "open,openat,openat2,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,truncate,fchmod,fsync,write";

export async function straced(
  log: string,
  program: URL,
  args: readonly string[],
  extra: readonly string[] = [],
): Promise<Trace> {
  const options = ["-f", "-y", "-s", "300", "-e", `trace=${CALLS}`, ...extra, "-o", log];
  const child = spawn("strace", [...options, process.execPath, program.pathname, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  const [status] = await once(child, "close");
  return { stdout, status: Number(status), calls: parse(readFileSync(log, "utf8")) };
}

function parse(log: string): Call[] {
  const handles = new Map<string, string>();
  const pending = new Map<string, string>();
  const calls: Call[] = [];
  for (const line of log.split("\n")) {
    const [, pid = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      pending.set(pid, rest.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const call = parseCall(resumed === undefined ? rest : `${pending.get(pid) ?? ""}${resumed}`, handles);
    if (call !== undefined) calls.push(call);
  }
  return calls;
}

function parseCall(text: string, handles: Map<string, string>): Call | undefined {
  const [, name, args, result] = /^(\w+)\((.*)\) += (.*)$/.exec(text) ?? [];
  if (name === undefined || args === undefined || result === undefined) return undefined;
  const [, fd, landed] = /^(\d+)<(.*?)>/.exec(result) ?? [];
  const paths = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = ""]) =>
    path.replace(/^\/proc\/self\/fd\/(\d+)/, (whole, n: string) => handles.get(n) ?? whole),
  );
  if (fd !== undefined && landed !== undefined) handles.set(fd, landed);
  return { name, args, ok: !result.startsWith("-1"), paths, handle: landed ?? /^\d+<(.*?)>/.exec(args)?.[1] };
}

/** The calls between two lines the program wrote to its standard output. */
export function between(calls: readonly Call[], from: string, to: string): readonly Call[] {
  const wrote = (call: Call, line: string): boolean =>
    call.name === "write" && call.args.startsWith("1<") && call.args.includes(`"${line}`);
  const start = calls.findIndex((call) => wrote(call, from));
  const end = calls.findIndex((call, index) => index > start && wrote(call, to));
  if (start < 0 || end < 0) throw new Error(`the trace has no ${from} .. ${to}`);
  return calls.slice(start + 1, end);
}
