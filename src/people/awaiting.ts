// What a branch leaves to a signer (SYN-33): the memories for which a signature that its base allows is all that is missing.
import type { Anchor } from "../attest/circle.ts";
import type { Memory } from "../store/catalogue.ts";
import type { Compared, PullRequest, TrustProblem } from "./compared.ts";
import { compareAll } from "./judge.ts";
import { memoryProblems, wantsSignature } from "./judge-memories.ts";

export interface Unsigned {
  readonly compared: Compared;
  readonly memory: Memory;
  readonly problem: TrustProblem;
}

export interface Awaiting {
  /** It is part of the base already. Then it is all that claims what nobody signed, whoever brought it. */
  readonly isMerged: boolean;
  readonly unsigned: readonly Unsigned[];
}

export function awaiting(request: PullRequest): Awaiting {
  const { commits } = request;
  const isMerged = commits.forks.includes(commits.head);
  const unsigned = compareAll(request).flatMap((compared) =>
    memoryProblems(isMerged ? { ...compared, had: [] } : compared)
      .filter(({ problem }) => wantsSignature(problem))
      .map(({ memory, problem }) => ({ compared, memory, problem })),
  );
  return { isMerged, unsigned };
}

/** Whether what this one signs passes there: where the base knows nobody, anybody may be the first. */
export function mayCount({ firstUse, after }: Compared, signer: Anchor | undefined): boolean {
  if (signer === undefined) return false;
  return firstUse || (after.keys.get(signer.device)?.has(signer.key) === true && !after.known.has(signer.device));
}
