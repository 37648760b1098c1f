// The process table of this machine: /proc on Linux, `ps` on macOS, CIM on Windows. What can't be read is
// undefined, never invented. Programs are named by absolute path, so that PATH has no say in who is a person.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ProcessInfo, ProcessTable } from "../../person.ts";
import { fromPs } from "./ps.ts";
import { statFields } from "./stat.ts";

const NOTHING: ProcessTable = { find: () => undefined };
const LIMITS = { encoding: "utf8", timeout: 5000, maxBuffer: 32 * 1024 * 1024, windowsHide: true } as const;

export function processTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === "linux") return { find: fromProc };
  if (platform === "darwin") return lazily(() => fromPs());
  if (platform === "win32") return lazily(fromCim);
  return NOTHING;
}

function fromProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return parseStat(pid, stat, argv);
  } catch {
    return undefined; // gone or hidden: the caller counts it as unreadable
  }
}

export function parseStat(pid: number, stat: string, argv: readonly string[]): ProcessInfo | undefined {
  const open = stat.indexOf("(");
  const close = stat.lastIndexOf(")");
  const parent = Number(statFields(stat)[1]);
  if (open < 0 || close < open || !Number.isInteger(parent)) return undefined;
  return { pid, parent, name: stat.slice(open + 1, close), argv: argv.filter((arg) => arg !== "") };
}

function lazily(load: () => ReadonlyMap<number, ProcessInfo>): ProcessTable {
  let table: ReadonlyMap<number, ProcessInfo> | undefined;
  return {
    find(pid) {
      if (table === undefined) {
        try {
          table = load();
        } catch {
          table = new Map(); // no table, no person: the caller fails closed
        }
      }
      return table.get(pid);
    },
  };
}

/** Not found through %SystemRoot%: a variable must not choose who answers. Elsewhere this fails closed. */
const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const CIM =
  "Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,Name,CommandLine," +
  "@{n='Started';e={if($_.CreationDate){$_.CreationDate.ToFileTimeUtc()}else{0}}} | ConvertTo-Json -Compress";

function fromCim(): ReadonlyMap<number, ProcessInfo> {
  return parseCim(execFileSync(POWERSHELL, ["-NoProfile", "-NonInteractive", "-Command", CIM], LIMITS));
}

interface CimRow {
  readonly ProcessId: number;
  readonly ParentProcessId: number;
  readonly Name: string | null;
  readonly CommandLine: string | null;
  readonly Started: number;
}

/** What Windows itself starts, and what begins a person's session; whatever started these has ended long ago. */
const ROOTS =
  /^(system|system idle process|smss|csrss|wininit|winlogon|services|svchost|explorer|userinit|sihost|sshd)(\.exe)?$/i;
/** Of no process: whoever asks for it learns that it can't be read. */
const LOST = -1;

/**
 * Windows keeps the number of a parent that has ended, and may give it to another process: a parent that is
 * gone, or younger than its child, is no parent. Where the chain breaks off so at anything but a root of the system, an
 * agent's program may have stood there: then it can't be read (TRU-22).
 */
export function parseCim(text: string): ReadonlyMap<number, ProcessInfo> {
  const rows = [JSON.parse(text)].flat() as CimRow[];
  const byPid = new Map(rows.map((row) => [row.ProcessId, row]));
  const table = new Map<number, ProcessInfo>();
  for (const row of rows) {
    const parent = byPid.get(row.ParentProcessId);
    const real = parent !== undefined && parent !== row && parent.Started <= row.Started;
    table.set(row.ProcessId, {
      pid: row.ProcessId,
      parent: real ? row.ParentProcessId : row.ParentProcessId === 0 || ROOTS.test(row.Name ?? "") ? 0 : LOST,
      name: row.Name ?? "",
      argv: splitCommandLine(row.CommandLine ?? ""),
    });
  }
  return table;
}

function splitCommandLine(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), (match) => match[1] ?? match[2] ?? "");
}
