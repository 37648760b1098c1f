// The handler over a real store, and requests as its own page would send them.
import type { Whereabouts } from "../../../src/compose/here.ts";
import { openWhole } from "../../../src/compose/whole.ts";
import { type DeskPorts, makeDesk } from "../../../src/review/desk.ts";
import { gitHistory } from "../../../src/store/io/git-history.ts";
import { once } from "../../../src/text/values.ts";
import type { HandlePorts } from "../../../src/web/call.ts";
import { type Handle, makeHandle } from "../../../src/web/handle.ts";
import type { WebAnswer, WebRequest } from "../../../src/web/message.ts";
import { makePass, type Pass } from "../../../src/web/pass.ts";
import { makePresence } from "../../../src/web/presence.ts";
import { makeTickets } from "../../../src/web/ticket.ts";
import { verifying } from "../../../src/web/verify.ts";
import { WHOLE_CALLS } from "../../../src/web/whole.ts";
import { actOf, chance } from "../../support/acts.ts";
import { openBox, placesOf } from "../../support/store-box.ts";

export const HOST = "127.0.0.1:4567";
export const NOW: Date = new Date("2026-11-15T12:00:00Z");

export interface Served {
  readonly handle: Handle;
  readonly pass: Pass;
  /** What the terminal was told. */
  readonly told: string[];
  readonly token: string;
  at(now: Date): void;
  ask(target: string, fields?: object, change?: Partial<WebRequest>): Promise<Told>;
  connect(): Promise<void>;
}

export interface Told {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
  readonly answer: WebAnswer;
}

export function serve(base: string, change: Partial<HandlePorts> = {}): Served {
  let now = NOW;
  let secret = "";
  const told: string[] = [];
  const open = openBox(base);
  const random = chance(7);
  const pass = makePass((bytes) => actOf("web", now, random).random(bytes));
  const ports: DeskPorts = {
    stores: [open],
    personal: open,
    project: undefined,
    wanted: {},
    act: () => actOf("web", now, random),
    around: () => ({ receipts: [] }),
    git: async () => gitHistory,
  };
  const desk = makeDesk(ports);
  const here = { places: placesOf(base), project: undefined, config: { "match-strategy": "fts5-bm25" } };
  const whole = once(async () => openWhole(here as Whereabouts, ports));
  const handle = makeHandle({
    host: HOST,
    files: { "/": { type: "text/html", body: "<!doctype html>" } },
    pass,
    desk,
    begins: "all",
    whole: { calls: WHOLE_CALLS, open: whole },
    tickets: makeTickets((bytes) => actOf("web", now, random).random(bytes)),
    presence: makePresence({
      origin: `http://${HOST}`,
      passkeys: { read: () => undefined, keep: () => undefined },
      verifying,
      mayRegister: false,
      random: (bytes) => actOf("web", now, random).random(bytes),
    }),
    now: () => now,
    told: {
      done: (kind, name) => void told.push(`${kind} ${name}`),
      registered: () => void told.push("registered"),
      finished: () => void told.push("finished"),
    },
    exchanged: (kind) => void told.push(kind),
    failed: (error) => void told.push(`failed ${String(error)}`),
    ...change,
  });
  const token = pass.renew(now);
  const ask: Served["ask"] = async (target, fields = {}, other = {}) => {
    const headers = { ...ours(secret), ...other.headers };
    const body = Buffer.from(JSON.stringify(fields));
    const answer = await handle({ method: "POST", target, body, ...other, headers });
    return { status: answer.status, body: bodyOf(answer), answer };
  };
  const connect = async (): Promise<void> => {
    secret = (await ask("/api/session", { token })).body.secret;
  };
  return {
    handle,
    pass,
    told,
    token,
    at: (then) => {
      now = then;
    },
    ask,
    connect,
  };
}

function ours(secret: string): Record<string, readonly string[]> {
  return {
    host: [HOST],
    origin: [`http://${HOST}`],
    "content-type": ["application/json"],
    "sec-fetch-site": ["same-origin"],
    "x-holdfast-session": [secret],
  };
}

function bodyOf({ type, body }: WebAnswer): unknown {
  return type === "application/json" ? JSON.parse(body) : body;
}
