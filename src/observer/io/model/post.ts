// One POST to one configured address (OBS-2): no redirect is followed, the answer is cut at a number of bytes and ended by
// the caller's signal. 429 and 5xx are tried again with growing pauses inside the time limit, nothing else is (OBS-11).
// What a provider writes into an error is never shown: it may be hostile, and it may repeat the key.
import { parseJson } from "../../../disk/json-file.ts";
import { type Failed, failed, NOTHING, type Reply } from "./provider.ts";
import { type BodyReader, readEvents } from "./unknown-json.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
  /** The first pause before a new try; each next one is twice as long. */
  readonly pauseMs: number;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TRIES = 4;

/** Undefined: the answer was heard to its end. `hear` gets each JSON value as it comes. */
export async function post(request: Post, hear: (value: unknown) => void): Promise<(Failed & Reply) | undefined> {
  const wrong = addressFault(request.url);
  if (wrong !== undefined) return { ...failed("stop", wrong), tokens: NOTHING };
  for (let tried = 1; ; tried++) {
    const response = await send(request);
    if (!(response instanceof Response)) return response;
    if (response.status === 200) return listen(response, request.signal, hear);
    await dropBody(response);
    const refused = { ...statusFault(response.status), tokens: NOTHING };
    if (refused.then !== "retry" || tried === TRIES) return refused;
    const pause = Math.max(request.pauseMs * 2 ** (tried - 1), askedPause(response));
    if (!(await waited(pause, request.signal))) return refused;
  }
}

/** In clear text only to this machine itself: the request holds a key and what was said in a session. */
export function addressFault(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return "The model's address is no URL.";
  if (parsed.protocol === "https:") return undefined;
  const here = ["127.0.0.1", "[::1]", "localhost"].includes(parsed.hostname);
  return parsed.protocol === "http:" && here
    ? undefined
    : "The model's address must begin with https, or be on this machine.";
}

export function statusFault(status: number): Failed {
  const told = `The model's provider answered ${status}`;
  if (status === 401 || status === 403) return failed("stop", `${told}: the key was not accepted.`);
  if (status === 404) return failed("stop", `${told}: the address or the model's name is wrong.`);
  if (status >= 300 && status < 400) return failed("stop", `${told}: it points elsewhere, which is not followed.`);
  if (status === 408 || status === 429 || status >= 500) return failed("retry", `${told}.`);
  return failed("never", `${told}: it refuses the request.`);
}

async function send({ url, headers, body, signal }: Post): Promise<Response | (Failed & Reply)> {
  try {
    return await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
  } catch {
    // The reason may name the address with what is in it; that the request failed is enough.
    if (signal.aborted) return failed("retry", "The model did not answer in time.");
    return { ...failed("retry", "The model's provider can't be reached."), tokens: NOTHING };
  }
}

async function listen(
  response: Response,
  signal: AbortSignal,
  hear: (value: unknown) => void,
): Promise<Failed | undefined> {
  const events = (response.headers.get("content-type") ?? "").includes("event-stream");
  const reader = events ? readEvents(hear) : readWhole(hear);
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return failed("never", `The model's answer is longer than ${MAX_BYTES} bytes.`);
      if (reader.take(chunk) === "invalid") return failed("never", "The model's answer is no JSON.");
    }
  } catch {
    return failed("retry", signal.aborted ? "The model did not end in time." : "The model's answer broke off.");
  }
  return reader.end() === "invalid" ? failed("never", "The model's answer is no JSON.") : undefined;
}

function readWhole(hear: (value: unknown) => void): BodyReader {
  const chunks: Uint8Array[] = [];
  return {
    take: (chunk) => {
      chunks.push(chunk);
      return undefined;
    },
    end: () => {
      const value = parseJson(Buffer.concat(chunks).toString("utf8"));
      if (value === undefined) return "invalid";
      hear(value);
      return undefined;
    },
  };
}

/** The connection is given up: nothing of an error is read. */
async function dropBody(response: Response): Promise<void> {
  try {
    await response.body?.cancel();
  } catch {
    // It ended by itself: nothing is left to give up.
  }
}

function askedPause(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) * 1000 : 0;
}

/** False: the time was over before. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const end = (whole: boolean) => (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stopped);
      resolve(whole);
    };
    const stopped = end(false);
    const timer = setTimeout(end(true), ms);
    signal.addEventListener("abort", stopped);
  });
}
