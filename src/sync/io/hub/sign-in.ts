// A device that a hub does not know yet (HUB-8): its person signs in, with a browser on whatever machine, and the key of this
// device speaks for them from then on. The token of the sign-in is used once and kept nowhere.
import { setTimeout as sleep } from "node:timers/promises";
import { fieldsOf } from "../../../disk/json-file.ts";
import { type Refusal, refuse } from "../../../text/errors.ts";
import { type Asker, deviceText, type NamedKey, type SignIn, type StoreThere } from "../../hub/protocol.ts";
import { askerIn, namedKeysIn, problemIn, signInFrom, storesIn, tokenIn } from "./answers.ts";
import { nameOf } from "./ask.ts";
import { fresh, type HubKey, type Session, unexpected } from "./session.ts";

export const BUDGET_MS = 20_000;
/** A person who went for their phone comes back in that time, or starts again. */
const LONGEST_MS = 10 * 60_000;

/** Whether it is a hub that answers at this address. */
export async function isHub(session: Session): Promise<boolean> {
  const answer = await session.askAs(undefined, { path: "", budgetMs: BUDGET_MS });
  if (answer.kind !== "answer") return false;
  const isStranger = answer.status === 401 && problemIn(answer.body)?.code === "unauthenticated";
  return isStranger || (answer.status === 200 && askerIn(answer.body) !== undefined);
}

/** Whom this device speaks for. */
export async function asker(session: Session, budgetMs: number): Promise<Asker | Refusal> {
  const answer = await session.ask({ path: "", budgetMs });
  if (answer.kind !== "answer") return answer;
  return (answer.status === 200 ? askerIn(answer.body) : undefined) ?? unexpected(session.address, answer);
}

/** The stores there that this device's person may read. */
export async function storesThere(session: Session, budgetMs: number): Promise<readonly StoreThere[] | Refusal> {
  const answer = await session.ask({ path: "/stores", budgetMs });
  if (answer.kind !== "answer") return answer;
  return (answer.status === 200 ? storesIn(answer.body) : undefined) ?? unexpected(session.address, answer);
}

/** Those of members who may confirm in a store there, as the hub tells them to somebody who may too. */
export async function reviewersThere(session: Session, store: string): Promise<readonly NamedKey[] | Refusal> {
  const path = `/stores/${encodeURIComponent(store)}/reviewers`;
  const answer = await session.ask({ path, budgetMs: BUDGET_MS });
  if (answer.kind !== "answer") return answer;
  const { reviewers } = fieldsOf(answer.body);
  return answer.status === 200 ? namedKeysIn(reviewers) : unexpected(session.address, answer);
}

export interface SignInWays {
  /** What the person has to open and type. */
  show(asked: Pick<SignIn, "address" | "code">): void;
  /** Where the organisation has no provider: a word that an admin gave. Empty: a browser is used. */
  readonly invitation?: (() => Promise<string>) | undefined;
}

export async function signIn(session: Session, key: HubKey, ways: SignInWays): Promise<Refusal | undefined> {
  const code = (await ways.invitation?.()) ?? "";
  const token = code === "" ? await signedIn(session, ways) : await accepted(session, code);
  return typeof token === "string" ? await enrol(session, key, token) : token;
}

async function accepted(session: Session, code: string): Promise<string | Refusal> {
  const path = "/sign-in/invite";
  const answer = await session.askAs(undefined, { method: "POST", path, body: { code }, budgetMs: BUDGET_MS });
  if (answer.kind !== "answer") return answer;
  if (answer.status === 401 || answer.status === 400) {
    const message = "This invitation is not known there, was used, or is past its week.";
    return refuse("hub", message, "Ask an admin of the organisation for another one.");
  }
  return (answer.status === 200 ? tokenIn(answer.body) : undefined) ?? unexpected(session.address, answer);
}

async function signedIn(session: Session, { show }: SignInWays): Promise<string | Refusal> {
  const begun = await session.askAs(undefined, {
    method: "POST",
    path: "/sign-in/device",
    body: {},
    budgetMs: BUDGET_MS,
  });
  if (begun.kind !== "answer") return begun;
  const asked = begun.status === 200 ? signInFrom(begun.body) : undefined;
  if (asked === undefined) return unexpected(session.address, begun);
  show(asked);
  return await tokenOf(session, asked);
}

async function tokenOf(session: Session, { handle, interval, ends }: SignIn): Promise<string | Refusal> {
  const end = Math.min(Date.now() + LONGEST_MS, Date.parse(ends) || Number.POSITIVE_INFINITY);
  while (Date.now() < end) {
    await sleep(interval * 1000);
    const answer = await session.askAs(undefined, {
      method: "POST",
      path: "/sign-in/poll",
      body: { handle },
      budgetMs: BUDGET_MS,
    });
    // A network that was away for a moment: the person may be typing.
    if (answer.kind !== "answer" || answer.status === 202) continue;
    return (answer.status === 200 ? tokenIn(answer.body) : undefined) ?? unexpected(session.address, answer);
  }
  return refuse("hub", `Nobody signed in at ${nameOf(session.address).replace("The", "the")} in time.`, session.again);
}

async function enrol(session: Session, key: HubKey, token: string): Promise<Refusal | undefined> {
  // The machine's own name stays here (STO-1a).
  const about = { device: key.device, key: key.key, name: key.device, ...fresh() };
  const body = { ...about, signature: key.sign(deviceText(session.address, about)) };
  const answer = await session.askAs(token, { method: "POST", path: "/devices", body, budgetMs: BUDGET_MS });
  if (answer.kind !== "answer") return answer;
  return answer.status === 201 ? undefined : unexpected(session.address, answer);
}
