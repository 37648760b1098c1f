// The only calls to a hub: node's own fetch, loaded with this folder alone. Bounded in time and in size before anything is
// parsed; a redirect is not followed, for it would carry the token along. What goes wrong is a value with the next command. No
// answer says nothing of what the hub did, so whoever sends asks again under the same key.
import { setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "../../../disk/json-file.ts";
import { isRefusal, type Refusal, refuse } from "../../../text/errors.ts";
import { forTerminalLine } from "../../../text/sanitise.ts";
import type { HubAddress } from "../../hub/address.ts";
import { problemIn } from "./answers.ts";

export interface Asked {
  readonly method?: "GET" | "POST";
  /** Below the tenant; empty for the tenant itself. */
  readonly path: string;
  readonly body?: unknown;
  /** In place of `body`, made for each time that it is sent: what counts once, also where the answer was lost. */
  readonly anew?: () => Promise<object | Refusal>;
  readonly token?: string | undefined;
  readonly key?: string;
  readonly budgetMs: number;
}

export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly body: unknown;
}

export interface Wire {
  ask(asked: Asked): Promise<Answer | Refusal>;
  /** Milliseconds that calls have taken so far. */
  reachedMs(): number;
}

/** A page of 4 MiB in base64, with its paths and leaves. */
const LARGEST = 16 * 1024 * 1024;
const ONE_CALL_MS = 30_000;
const TRIES = 3;
const BETWEEN_MS = 150;
/** Nobody waits longer because a hub has too much to do. */
const LONGEST_WAIT_MS = 5000;

export function openWire(address: HubAddress): Wire {
  let reached = 0;
  const ask = async (asked: Asked): Promise<Answer | Refusal> => {
    const started = performance.now();
    try {
      return await patiently(address, asked);
    } finally {
      reached += performance.now() - started;
    }
  };
  return { ask, reachedMs: () => reached };
}

async function patiently(address: HubAddress, asked: Asked): Promise<Answer | Refusal> {
  const end = performance.now() + asked.budgetMs;
  const left = (): number => end - performance.now();
  let last: Refusal = tooLong(address);
  for (let tries = 1; tries <= TRIES && left() > 0; tries++) {
    const body = asked.anew === undefined ? asked.body : await asked.anew();
    if (isRefusal(body)) return body;
    const answer = await once(address, { ...asked, body }, Math.min(left(), ONE_CALL_MS));
    const wait = answer.kind === "answer" ? waitOf(answer) : BETWEEN_MS * tries;
    if (wait === undefined) return answer;
    last = answer.kind === "answer" ? busy(address, answer) : answer;
    if (tries === TRIES || wait >= left() || wait > LONGEST_WAIT_MS) break;
    await sleep(wait);
  }
  return last;
}

interface Heard extends Answer {
  readonly after: number;
}

function waitOf({ status, after }: Heard): number | undefined {
  return status === 429 || status === 503 ? Math.max(BETWEEN_MS, after * 1000) : undefined;
}

async function once(address: HubAddress, asked: Asked, budgetMs: number): Promise<Heard | Refusal> {
  const { method = "GET", path, body, token, key } = asked;
  try {
    const { status, text, after } = await heardFrom(`${address.hub}/v1/${address.tenant}${path}`, {
      method,
      budgetMs,
      largest: LARGEST,
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (text === undefined) return refuse("hub", `${nameOf(address)} answered with more than it may.`, DOCTOR);
    const read = text === "" ? undefined : parseJson(text);
    if (text !== "" && read === undefined)
      return refuse("hub", `${nameOf(address)} did not answer as a hub does (HTTP ${status}).`, CHECK);
    return { kind: "answer", status, body: read, after };
  } catch (error) {
    return unreached(address, error);
  }
}

interface Call extends Pick<RequestInit, "method" | "headers" | "body"> {
  readonly budgetMs: number;
  readonly largest: number;
}

interface Told {
  readonly status: number;
  /** Undefined: it is larger. */
  readonly text: string | undefined;
  /** Seconds to wait, where it says so. */
  readonly after: number;
}

export async function heardFrom(url: string, { budgetMs, largest, ...init }: Call): Promise<Told> {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(budgetMs)));
  const response = await fetch(url, { ...init, redirect: "error", signal });
  const after = Number(response.headers.get("retry-after") ?? 0) || 0;
  return { status: response.status, text: await textOf(response, largest), after };
}

async function textOf(response: Response, largest: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > largest) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(read.value);
  }
  return Buffer.concat(pieces).toString("utf8");
}

const DOCTOR = "holdfast doctor";
const CHECK = "Check the address, https://host/organisation, and what stands between.";
const AGAIN = "Try again when the network is back; nothing is lost.";

/** fetch hides the reason one level down. */
function unreached(address: HubAddress, error: unknown): Refusal {
  if (error instanceof Error && error.name === "TimeoutError") return tooLong(address);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause);
  return refuse("hub", `${nameOf(address)} can't be reached: ${forTerminalLine(why, { max: 160 })}.`, AGAIN);
}

function tooLong(address: HubAddress): Refusal {
  return refuse("hub", `${nameOf(address)} took too long.`, "Try again; nothing is lost.");
}

/** A 503 with words of its own is about whom the hub asks in its turn, such as the provider for signing in. */
function busy(address: HubAddress, { status, body }: Answer): Refusal {
  const said = (status === 503 ? problemIn(body)?.message : undefined) ?? "The hub";
  const why = said.startsWith("The hub")
    ? "has too much to do now."
    : `can't do this now: ${forTerminalLine(said, { max: 200 })}`;
  return refuse("hub", `${nameOf(address)} ${why}`, "Try again in a while; nothing is lost.");
}

export function nameOf({ url }: HubAddress): string {
  return `The hub ${forTerminalLine(url, { max: 120 })}`;
}
