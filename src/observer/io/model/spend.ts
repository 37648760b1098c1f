// What was spent on models (OBS-5): observer-spend.jsonl in the state folder, 0600. Every reader that decides and every
// writer holds the kernel's lock, so that calls at once can't overspend together; no lock, no call. Nobody waits for a
// model with it. The file only grows, until it is large: then what counts no more is left out and the rest is joined.
import { randomBytes } from "node:crypto";
import { appendLine, tailLines } from "../../../disk/append-log.ts";
import type { Directory } from "../../../disk/directory.ts";
import { replaceFile } from "../../../disk/durable-write.ts";
import { ensureBase, inFolderIfThere } from "../../../disk/folder.ts";
import { takeLock } from "../../../disk/lock.ts";
import { Fault } from "../../../text/errors.ts";
import { type BudgetLimits, overBudget, type Reservation, type Spend, type Spent } from "../../budget.ts";
import { compacted, lineOf, readSpending, type SpendEntry, spentBy } from "../../spending.ts";

const FILE = "observer-spend.jsonl";
const LOCK = "observer-spend.lock";
const FULL_BYTES = 256 * 1024;
const WAIT_MS = 10_000;

export interface SpendOptions {
  readonly limits: BudgetLimits;
  readonly now?: () => Date;
  /** How large the file may grow before it is rewritten. */
  readonly fullBytes?: number;
}

export function openSpend(stateDir: string, options: SpendOptions): Spend {
  const { limits, now = () => new Date(), fullBytes = FULL_BYTES } = options;
  return {
    reserve: (session, bound) =>
      locked(stateDir, (folder) => {
        const at = now();
        const over = overBudget(spentBy(entriesIn(folder), session, at), bound, limits);
        if (over !== undefined) return over;
        const id = randomBytes(12).toString("hex");
        shrink(folder, at, fullBytes);
        append(folder, { id, at: at.toISOString(), session, ...bound, isSettled: false });
        return { kind: "reserved", id, session, bound } satisfies Reservation;
      }),
    settle: ({ id, session }, cost) =>
      locked(stateDir, (folder) => {
        // On the day it was promised: a call that began before midnight is yesterday's.
        const promised = entriesIn(folder).find((entry) => entry.id === id);
        append(folder, { id, at: promised?.at ?? now().toISOString(), session, ...cost, isSettled: true });
      }),
  };
}

/** For those who only look; without the lock, so a call that is being promised may be missing. */
export function readSpent(stateDir: string, session: string, now: Date): Spent {
  return spentBy(inFolderIfThere(stateDir, [], entriesIn) ?? [], session, now);
}

async function locked<T>(stateDir: string, act: (folder: Directory) => T): Promise<T> {
  const folder = ensureBase(stateDir);
  try {
    const release = await takeLock(folder, LOCK, WAIT_MS);
    if (release === "timeout") {
      throw new Fault("locked", "Another process holds the record of what models cost.", "Try again.");
    }
    try {
      return act(folder);
    } finally {
      release();
    }
  } finally {
    folder.close();
  }
}

function entriesIn(folder: Directory): readonly SpendEntry[] {
  return readSpending(tailLines(folder, FILE, Number(folder.look(FILE)?.size ?? 0n) + 1));
}

function append(folder: Directory, entry: SpendEntry): void {
  appendLine(folder, FILE, lineOf(entry));
}

function shrink(folder: Directory, now: Date, fullBytes: number): void {
  if ((folder.look(FILE)?.size ?? 0n) < BigInt(fullBytes)) return;
  const lines = compacted(entriesIn(folder), now).map((entry) => `${lineOf(entry)}\n`);
  replaceFile(folder, FILE, Buffer.from(lines.join("")), 0o600);
}
