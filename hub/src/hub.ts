// What every request is answered with, and what it says of who asks.
import type { FastifyRequest } from "fastify";
import type { CheckSettings } from "../../src/checks/settings.ts";
import { LIMITS } from "../protocol.ts";
import type { Database } from "./database.ts";
import { Refused } from "./problems.ts";
import type { Caller } from "./roles.ts";
import type { Settings } from "./settings.ts";

export interface Hub {
  readonly settings: Settings;
  readonly database: Database;
  readonly checks: Omit<CheckSettings, "allowances">;
  /** False while it ends: a balancer sends nobody any more. */
  readonly isReady: () => boolean;
  readonly version: string;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export const PUSH_BODY: number = LIMITS.bodyBytes;

export function tenantOf(request: FastifyRequest): string {
  return (request.params as { readonly tenant: string }).tenant;
}

export function callerIn({ caller }: FastifyRequest): Caller {
  if (caller === undefined) throw new Refused("unauthenticated");
  return caller;
}
