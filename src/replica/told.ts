// What a change that the pipeline made means for the state (SYN-1), and what signed statements say about a state. A change
// of managed keys alone (`supersede`) is no act of the state; its statement carries it.
import type { Dot, Statement } from "../attest/statement.ts";
import { vouchedFor } from "../attest/vouch.ts";
import type { Action } from "../store/ledger/port.ts";
import type { ReplicaAct } from "./act.ts";
import { covers } from "./state.ts";
import type { Vouched } from "./view.ts";

export interface Change {
  readonly action: Action;
  /** The content hash of the new text; absent where no file is left. */
  readonly hash?: string;
  /** The day, where the statement that goes with the change vouches for this text; else null. */
  readonly attested: string | null;
  readonly at: string;
  readonly byCheck: boolean;
  /** Of the new file: whether it lies in quarantine, and its status. */
  readonly held: boolean;
  readonly retired: boolean;
}

/** Undefined: the state stays as it is. */
export function actOf(change: Change): ReplicaAct | undefined {
  const { action, hash, attested, at, byCheck, held, retired } = change;
  switch (action) {
    case "create":
    case "edit":
      return hash === undefined ? undefined : { kind: "edit", hash, attested };
    case "promote":
    case "reaffirm":
      return attested === null ? undefined : { kind: action, date: attested };
    case "restore":
      return attested === null
        ? undefined
        : { kind: "restore", date: attested, ...(hash === undefined ? {} : { hash }) };
    case "demote":
      return { kind: "demote", reason: byCheck ? "check-failed" : "demoted", at };
    case "retire":
    case "unretire":
    case "forget":
      return { kind: action };
    case "archive":
      return { kind: "archive", at };
    case "undo":
      return { kind: "undo", to: hash === undefined ? null : { hash, attested, held, retired }, at };
    case "supersede":
    case "intent":
    case "claim-dropped":
      return undefined;
  }
}

/** For `viewOf`: the latest word of trusted devices, or none (STO-32). */
export function vouchedBy(statements: readonly Statement[]): Vouched {
  return (content, retired) =>
    vouchedFor(statements, { content, status: retired ? "retired" : "active" }) !== undefined;
}

/** For `admit`: nobody vouches for a text with a hold in sight but by restoring it. */
export function restoredBy(statements: readonly Statement[]): (hold: Dot) => boolean {
  return (hold) => statements.some(({ vouches, seen }) => vouches !== null && covers(seen, hold));
}
