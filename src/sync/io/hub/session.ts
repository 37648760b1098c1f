// Who asks (HUB-8): this device, by a token that it gets for a signature of its own key and that counts for minutes. It is kept
// in memory alone. A token that the hub does not know any more is got anew, once.
import { randomBytes } from "node:crypto";
import { isRefusal, type Refusal, refuse } from "../../../text/errors.ts";
import { forTerminalLine } from "../../../text/sanitise.ts";
import type { HubAddress } from "../../hub/address.ts";
import { acceptCommand } from "../../hub/broken.ts";
import { sessionText } from "../../hub/protocol.ts";
import { problemIn, tokenIn } from "./answers.ts";
import { type Answer, type Asked, nameOf, openWire } from "./ask.ts";

/** The device's own key, not a person's: nobody is asked to touch anything for a pull. */
export interface HubKey {
  readonly device: string;
  /** The public key's line. */
  readonly key: string;
  sign(text: string): string;
}

export interface Session {
  readonly address: HubAddress;
  /** What a person runs who has to come in again. */
  readonly again: string;
  /** Whether the hub takes this device's key for one of its members'. */
  isKnown(budgetMs: number): Promise<boolean | Refusal>;
  /** As this device. A 401 is told as a refusal. */
  ask(asked: Omit<Asked, "token">): Promise<Answer | Refusal>;
  /** As somebody else, or as nobody. */
  askAs(token: string | undefined, asked: Omit<Asked, "token">): Promise<Answer | Refusal>;
  reachedMs(): number;
}

export function openSession(address: HubAddress, key: HubKey, isMirror: boolean): Session {
  const again = acceptCommand(address.url, isMirror);
  const wire = openWire(address);
  let token: string | undefined;
  const enter = async (budgetMs: number): Promise<Refusal | undefined> => {
    const got = await tokenFor(address, key, (body) => wire.ask({ method: "POST", path: "/session", body, budgetMs }));
    if (typeof got === "object") return got;
    token = got;
    return undefined;
  };
  const ask = async (asked: Omit<Asked, "token">, isLast = false): Promise<Answer | Refusal> => {
    const started = performance.now();
    const stopped = token === undefined ? await enter(asked.budgetMs) : undefined;
    if (stopped !== undefined) return stopped;
    if (token === undefined) return unknownDevice(address, again);
    const budgetMs = asked.budgetMs - (performance.now() - started);
    const answer = await wire.ask({ ...asked, token, budgetMs });
    if (answer.kind !== "answer" || answer.status !== 401) return answer;
    token = undefined;
    return isLast ? unknownDevice(address, again) : await ask({ ...asked, budgetMs }, true);
  };
  return {
    address,
    again,
    isKnown: async (budgetMs) => (await enter(budgetMs)) ?? token !== undefined,
    ask: (asked) => ask(asked),
    askAs: (other, asked) => wire.ask({ ...asked, token: other }),
    reachedMs: () => wire.reachedMs(),
  };
}

/** Of a machine or a job, which has no key: what it was given is all that it has. */
export function openTokenSession(address: HubAddress, token: string): Session {
  const wire = openWire(address);
  const ended = (): Refusal =>
    refuse("hub", `${nameOf(address)} does not take this token: it ended, or is another organisation's.`, NEW_TOKEN);
  return {
    address,
    again: NEW_TOKEN,
    isKnown: () => Promise.resolve(true),
    ask: async (asked) => {
      const answer = await wire.ask({ ...asked, token });
      return answer.kind === "answer" && answer.status === 401 ? ended() : answer;
    },
    askAs: (other, asked) => wire.ask({ ...asked, token: other }),
    reachedMs: () => wire.reachedMs(),
  };
}

const NEW_TOKEN = "Ask an admin of the organisation for another one.";

/** A job's token of its provider, for one of the hub's own (HUB-8). The hub takes each once, so each time it is `next` that is shown. */
export async function exchanged(address: HubAddress, next: () => Promise<string | Refusal>): Promise<string | Refusal> {
  const wire = openWire(address);
  const anew = async (): Promise<object | Refusal> => {
    const token = await next();
    return isRefusal(token) ? token : { token };
  };
  const answer = await wire.ask({ method: "POST", path: "/exchange", anew, budgetMs: EXCHANGE_MS });
  if (answer.kind !== "answer") return answer;
  if (answer.status === 401) {
    const message = `${nameOf(address)} knows no job with this token's issuer, audience, repository and ref.`;
    return refuse("hub", message, "An admin there pins the job: holdfast-hub job --help");
  }
  if (answer.status === 200) return tokenIn(answer.body) ?? unexpected(address, answer);
  return unexpected(address, answer, "Run the job again: its provider gives it another token.");
}

/** The provider is asked meanwhile. */
const EXCHANGE_MS = 40_000;

/** Undefined: the hub does not know the key. */
async function tokenFor(
  address: HubAddress,
  { key, sign }: HubKey,
  send: (body: unknown) => Promise<Answer | Refusal>,
): Promise<string | Refusal | undefined> {
  const about = { key, ...fresh() };
  const answer = await send({ ...about, signature: sign(sessionText(address, about)) });
  if (answer.kind !== "answer") return answer;
  if (answer.status === 401) return undefined;
  return (answer.status === 200 ? tokenIn(answer.body) : undefined) ?? unexpected(address, answer);
}

/** A signature counts once, and for minutes. */
export function fresh(): { readonly at: string; readonly nonce: string } {
  return { at: new Date().toISOString(), nonce: randomBytes(24).toString("base64url") };
}

function unknownDevice(address: HubAddress, again: string): Refusal {
  return refuse("hub", `${nameOf(address)} does not know this device, or one of the two clocks is wrong.`, again);
}

/** What the hub says of it is its own text. */
export function unexpected(address: HubAddress, { status, body }: Answer, next = "holdfast doctor"): Refusal {
  const problem = problemIn(body);
  const said = problem === undefined ? `HTTP ${status}` : forTerminalLine(problem.message, { max: 200 });
  return refuse("hub", `${nameOf(address)} refuses: ${said}`, next);
}
