// What an agent is told when a session starts: the memories that apply here, inside the fence and the budget
// (CTX-2), and to the person at most one line (TRU-31, AGT-12). A pure function of what was read, apart from the
// calendar day (CTX-6).
import type { Config } from "../core/config.ts";
import { Fault } from "../core/errors.ts";
import type { Intent } from "../core/intent.ts";
import { isExpired, kindField, listField, statusOf, textField, typeField } from "../core/memory/fields.ts";
import type { MemoryStore } from "../core/ports/memory-store.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { CEILING, renderContext } from "../core/recall/render.ts";
import { type Candidate, type Selection, selectForSessionStart } from "../core/recall/select.ts";
import { secondOf } from "../core/trust/transitions.ts";
import { type Memory, readCatalogue, stemOf } from "./catalogue.ts";
import { dueOf } from "./list.ts";
import { supersededAmong } from "./superseded.ts";

export interface SessionStart {
  readonly session: string;
  readonly host: string;
  readonly source: string;
  readonly project?: string;
  readonly now: Date;
  readonly config: Config;
  /** Lines for the person that earlier runs left behind. */
  readonly notices: readonly string[];
}

export interface SessionContext {
  readonly intent: Intent;
  /** Absent when nothing was considered: an empty store leaves no trace. */
  readonly receipt?: Receipt;
}

export function sessionStart(stores: readonly MemoryStore[], start: SessionStart): SessionContext {
  const read = stores.map((store) => memoriesOf(store, start.config));
  const memories = read.flatMap((each) => each.memories);
  const here = start.project === undefined ? {} : { project: start.project };
  const budget = { tokens: start.config["session-start-tokens"], characters: CEILING };
  const candidates = memories.map((memory) => candidateOf(memory, start.now));
  const selection = selectForSessionStart(candidates, here, budget);
  const text = renderContext(selection);
  const problems = read.flatMap((each) => each.problems);
  const userMessage = messageFor(memories, { ...start, notices: [...start.notices, ...problems] });
  const told = userMessage === undefined ? {} : { userMessage };
  const intent: Intent =
    text === "" && userMessage === undefined
      ? { kind: "nothing" }
      : { kind: "context", event: "SessionStart", text, ...told };
  return memories.length === 0 ? { intent } : { intent, receipt: receiptOf(selection, start) };
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

function candidateOf(memory: Memory, now: Date): Candidate {
  const { document } = memory;
  const kind = kindField(document);
  const project = textField(document, "project");
  const branch = textField(document, "branch");
  const proposes = textField(document, "proposes");
  return {
    id: memory.id ?? stemOf(memory),
    name: textField(document, "name") ?? stemOf(memory),
    description: textField(document, "description") ?? "",
    body: document.body,
    type: typeField(document) ?? "reference",
    ...(kind === undefined ? {} : { kind }),
    tags: listField(document, "tags"),
    tier: memory.tier,
    scope: memory.scope,
    place: memory.stored.place,
    file: memory.stored.file,
    ...(project === undefined ? {} : { project }),
    status: statusOf(document),
    expired: isExpired(document, now),
    ...(branch === undefined ? {} : { branch }),
    supersedes: memory.supersedes,
    ...(proposes === undefined ? {} : { proposes }),
  };
}

/** One line whatever the count, only when somebody just sat down, and only for what has been observed. */
function messageFor(memories: readonly Memory[], start: SessionStart): string | undefined {
  const lines = [...start.notices];
  const superseded = supersededAmong(memories);
  const waiting = memories.filter((memory) => !superseded.has(memory));
  const observed = waiting.filter((memory) => dueOf(memory, start.now).includes("observed")).length;
  if (observed > 0 && start.source === "startup" && start.config["review-prompt"]) {
    const subject = observed === 1 ? "1 inferred memory awaits" : `${observed} inferred memories await`;
    lines.push(`${subject} your review: run \`holdfast list --due\`.`);
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}

function receiptOf(selection: Selection, start: SessionStart): Receipt {
  return {
    at: secondOf(start.now),
    session: start.session,
    host: start.host,
    event: `SessionStart:${start.source}`,
    ...(start.project === undefined ? {} : { project: start.project }),
    tokens: selection.tokens,
    shown: selection.shown.map(({ candidate, form, tokens, rule }) => {
      const { id, file, name, tier, scope } = candidate;
      return { id, file, name, tier, scope, form, tokens, rule };
    }),
    withheld: selection.withheld,
  };
}
