// Whether a request is let in at all (REV-2), before anything is read from it. A page of another origin, another port of
// this machine included, is a stranger; so is a name that was made to point here (DNS rebinding). What is not named here
// is refused.
import { MAX_BODY, type WebAnswer, type WebRequest } from "./message.ts";
import { TEXT } from "./wording.ts";

export type RequestKind = "file" | "call";

/** Headers that decide something: a request that has one of them twice could mean two things. */
const ONCE = ["host", "origin", "content-type", "content-length", "sec-fetch-site", "x-holdfast-session"];

/** `host` is the server's own `127.0.0.1:PORT`, or `localhost:PORT`: one of them, chosen at start. Undefined when the request may go on. */
export function refusedAtTheDoor(
  request: WebRequest,
  kind: RequestKind | undefined,
  host: string,
): WebAnswer | undefined {
  if (ONCE.some((name) => (request.headers[name]?.length ?? 0) > 1)) return plain(400, TEXT.twice);
  if (header(request, "host") !== host) return plain(421, TEXT.foreignHost);
  const site = header(request, "sec-fetch-site");
  // A link that a person opens or types has no site; a browser that says nothing of it is an old one.
  const isOurs = site === undefined || site === "same-origin" || (site === "none" && kind !== "call");
  if (!isOurs) return plain(403, TEXT.foreignPage);
  if (kind === undefined) return plain(404, TEXT.nothingHere);
  return kind === "file" ? refusedFile(request, host) : refusedCall(request, host);
}

function refusedFile(request: WebRequest, host: string): WebAnswer | undefined {
  const origin = header(request, "origin");
  if (request.method !== "GET") return { ...plain(405, TEXT.onlyGet), allow: "GET" };
  return origin === undefined || origin === `http://${host}` ? undefined : plain(403, TEXT.foreignPage);
}

function refusedCall(request: WebRequest, host: string): WebAnswer | undefined {
  if (request.method !== "POST") return { ...plain(405, TEXT.onlyPost), allow: "POST" };
  if (header(request, "origin") !== `http://${host}`) return plain(403, TEXT.foreignPage);
  if (header(request, "content-type") !== "application/json") return plain(415, TEXT.onlyJson);
  const isTooLarge = request.body === undefined || request.body.length > MAX_BODY;
  return isTooLarge ? plain(413, TEXT.tooLarge) : undefined;
}

export function header({ headers }: WebRequest, name: string): string | undefined {
  return headers[name]?.[0];
}

function plain(status: number, body: string): WebAnswer {
  return { status, type: "text/plain", body: `${body}\n` };
}
