// What processes cost, as the kernel counts it: processor time of an engine with all its backends, of a hub, of the client, and the
// memory that a hub holds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Postgres } from "../../hub/test/postgres.ts";

const TICKS = 100;

/** Seconds since they began. */
export interface Spent {
  readonly engine: number;
  readonly hub: number;
  readonly client: number;
}

export function spent(engines: readonly Postgres[], hubs: readonly number[]): Spent {
  const { user, system } = process.cpuUsage();
  return {
    engine: sum(engines.map(({ at }) => ofEngine(at.folder))),
    hub: sum(hubs.map((pid) => statOf(pid)?.own ?? 0)),
    client: (user + system) / 1e6,
  };
}

export function less(after: Spent, before: Spent): Spent {
  return {
    engine: after.engine - before.engine,
    hub: after.hub - before.hub,
    client: after.client - before.client,
  };
}

/** Of the whole machine: what nobody used, in seconds of one core. */
export function idle(): number {
  const [, , , , free = "0", waiting = "0"] = readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/) ?? [];
  return (Number(free) + Number(waiting)) / TICKS;
}

/** Resident, in MB. */
export function residentOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

interface Stat {
  readonly parent: number;
  readonly own: number;
  /** Of children that ended and were waited for. */
  readonly ended: number;
}

function ofEngine(folder: string): number {
  const master = Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.map((pid) => statOf(Number(pid))).filter((stat) => stat?.parent === master);
  const { own, ended } = statOf(master) ?? { own: 0, ended: 0 };
  return own + ended + sum(children.map((stat) => stat?.own ?? 0));
}

function statOf(pid: number): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const at = (n: number): number => Number(fields[n] ?? 0);
    return { parent: at(1), own: (at(11) + at(12)) / TICKS, ended: (at(13) + at(14)) / TICKS };
  } catch {
    return undefined; // it ended while the list was read
  }
}

function sum(figures: readonly number[]): number {
  return figures.reduce((all, each) => all + each, 0);
}
