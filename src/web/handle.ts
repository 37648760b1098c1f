// One request, one answer (REV-2): the door, then the session, then the call; nothing here knows a socket. What the page may
// ask for is one row per call, with the keys it takes. Deciding goes through the same acts as everywhere (review/decide.ts,
// store/write.ts); nothing here can do what a command would refuse.
import { asStored, authorPart, type DeskView, VIEWS } from "../review/desk.ts";
import { isRefusal, refuse } from "../text/errors.ts";
import { faultOf } from "../text/system-errors.ts";
import { header, type RequestKind, refusedAtTheDoor } from "./admit.ts";
import { type Call, type Fields, type HandlePorts, notUnderstood } from "./call.ts";
import { cardFor, rowFor } from "./card.ts";
import { json, problem, refused, type WebAnswer, type WebRequest } from "./message.ts";
import { present, settle, undoneAt } from "./settle.ts";
import { type CardAnswer, type QueueAnswer, type RegisterAnswer, SESSION_HEADER, type SessionAnswer } from "./wire.ts";
import { TEXT } from "./wording.ts";

const SESSION = "/api/session";

export type Handle = (request: WebRequest) => Promise<WebAnswer>;

export function makeHandle(ports: HandlePorts): Handle {
  return async (request) => {
    const { target } = request;
    const kind = kindOf(target, ports);
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
function kindOf(target: string, { files, whole }: HandlePorts): RequestKind | undefined {
  if (Object.hasOwn(files, target)) return "file";
  const isCall = target === SESSION || Object.hasOwn(CALLS, target) || Object.hasOwn(whole.calls, target);
  return isCall ? "call" : undefined;
}

function exchange({ pass, now, exchanged, begins }: HandlePorts, request: WebRequest): WebAnswer {
  const token = fieldsIn(request.body, ["token"])?.["token"];
  if (token === undefined) return notUnderstood();
  const outcome = pass.exchange(token, now());
  exchanged(outcome.kind);
  if (outcome.kind === "session") return json({ secret: outcome.secret, begins } satisfies SessionAnswer);
  return problem(401, { code: "needs-person", message: TEXT.links[outcome.kind] });
}

async function call(ports: HandlePorts, { target, body }: WebRequest): Promise<WebAnswer> {
  const row = Object.hasOwn(CALLS, target) ? CALLS[target] : ports.whole.calls[target];
  const fields = row === undefined ? undefined : fieldsIn(body, row.takes);
  if (row === undefined || fields === undefined) return notUnderstood();
  try {
    return await row.run(ports, fields);
  } catch (error) {
    ports.failed(error);
    const fault = faultOf(error);
    if (fault === undefined) return problem(500, { code: "io", message: TEXT.failed });
    const { code, message, hint } = fault;
    return problem(500, { code, message, hint });
  }
}

/** More than anyone decides at once; the page asks again when it has worked them off. */
const ROWS = 1000;
const PLAIN = ["confirm", "demote", "retire", "archive", "merge"] as const;

const CALLS: Readonly<Record<string, Call>> = {
  "/api/queue": { takes: ["view"], run: queue },
  "/api/card": { takes: ["key"], run: card },
  "/api/decide": { takes: ["key", "version", "kind"], run: decide },
  "/api/edit": { takes: ["key", "version", "text"], run: edit },
  "/api/challenge": { takes: [], run: challenge },
  "/api/register": { takes: ["response"], run: register },
  "/api/present": { takes: ["response"], run: present },
  "/api/undo": { takes: [], run: undo },
  "/api/finish": { takes: [], run: finish },
};

function queue({ desk, presence }: HandlePorts, { view = "" }: Fields): WebAnswer {
  if (!isView(view)) return notUnderstood();
  const { items, waiting, broken } = desk.queue(view);
  const rows = items.slice(0, ROWS).map(({ key, item }) => rowFor(key, item));
  const { mayRegister } = presence;
  return json({ view, rows, waiting, broken, more: waiting > rows.length, mayRegister } satisfies QueueAnswer);
}

async function card({ desk, now }: HandlePorts, { key = "" }: Fields): Promise<WebAnswer> {
  const found = desk.card(key);
  if (isRefusal(found)) return refused(found);
  const since = await desk.since(found.item);
  return json({ ...cardFor(key, found, now(), since), draft: authorPart(found.item.memory) } satisfies CardAnswer);
}

async function decide(ports: HandlePorts, { key = "", version = "", kind = "" }: Fields): Promise<WebAnswer> {
  const known = PLAIN.find((each) => each === kind);
  return known === undefined ? notUnderstood() : settle(ports, ports.desk, { key, version, how: { kind: known } });
}

async function edit(ports: HandlePorts, { key = "", version = "", text = "" }: Fields): Promise<WebAnswer> {
  const found = ports.desk.card(key);
  const whole = isRefusal(found) ? text : asStored(found.item.memory, text);
  return settle(ports, ports.desk, { key, version, how: { kind: "edit", text: whole } });
}

function challenge({ presence }: HandlePorts): WebAnswer {
  if (presence.mayRegister) return json({ challenge: presence.challenge() } satisfies RegisterAnswer);
  const message = "A passkey is registered where the page was started for it.";
  return refused(refuse("needs-person", message, "holdfast review --web --passkey"));
}

async function register({ presence, told, now }: HandlePorts, { response = "" }: Fields): Promise<WebAnswer> {
  const wrong = await presence.register(response, now());
  if (wrong !== undefined) return refused(wrong);
  told.registered();
  return json({});
}

async function undo({ desk, told }: HandlePorts): Promise<WebAnswer> {
  return undoneAt(desk, told);
}

function finish({ told }: HandlePorts): WebAnswer {
  told.finished();
  return json({});
}

function isView(view: string): view is DeskView {
  return (VIEWS as readonly string[]).includes(view);
}

/** The body of a call: one JSON object with exactly the keys that the call takes, all of them strings; else undefined. */
function fieldsIn(body: Uint8Array | undefined, names: readonly string[]): Fields | undefined {
  const value = parsed(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const given = Object.entries(value);
  const isWhole = given.length === names.length && given.every(([name, each]) => names.includes(name) && isText(each));
  return isWhole ? (value as Fields) : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function parsed(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // No JSON, or no UTF-8: the caller says so.
    return undefined;
  }
}
