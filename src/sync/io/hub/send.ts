// One push to a hub: all or nothing. What the hub refuses by its checks (HUB-5) is left out and told, and the rest is sent, for one
// bad file must not keep the others. An answer that was lost is asked for again, under the same key.
import { type Refusal, refuse } from "../../../text/errors.ts";
import { forTerminalLine } from "../../../text/sanitise.ts";
import type { Conflict, Finding, Head } from "../../hub/protocol.ts";
import { conflictsIn, findingsIn, headIn, problemIn } from "./answers.ts";
import { type Answer, nameOf } from "./ask.ts";
import { asSent, type OwnChange } from "./changes.ts";
import { storePath } from "./pull.ts";
import type { LeftBehind } from "./record.ts";
import { type Session, unexpected } from "./session.ts";

export type Sent =
  | {
      readonly kind: "sent";
      /** Undefined: all of it was refused. */
      readonly head: Head | undefined;
      readonly taken: readonly OwnChange[];
      readonly left: ReadonlyMap<string, LeftBehind>;
    }
  | { readonly kind: "behind"; readonly there: readonly Conflict[] }
  /** For the sake of a file that is not among these: some of them bring it about. */
  | { readonly kind: "refused"; readonly why: string };

interface Sending {
  readonly store: string;
  /** A new one each time. */
  readonly key: () => string;
  readonly budgetMs: () => number;
}

/** Each time without what was refused before. */
const TRIES = 4;

export async function sendBatch(
  session: Session,
  sending: Sending,
  batch: readonly OwnChange[],
): Promise<Sent | Refusal> {
  const left = new Map<string, LeftBehind>();
  for (let tries = 1; tries <= TRIES; tries++) {
    const taken = batch.filter(({ path }) => !left.has(path));
    if (taken.length === 0) return { kind: "sent", head: undefined, taken, left };
    const answer = await session.ask({
      method: "POST",
      path: `${storePath(sending.store)}/push`,
      body: { changes: taken.map(asSent) },
      key: sending.key(),
      budgetMs: sending.budgetMs(),
    });
    if (answer.kind !== "answer") return answer;
    const head = answer.status === 200 ? headIn(answer.body) : undefined;
    if (head !== undefined) return { kind: "sent", head, taken, left };
    if (isProblem(answer, 409, "conflict")) return { kind: "behind", there: conflictsIn(answer.body) };
    if (!isProblem(answer, 422, "refused")) return unexpected(session.address, answer);
    const findings = findingsIn(answer.body);
    const refused = taken.filter(({ path }) => findings.some((each) => each.path === path));
    const [first] = findings;
    if (first === undefined) return unexpected(session.address, answer);
    if (refused.length === 0) return { kind: "refused", why: wordsFor(first.path, findings, `${first.path}: `) };
    // With what belongs to the same memory: a word about a text that did not come would be judged without it.
    const about = new Map(refused.map((each) => [each.about, wordsFor(each.path, findings)]));
    for (const each of taken) {
      const why = about.get(each.about);
      if (why !== undefined) left.set(each.path, { hash: each.replaces, why });
    }
  }
  const message = `${nameOf(session.address)} refuses what this machine sends, each time for something else.`;
  return refuse("hub", message, "holdfast doctor");
}

function isProblem({ status, body }: Answer, wanted: number, code: string): boolean {
  return status === wanted && problemIn(body)?.code === code;
}

function wordsFor(path: string, findings: readonly Finding[], before = ""): string {
  return forTerminalLine(`${before}${findings.find((each) => each.path === path)?.what ?? ""}`, { max: 200 });
}
