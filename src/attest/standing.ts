// What all statements that count about a memory come to: not the latest word alone (vouch.ts), but every act that still
// holds. A removal, a demotion and a retirement are acts of a device that counts, and only a later act that had seen them
// takes them back: a file that is missing, moved or changed says nothing of the kind (SYN-1, SYN-2, SYN-11).
import type { Dot, Statement } from "./statement.ts";
import { latestWord } from "./vouch.ts";

export interface Standing {
  /** Everything of it goes, whoever had seen what. */
  readonly forgotten: boolean;
  /** Demotions that no way back has seen. */
  readonly holds: readonly Statement[];
  /** Retirements that nobody took back. */
  readonly retirements: readonly Statement[];
  /** Contents that the latest word vouches for: none where somebody withdrew it. */
  readonly signed: readonly string[];
  /** Its author had this version before them, and put the memory away. */
  removed(version: Dot): boolean;
  released(hold: Dot): boolean;
  unretired(retirement: Dot): boolean;
}

export function standingOf(statements: readonly Statement[]): Standing {
  const seenBy =
    (acts: readonly Statement[]) =>
    ({ device, n }: Dot): boolean =>
      acts.some(({ seen }) => (seen[device] ?? 0) >= n);
  const removals = statements.filter(isRemoval);
  const released = seenBy(statements.filter(isRelease));
  const unretired = seenBy(statements.filter(isComeback));
  return {
    forgotten: removals.some(({ action }) => action === "forget"),
    holds: statements.filter(({ action, vouches, dot }) => vouches === null && isHolding(action) && !released(dot)),
    retirements: statements.filter((each) => isRetirement(each) && !unretired(each.dot)),
    signed: signedNow(statements),
    removed: seenBy(removals),
    released,
    unretired,
  };
}

function signedNow(statements: readonly Statement[]): readonly string[] {
  const { heads, withdrawn } = latestWord(statements);
  return withdrawn ? [] : heads.flatMap(({ vouches }) => vouches?.content ?? []);
}

function isRemoval({ action, vouches }: Statement): boolean {
  return vouches === null && (action === "archive" || action === "forget");
}

function isHolding(action: string): boolean {
  return action === "demote" || action === "archive";
}

/** What leaves a memory in quarantine is called a demotion whatever it was: an undo by that name has let it out. */
function isRelease({ action, vouches }: Statement): boolean {
  return action === "undo" || (action === "restore" && vouches !== null);
}

function isRetirement({ action, vouches }: Statement): boolean {
  return action === "retire" || (action === "undo" && vouches?.status === "retired");
}

function isComeback({ action, vouches }: Statement): boolean {
  return action === "unretire" || action === "undo" || vouches?.status === "active";
}
