// What an agent is told when a session starts: the memories that apply here, inside the fence and the budget
// (CTX-2), and to the person at most one line (TRU-31, AGT-12). A pure function of what was read, apart from the
// calendar day (CTX-6).
import type { Config } from "../core/config.ts";
import { Fault } from "../core/errors.ts";
import type { Intent } from "../core/intent.ts";
import type { MemoryStore } from "../core/ports/memory-store.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { CEILING, renderContext } from "../core/recall/render.ts";
import { type Candidate, type Suspect, selectForSessionStart } from "../core/recall/select.ts";
import { candidateOf } from "./candidate.ts";
import { type Memory, readCatalogue } from "./catalogue.ts";
import { dueOf } from "./due.ts";
import type { IsOutdated } from "./outdated.ts";
import { givenBy, receiptOf } from "./receipt.ts";
import { supersededAmong } from "./superseded.ts";
import type { Suspects } from "./withheld.ts";

export interface SessionStart {
  readonly session: string;
  readonly host: string;
  readonly source: string;
  readonly project?: string;
  readonly now: Date;
  readonly config: Config;
  /** The checks, loaded only where some memory is not verified. */
  suspects(): Promise<Suspects>;
  /** Asked of what is about to be shown (CTX-8); absent where no project is at hand. */
  readonly isOutdated?: IsOutdated | undefined;
  /** Lines for the person that earlier runs left behind. */
  readonly notices: readonly string[];
}

export interface SessionContext {
  readonly intent: Intent;
  /** Absent when nothing was considered: an empty store leaves no trace. */
  readonly receipt?: Receipt;
  /** Ids of what was told in full. */
  readonly given: readonly string[];
}

export async function sessionStart(stores: readonly MemoryStore[], start: SessionStart): Promise<SessionContext> {
  const read = stores.map((store) => memoriesOf(store, start.config));
  const memories = read.flatMap((each) => each.memories);
  const here = start.project === undefined ? {} : { project: start.project };
  const budget = { tokens: start.config["session-start-tokens"], characters: CEILING };
  const candidates = new Map(memories.map((memory) => [candidateOf(memory, start.now), memory]));
  const suspects = memories.some(isUnsure) ? await start.suspects() : UNSUSPECTING;
  const isOutdated = (candidate: Candidate): boolean => {
    const memory = candidates.get(candidate);
    return memory !== undefined && start.isOutdated?.(memory) === true;
  };
  const suspect = suspectBy(candidates, suspects);
  const selection = selectForSessionStart([...candidates.keys()], here, budget, suspect, isOutdated);
  const text = renderContext(selection);
  const problems = read.flatMap((each) => each.problems);
  const userMessage = messageFor(memories, { ...start, notices: [...start.notices, ...problems] }, suspects);
  const told = userMessage === undefined ? {} : { userMessage };
  const intent: Intent =
    text === "" && userMessage === undefined
      ? { kind: "nothing" }
      : { kind: "context", event: "SessionStart", text, ...told };
  if (memories.length === 0) return { intent, given: [] };
  const receipt = receiptOf(selection, { ...start, event: `SessionStart:${start.source}` });
  return { intent, receipt, given: givenBy(selection) };
}

/** More files than this in a shared store are not read at session start: a project can't make a session wait. */
const SHARED_FILES = 500;

/** A project's store that is out of order is left out and named; it never silences the user's own memories (CFG-1). */
function memoriesOf(
  store: MemoryStore,
  config: Config,
): { readonly memories: readonly Memory[]; readonly problems: readonly string[] } {
  if (store.info.scope === "personal") return { memories: readCatalogue(store).memories, problems: [] };
  if (!config["serve-project-memories"]) return { memories: [], problems: [] };
  try {
    const { length } = store.list().spots;
    if (length <= SHARED_FILES) return { memories: readCatalogue(store).memories, problems: [] };
    return {
      memories: [],
      problems: [`This project's shared store holds ${length} files; more than ${SHARED_FILES} are not read.`],
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return {
      memories: [],
      problems: ["This project's shared store is out of order and was left out: run `holdfast doctor`."],
    };
  }
}

/** Verified words passed every check when a person confirmed them; quarantined ones are never shown. */
function isUnsure({ tier }: Memory): boolean {
  return tier === "inferred" || tier === "unattested";
}

const UNSUSPECTING: Suspects = { suspicion: () => undefined, secret: () => false };

function suspectBy(memories: ReadonlyMap<Candidate, Memory>, suspects: Suspects): Suspect {
  return {
    suspicion: (candidate) => {
      const memory = memories.get(candidate);
      return memory === undefined ? undefined : suspects.suspicion(memory);
    },
    secret: (candidate) => {
      const memory = memories.get(candidate);
      return memory !== undefined && suspects.secret(memory);
    },
  };
}

/** Observed long enough, or withheld until somebody looks (TRU-31, TRU-32). */
function isForReview(memory: Memory, now: Date, suspects: Suspects): boolean {
  const due = dueOf(memory, now, isUnsure(memory) ? suspects.suspicion(memory) : undefined, false);
  return due.includes("observed") || (due.includes("withheld") && memory.tier === "inferred");
}

/** One line whatever the count, and only when somebody just sat down. */
function messageFor(memories: readonly Memory[], start: SessionStart, suspects: Suspects): string | undefined {
  const lines = [...start.notices];
  const superseded = supersededAmong(memories);
  const waiting = memories.filter((memory) => !superseded.has(memory));
  const observed = waiting.filter((memory) => isForReview(memory, start.now, suspects)).length;
  if (observed > 0 && start.source === "startup" && start.config["review-prompt"]) {
    const subject = observed === 1 ? "1 inferred memory awaits" : `${observed} inferred memories await`;
    lines.push(`${subject} your review: run \`holdfast list --due\`.`);
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}
