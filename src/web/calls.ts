// What the page may ask for: one row per call, with the keys it takes. Deciding goes through the same acts as everywhere
// (review/decide.ts, store/write.ts); nothing here can do what a command would refuse.
import type { ReviewDecision } from "../review/decide.ts";
import { asStored, type Desk, type DeskView, VIEWS } from "../review/desk.ts";
import { DONE } from "../review/wording.ts";
import { isRefusal, refuse } from "../text/errors.ts";
import { forPageLine } from "../text/sanitise.ts";
import { cardFor, rowFor } from "./card.ts";
import { json, problem, refused, type WebAnswer } from "./message.ts";
import type { QueueAnswer, SettledAnswer, UndoneAnswer } from "./wire.ts";
import { TEXT } from "./wording.ts";

export type Fields = Readonly<Record<string, string>>;

/** Told to the terminal, so that the person sees there what was done in the browser. */
export interface Told {
  done(kind: ReviewDecision["kind"] | "undo", name: string): void;
  finished(): void;
}

export interface CallPorts {
  readonly desk: Desk;
  readonly told: Told;
  now(): Date;
}

interface Call {
  readonly takes: readonly string[];
  run(ports: CallPorts, fields: Fields): WebAnswer | Promise<WebAnswer>;
}

/** More than anyone decides at once; the page asks again when it has worked them off. */
const ROWS = 1000;
const PLAIN = ["confirm", "demote", "retire", "archive", "merge"] as const;

export const CALLS: Readonly<Record<string, Call>> = {
  "/api/queue": { takes: ["view"], run: queue },
  "/api/card": { takes: ["key"], run: card },
  "/api/decide": { takes: ["key", "version", "kind"], run: decide },
  "/api/edit": { takes: ["key", "version", "text"], run: edit },
  "/api/undo": { takes: [], run: undo },
  "/api/finish": { takes: [], run: finish },
};

function queue({ desk }: CallPorts, { view = "" }: Fields): WebAnswer {
  if (!isView(view)) return notUnderstood();
  const { items, waiting, broken } = desk.queue(view);
  const rows = items.slice(0, ROWS).map(({ key, item }) => rowFor(key, item));
  return json({ view, rows, waiting, broken, more: waiting > rows.length } satisfies QueueAnswer);
}

function card({ desk, now }: CallPorts, { key = "" }: Fields): WebAnswer {
  const found = desk.card(key);
  return isRefusal(found) ? refused(found) : json(cardFor(key, found, now()));
}

async function decide(ports: CallPorts, { key = "", version = "", kind = "" }: Fields): Promise<WebAnswer> {
  const known = PLAIN.find((each) => each === kind);
  return known === undefined ? notUnderstood() : settle(ports, key, version, { kind: known });
}

async function edit(ports: CallPorts, { key = "", version = "", text = "" }: Fields): Promise<WebAnswer> {
  const found = ports.desk.card(key);
  const whole = isRefusal(found) ? text : asStored(found.item.memory, text);
  return settle(ports, key, version, { kind: "edit", text: whole });
}

async function settle(
  { desk, told }: CallPorts,
  key: string,
  version: string,
  how: ReviewDecision,
): Promise<WebAnswer> {
  const settled = await desk.decide(key, version, how);
  if (isRefusal(settled)) return refused(settled);
  if (settled.kind === "left") return refused(refuse("not-allowed", `Nothing to do: ${settled.message}.`));
  const { name, warnings, gone } = settled;
  told.done(how.kind, name);
  const notes = warnings.map(({ hint }) => forPageLine(hint));
  return json({ said: DONE[how.kind], name, notes, gone } satisfies SettledAnswer);
}

async function undo({ desk, told }: CallPorts): Promise<WebAnswer> {
  const undone = await desk.undo();
  if (isRefusal(undone)) return refused(undone);
  if (undone.kind === "left") return refused(refuse("nothing-to-undo", undone.message));
  told.done("undo", DONE[undone.done]);
  return json({ said: DONE[undone.done], key: undone.key } satisfies UndoneAnswer);
}

function finish({ told }: CallPorts): WebAnswer {
  told.finished();
  return json({});
}

export function notUnderstood(): WebAnswer {
  return problem(400, { code: "usage", message: TEXT.notUnderstood });
}

function isView(view: string): view is DeskView {
  return (VIEWS as readonly string[]).includes(view);
}

/** The body of a call: one JSON object with exactly the keys that the call takes, all of them strings; else undefined. */
export function fieldsIn(body: Uint8Array | undefined, names: readonly string[]): Fields | undefined {
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
