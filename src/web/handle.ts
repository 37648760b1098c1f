// One request, one answer (REV-2): the door, then the session, then the call. Nothing here knows a socket.
import type { Files } from "../compose/web.ts";
import { Fault } from "../text/errors.ts";
import { header, type Kind, refusedAtTheDoor } from "./admit.ts";
import { CALLS, type CallPorts, fieldsIn, notUnderstood } from "./calls.ts";
import { json, problem, type WebAnswer, type WebRequest } from "./message.ts";
import type { Exchanged, Pass } from "./pass.ts";
import { SESSION_HEADER, type SessionAnswer } from "./wire.ts";
import { TEXT } from "./wording.ts";

/** By path; the page and what it is made of. None of it holds anything of a person. */

export interface HandlePorts extends CallPorts {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly files: Files;
  readonly pass: Pass;
  exchanged(outcome: Exchanged["kind"]): void;
  failed(error: unknown): void;
}

const SESSION = "/api/session";

export type Handle = (request: WebRequest) => Promise<WebAnswer>;

export function makeHandle(ports: HandlePorts): Handle {
  return async (request) => {
    const { target } = request;
    const kind = kindOf(target, ports.files);
    const turnedAway = refusedAtTheDoor(request, kind, ports.host);
    if (turnedAway !== undefined) return turnedAway;
    const file = kind === "file" ? ports.files[target] : undefined;
    if (file !== undefined) return { status: 200, ...file };
    if (target === SESSION) return exchange(ports, request);
    if (!ports.pass.holds(header(request, SESSION_HEADER))) {
      return problem(401, { code: "needs-person", message: TEXT.noSession });
    }
    return call(ports, request);
  };
}

/** Whole targets only: what has a query, a dot segment or another spelling is no name of ours. */
function kindOf(target: string, files: Files): Kind | undefined {
  if (Object.hasOwn(files, target)) return "file";
  return target === SESSION || Object.hasOwn(CALLS, target) ? "call" : undefined;
}

function exchange({ pass, now, exchanged }: HandlePorts, request: WebRequest): WebAnswer {
  const token = fieldsIn(request.body, ["token"])?.["token"];
  if (token === undefined) return notUnderstood();
  const outcome = pass.exchange(token, now());
  exchanged(outcome.kind);
  if (outcome.kind === "session") return json({ secret: outcome.secret } satisfies SessionAnswer);
  return problem(401, { code: "needs-person", message: TEXT.links[outcome.kind] });
}

async function call(ports: HandlePorts, { target, body }: WebRequest): Promise<WebAnswer> {
  const row = CALLS[target];
  const fields = row === undefined ? undefined : fieldsIn(body, row.takes);
  if (row === undefined || fields === undefined) return notUnderstood();
  try {
    return await row.run(ports, fields);
  } catch (error) {
    ports.failed(error);
    if (!(error instanceof Fault)) return problem(500, { code: "io", message: TEXT.failed });
    const { code, message, hint } = error;
    return problem(500, { code, message, ...(hint === undefined ? {} : { hint }) });
  }
}
