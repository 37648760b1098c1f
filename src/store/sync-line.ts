// A change carries the `sync:` line on (SYN-1, SYN-4): the state that the file told before, after this act. Only a file that
// has a line gets one: the first sync gives every file its first state from the file alone, so that a store which is never
// synced stays free of lines. The statement about the change takes the dot of the act, and has seen what the line has seen:
// a restore lifts the holds that its author saw, and no others.
import type { Statement } from "../attest/statement.ts";
import { withSyncLine } from "../checks/gate.ts";
import { contentHash, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { declaredTier, statusOf, trustStateOf } from "../memory/fields.ts";
import { actOn, type ReplicaAct, type Returned } from "../replica/act.ts";
import { adopt, settled } from "../replica/derived.ts";
import { fitted } from "../replica/fit.ts";
import { renderLine } from "../replica/line.ts";
import { parseState } from "../replica/read.ts";
import { type Context, isDerived, joinContexts, type State } from "../replica/state.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { dayOf, secondOf } from "../trust/transitions.ts";
import { documentIn } from "./catalogue.ts";
import type { Act, Step } from "./context.ts";
import type { StoredFile } from "./memory-store.ts";

export interface Lined {
  readonly step: Step;
  readonly statement: Statement | undefined;
}

export function withLine({ step, statement }: Lined, base: StoredFile | undefined, act: Act): Lined | Refusal {
  const before = base === undefined ? undefined : stateBefore(base, act.device.id);
  if (before === "newer") return newer(step);
  if (!("text" in step.change)) return { step, statement: statement && base && havingSeen(statement, base) };
  if (before === undefined) return { step, statement };
  const document = parseDocument(step.change.text);
  if (document.kind !== "document") return { step, statement };
  const replica = replicaAct(step, document, statement, act.now);
  const after = statement === undefined ? {} : { after: statement.dot.n - 1 };
  const acted = replica === undefined ? before : actOn(before, replica, { device: act.device.id, ...after });
  // What a mask changed on the way into quarantine nobody wrote; it is the text from now on.
  const adopted = adopt(acted, contentHash(document), undefined, { device: act.device.id });
  const state = fitted(adopted, act.device.id, [before]);
  const line = renderLine(state);
  if (line === undefined) return { step, statement };
  const text = withSyncLine(step.change.text, line);
  return {
    step: { ...step, change: { ...step.change, text } },
    statement: statement && inStep(statement, before, state),
  };
}

/** What is put away is all that its author had before them, and no more: a change elsewhere stands (SYN-1). */
function havingSeen(statement: Statement, { bytes, place }: StoredFile): Statement {
  const document = documentIn(bytes);
  const parsed = document && parseState(document, place);
  if (parsed?.kind !== "state") return statement;
  return { ...statement, seen: joinContexts(statement.seen, parsed.state.context) };
}

/** Undefined: it has no line, and gets none. */
function stateBefore({ bytes, place }: StoredFile, device: string): State | "newer" | undefined {
  const document = documentIn(bytes);
  if (document?.fields.has("sync") !== true) return undefined;
  const parsed = parseState(document, place);
  if (parsed.kind === "newer") return "newer";
  return parsed.read === undefined ? parsed.state : settled(parsed.state, [parsed.read], { device });
}

function newer({ change }: Step): Refusal {
  const message = `${change.file} was written by a newer holdfast; this one does not change it.`;
  return refuse("newer-format", message, "Update holdfast, then try again.");
}

function replicaAct(
  step: Step,
  document: MemoryDocument,
  statement: Statement | undefined,
  now: Date,
): ReplicaAct | undefined {
  const hash = contentHash(document);
  const at = secondOf(now);
  const date = dayOf(now);
  const vouched = statement !== undefined && statement.vouches !== null;
  switch (step.action) {
    case "create":
    case "edit":
      return { kind: "edit", hash, attested: vouched ? date : null };
    case "promote":
    case "reaffirm":
      return vouched ? { kind: "edit", hash, attested: date } : undefined;
    case "restore":
      return vouched ? { kind: "restore", date, hash } : undefined;
    case "demote":
      return { kind: "demote", reason: step.reason === "check-failed" ? "check-failed" : "demoted", at };
    case "retire":
    case "unretire":
      return { kind: step.action };
    case "undo": {
      // What comes back verified without a word was signed before.
      const isSigned = vouched || (step.reason === "recovery" && step.to === "verified");
      return { kind: "undo", to: returned(document, isSigned, date), at };
    }
    default:
      return undefined;
  }
}

function returned(document: MemoryDocument, vouched: boolean, today: string): Returned {
  const held = declaredTier(document) === "quarantined";
  const day = trustStateOf(document).lastVerified?.slice(0, 10) ?? today;
  return {
    hash: contentHash(document),
    attested: vouched && !held ? day : null,
    held,
    retired: statusOf(document) === "retired",
  };
}

/** What was adopted or found long ago is told by the statements of that time: each need not tell all of it again. */
function ofDevices(seen: Context): Context {
  return Object.fromEntries(Object.entries(seen).filter(([device]) => !isDerived(device)));
}

/** The dot of the act, where there was one. */
function inStep(statement: Statement, before: State, after: State): Statement {
  const { device, n } = statement.dot;
  const own = after.context[device] ?? 0;
  return {
    ...statement,
    dot: { device, n: Math.max(n, own) },
    seen: joinContexts(ofDevices(statement.seen), before.context),
  };
}
