// The token that a CI provider signs for a job which holds no secret (HUB-8), asked for as GitHub documents it: from an address
// that the job is told, with a word that opens it alone. It is made out to one organisation's hub, so that a hub which is shown
// it gets nothing from another.
import { setTimeout as sleep } from "node:timers/promises";
import { fieldsOf, parseJson } from "../../../disk/json-file.ts";
import { type Refusal, refuse } from "../../../text/errors.ts";
import { forTerminalLine } from "../../../text/sanitise.ts";
import { type HubAddress, mayHaveToken } from "../../hub/address.ts";
import { heardFrom } from "./ask.ts";

export interface JobProvider {
  readonly url: string;
  readonly bearer: string;
}

const LARGEST = 65_536;
const ONE_CALL_MS = 10_000;
const TRIES = 3;
const BETWEEN_MS = 300;
const TOKEN = /^[\w-]{2,}\.[\w-]{2,}\.[\w-]{2,}$/;
const HINT = "Look at the job's permissions and at what its provider says of itself.";

export async function jobToken({ url, bearer }: JobProvider, { url: audience }: HubAddress): Promise<string | Refusal> {
  const at = URL.canParse(url) ? new URL(url) : undefined;
  if (at === undefined || !mayHaveToken(at))
    return refuse("usage", "What the job is told of its provider is no https address.", HINT);
  at.searchParams.set("audience", audience);
  let why = "";
  for (let tries = 1; tries <= TRIES; tries++) {
    const answer = await once(at, bearer);
    if (answer.token !== undefined) return answer.token;
    ({ why } = answer);
    if (answer.isFinal) break;
    await sleep(BETWEEN_MS * tries);
  }
  return refuse("hub", `The job's provider gives it no token: ${forTerminalLine(why, { max: 160 })}.`, HINT);
}

interface Heard {
  readonly token?: string;
  readonly why: string;
  /** To ask again changes nothing. */
  readonly isFinal: boolean;
}

async function once(at: URL, bearer: string): Promise<Heard> {
  try {
    const headers = { accept: "application/json", authorization: `Bearer ${bearer}` };
    const { status, text } = await heardFrom(at.href, { headers, budgetMs: ONE_CALL_MS, largest: LARGEST });
    const { value } = fieldsOf(parseJson(text ?? ""));
    if (status === 200 && typeof value === "string" && TOKEN.test(value))
      return { token: value, why: "", isFinal: true };
    return {
      why: `HTTP ${status}${status === 200 ? " without a token" : ""}`,
      isFinal: status < 500 && status !== 429,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { why: cause instanceof Error ? cause.message : String(cause), isFinal: false };
  }
}
