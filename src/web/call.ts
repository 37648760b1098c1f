// What a call of the page is, and what it is answered with the help of.
import type { PageFiles } from "../compose/web.ts";
import type { WholeStore } from "../compose/whole.ts";
import type { ReviewDecision } from "../review/decide.ts";
import type { Desk } from "../review/desk.ts";
import { problem, type WebAnswer } from "./message.ts";
import type { Exchanged, Pass } from "./pass.ts";
import type { PagePresence } from "./presence.ts";
import type { Tickets } from "./ticket.ts";
import type { Beginning } from "./wire.ts";
import { TEXT } from "./wording.ts";

export type Fields = Readonly<Record<string, string>>;

export interface Call {
  /** Exactly these keys, all of them strings. */
  readonly takes: readonly string[];
  run(ports: HandlePorts, fields: Fields): WebAnswer | Promise<WebAnswer>;
}

export type DoneKind = ReviewDecision["kind"] | "undo" | "forget";

export interface HandlePorts {
  /** `127.0.0.1:PORT`, or `localhost:PORT` where a passkey is used. */
  readonly host: string;
  /** By path; the page and what it is made of. None of it holds anything of a person. */
  readonly files: PageFiles;
  readonly begins: Beginning;
  readonly pass: Pass;
  readonly desk: Desk;
  /** The whole store (SUR-13), opened when it is first asked for, and what the page may ask of it. */
  readonly whole: { readonly calls: Readonly<Record<string, Call>>; open(): Promise<WholeStore> };
  readonly tickets: Tickets;
  readonly presence: PagePresence;
  /** Told to the terminal, so that the person sees there what was done in the browser. */
  readonly told: {
    done(kind: DoneKind, name: string): void;
    registered(): void;
    finished(): void;
  };
  now(): Date;
  exchanged(outcome: Exchanged["kind"]): void;
  failed(error: unknown): void;
}

export function notUnderstood(): WebAnswer {
  return problem(400, { code: "usage", message: TEXT.notUnderstood });
}
