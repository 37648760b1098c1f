// A machine with a store that was synced once and has something new, and the two ways in which a sync is run on it.
import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { add } from "../../src/store/add.ts";
import { readSyncRecord, writeSyncRecord } from "../../src/sync/io/record.ts";
import { recordAfter } from "../../src/sync/note.ts";
import type { SyncRecord } from "../../src/sync/ports.ts";
import { leftWithHome } from "../git-edge/world.ts";
import { runAsPerson } from "../support/person.ts";
import { type Machine, machine, placesOfMachine } from "../support/sync-machines.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const WORKED = new Date("2026-05-01T10:00:00Z");

export interface Box {
  readonly machine: Machine;
  readonly home: string;
  readonly bare: string;
  readonly env: Readonly<Record<string, string>>;
  /** As after a person's good run with this address. */
  readonly pointAt: (url: string) => void;
  readonly record: () => SyncRecord | undefined;
}

export interface Ran {
  readonly code: number | null;
  readonly ms: number;
  readonly shown: string;
  /** Processes that outlived it. */
  readonly left: readonly string[];
}

export const BODIES = ["Deploys run on Mondays", "Releases are cut on Fridays"] as const;

export async function makeBox(base: string): Promise<Box> {
  const made = machine(base, "a");
  const home = dirname(made.root);
  await add(made.open(), { text: BODIES[0], name: "Deploys" }, made.act());
  const first = await made.sync();
  if (first.kind !== "synced") throw new Error(JSON.stringify(first));
  await add(made.open(), { text: BODIES[1], name: "Releases" }, made.act());
  const { state } = placesOfMachine(made);
  return {
    machine: made,
    home,
    bare: join(base, "remote.git"),
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/sbin:/bin`,
      HOME: home,
      NO_COLOR: "1",
      HOLDFAST_HOME: made.root,
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_STATE_HOME: join(home, "state"),
      XDG_DATA_HOME: join(home, "data"),
      XDG_CACHE_HOME: join(home, "cache"),
    },
    pointAt: (url) => {
      made.git("config", "remote.origin.url", url);
      const outcome = { ...first, refused: [] };
      writeSyncRecord(state, recordAfter(undefined, { outcome, now: WORKED, remote: url }, made.open()));
    },
    record: () => readSyncRecord(state),
  };
}

/** Lists what lives in its namespace once the command has ended: the namespace's own end would hide it. */
const AND_LOOK =
  'left=$1; shift; "$@"; code=$?; for p in /proc/[0-9]*; do tr "\\0" " " <$p/cmdline; echo; done >$left; exit $code';

export async function byHand(box: Box, under: readonly string[] = []): Promise<Ran> {
  const seen = join(mkdtempSync(join(box.home, "seen-")), "left");
  const argv = ["/bin/sh", "-c", AND_LOOK, "look", seen, process.execPath, join(DIST, "cli.mjs"), "sync"];
  const start = performance.now();
  const run = await runAsPerson(argv, { cwd: box.home, env: box.env, under, timeoutMs: 45_000 });
  const ms = performance.now() - start;
  const living = readFileSync(seen, "utf8").split("\n");
  const left = living.filter(
    (line) => line !== "" && !/^(?:\/usr\/bin\/script|script|sh|\/bin\/sh|tr|unshare) /.test(line),
  );
  return { code: run.code, ms, shown: run.transcript, left };
}

/** As the hook starts it; `under` stands before it. */
export async function leftBehind(box: Box, under: readonly string[] = []): Promise<Ran> {
  const [program = "", ...args] = [...under, process.execPath, join(DIST, "worker.cjs"), "sync"];
  const options: SpawnOptions = { env: box.env, stdio: ["ignore", "pipe", "pipe"], detached: true };
  const start = performance.now();
  const child = spawn(program, args, options);
  let shown = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece: Buffer) => (shown += piece.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  const ms = performance.now() - start;
  return { code, ms, shown, left: await leftWithHome(box.home) };
}
