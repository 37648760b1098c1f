// What every request is answered with, and what it says of who asks.
import type { FastifyRequest } from "fastify";
import type { CheckSettings } from "../../src/checks/settings.ts";
import { LIMITS } from "../protocol.ts";
import type { Database } from "./database.ts";
import type { Page } from "./page-routes.ts";
import type { Caller } from "./roles.ts";
import type { Settings } from "./settings.ts";
import { callerOf } from "./tokens.ts";
import type { Traces } from "./traces.ts";

export interface Hub {
  readonly settings: Settings;
  readonly database: Database;
  readonly checks: Omit<CheckSettings, "allowances">;
  /** False while it ends: a balancer sends nobody any more. */
  readonly isReady: () => boolean;
  readonly version: string;
  readonly traces: Traces | undefined;
  readonly page: Page;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export const PUSH_BODY: number = LIMITS.bodyBytes;
/** All that is read of any request but a push, and of a push by somebody who was not looked up yet. */
export const SMALL_BODY: number = 64 * 1024;

/** By its own word, to which the server holds it: of a body without a length nobody knows before it has been read. */
export function isSmall({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const { "content-length": length = "", "transfer-encoding": coding } = headers;
  return coding === undefined && /^\d{1,5}$/.test(length) && Number(length) <= SMALL_BODY;
}

export function tenantOf(request: Pick<FastifyRequest, "params">): string {
  return (request.params as { readonly tenant: string }).tenant;
}

/** Looked up in a transaction of its own, before anything else is done for whoever asks. */
export async function knowCaller({ database }: Hub, request: FastifyRequest): Promise<void> {
  request.caller = await database.read(tenantOf(request), (tx) => callerOf(tx, request.headers.authorization));
}
