// Three years of twenty machines (SYN-18): what they leave is made directly and pushed, and every 50th sync is the built
// program's own with real git. Beside it stands a fresh store with the same memories, each signed once by one machine.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { canonical } from "../../src/attest/statement.ts";
import { isCluttered, packObjects } from "../../src/disk/git/pack.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import type { Keys } from "../../src/store/io/statements.ts";
import { formatLine, GENESIS } from "../../src/store/ledger.ts";
import { fileAt, idAt, wordsOf } from "../bench/generate.ts";
import { placesOfMachine } from "../support/sync-machines.ts";
import { type Bench, benchAt, CLI, plainEnv, synced } from "../sync-bench/boxes.ts";
import { importTurns } from "./fast-import.ts";
import { contentOf, signedFile, threeYears, verifiedText, Years } from "./years.ts";

export const REPLAYED_EVERY = 50;

export interface Weighed {
  readonly files: number;
  /** Sums of what files hold, not of the blocks that they take. */
  readonly store: number;
  readonly git: number;
}

/** One of the replayed syncs. */
export interface Replayed extends Weighed {
  /** How many syncs there were until then. */
  readonly sync: number;
  readonly ms: number;
}

/** The machine that went through all of it, and what its repository weighed on the way. */
export async function replay(
  base: string,
  url: string,
  { syncs, part }: { readonly syncs: number; readonly part: number },
  say: (line: string) => void,
): Promise<{ readonly machine: Bench; readonly years: Years; readonly replayed: readonly Replayed[] }> {
  const replays = Math.floor(syncs / REPLAYED_EVERY);
  const years = new Years(join(base, "keys"), threeYears(replays * (REPLAYED_EVERY - 1), part));
  const machine = benchAt(base, "a", url);
  believe(machine, years.keys());
  await addOne(machine, 0);
  await synced(machine);
  const replayed: Replayed[] = [];
  for (let sync = REPLAYED_EVERY; sync <= syncs; sync += REPLAYED_EVERY) {
    const turns = Array.from({ length: REPLAYED_EVERY - 1 }, () => years.turn());
    await importTurns(join(base, "remote.git"), plainEnv(join(base, "plain-home")), turns);
    await addOne(machine, sync);
    const ms = await synced(machine);
    await packedInTime(machine);
    const weighed = weigh(machine.machine.root);
    replayed.push({ sync, ms, ...weighed });
    say(`sync=${sync} ms=${ms.toFixed(0)} files=${weighed.files} store=${weighed.store} git=${weighed.git}`);
  }
  return { machine, years, replayed };
}

/** What an agent notes: a memory, a line of the ledger, nothing signed. */
export async function addOne({ env, machine }: Bench, n: number): Promise<void> {
  const words = wordsOf(500_000 + n)
    .slice(0, 30)
    .join(" ");
  const name = `Note ${n} of ${words.slice(0, 30)}`;
  const args = ["add", "--type", "project", "--name", name, "--description", words.slice(30, 90), "--body", words];
  await promisify(execFile)(process.execPath, [CLI, ...args], { env, cwd: dirname(machine.root) });
}

/**
 * A repository that can't be packed is tried once in an hour, and here a year passes in minutes: the program's own packing is told
 * that it was at work just now, and is done here as it would have been hours later.
 */
async function packedInTime(bench: Bench): Promise<void> {
  const { root } = bench.machine;
  if (isCluttered(root, Date.now() + 24 * 3_600_000)) await packed(bench);
  else writeFileSync(join(root, ".git", "holdfast-packed"), "");
}

/** Its person trusts these. */
export function believe({ machine }: Bench, keys: readonly Keys[]): void {
  const trusted = openTrustedSigners(placesOfMachine(machine).data, {});
  for (const { own } of keys) if (own !== undefined) trusted.add("personal", { ...own, name: "", at: "2026-05-01" });
}

/** The same memories, each created and signed once by this machine, with a line for each in its ledger. */
export function plantFresh({ machine: { put, root, keys, device } }: Bench, memories: number): void {
  let prev = GENESIS;
  const lines: string[] = [];
  for (let n = 1; n <= memories; n++) {
    const id = idAt(n) as MemoryId;
    const date = "2026-05-01";
    const text = verifiedText(n, date, n);
    put(`memories/${fileAt(n)}`, text);
    const vouches = { content: contentOf(text), status: "active", supersedes: [] } as const;
    const about = { version: 1, scope: "personal", id, action: "create", date } as const;
    const statement = canonical({ ...about, dot: { device: device.id, n: 1 }, seen: {}, vouches });
    mkdirSync(join(root, "attest", id), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, "attest", id, `${device.id}.1.json`), signedFile(statement, keys), { mode: 0o600 });
    const who = { actor: "user", channel: "terminal", action: "create", from: "none", to: "verified" } as const;
    const when = { seq: n, ts: `${date}T10:00:00.000Z`, device: device.id };
    const line = formatLine({ ...who, ...when, id, sha256: null, reason: "asked", said: 1, prev });
    prev = line.hash;
    lines.push(`${line.text}\n`);
  }
  mkdirSync(join(root, "ledger"), { recursive: true, mode: 0o700 });
  writeFileSync(join(root, "ledger", `${device.id}.jsonl`), lines.join(""), { mode: 0o600 });
}

export function weigh(root: string): Weighed {
  const [store, git] = [
    { files: 0, bytes: 0 },
    { files: 0, bytes: 0 },
  ];
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const side = path.startsWith(`${root}/.git/`) ? git : store;
    side.files++;
    // Packing in the background may have taken it away meanwhile.
    side.bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return { files: store.files, store: store.bytes, git: git.bytes };
}

/** What the background's packing does, waited for. */
export async function packed({ machine, env }: Bench): Promise<void> {
  await packObjects(machine.root, env);
}
