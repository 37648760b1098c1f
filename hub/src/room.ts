// Room for what is large (HUB-4, HUB-12): so much of one caller, of one tenant and of all is in the process at once, whatever keeps it there.
// Whoever finds none is told to come again, and has nothing read or kept for them.
import type { FastifyReply, FastifyRequest } from "fastify";
import { tenantOf } from "./hub.ts";
import { Refused } from "./problems.ts";
import { type Caller, isMember } from "./roles.ts";
import { turnsOf } from "./turns.ts";

export interface Most {
  readonly caller: number;
  readonly tenant: number;
  readonly all: number;
}

type Asked = Pick<FastifyRequest, "raw" | "params">;

export interface Room {
  /** Until the answer is out or the connection is gone, and what is done for it (`during`) has ended. */
  take(request: Asked, reply: Pick<FastifyReply, "raw">, caller: Caller): Promise<void>;
  /** Whoever goes away meanwhile leaves the work behind, and what it holds. */
  during<T>(request: Asked, work: Promise<T>): Promise<T>;
}

export function roomFor(most: Most): Room {
  const [caller, tenant, all] = [turnsOf(most.caller, 0), turnsOf(most.tenant, 0), turnsOf(most.all, 0)];
  const working = new WeakMap<Asked, Promise<unknown>>();
  return {
    take: async (request, reply, who) => {
      const name = tenantOf(request);
      const gone = whenGone(request, reply);
      const over = gone.then(() => working.get(request)).catch(() => undefined);
      await new Promise<void>((resolve, reject) => {
        const held = (): Promise<unknown> => {
          resolve();
          return over;
        };
        const ofTenant = (): Promise<unknown> => tenant(name, () => all("all", held, full), full);
        caller(`${name} ${callerIn(who)}`, ofTenant, full).catch(reject);
      });
    },
    during: (request, work) => {
      working.set(request, work);
      return work;
    },
  };
}

/** Instead of waiting. */
async function full(): Promise<never> {
  throw new Refused("unavailable");
}

/** A member is one on all of their devices. */
function callerIn(caller: Caller): string {
  return isMember(caller) ? `member ${caller.id}` : `${caller.kind} ${caller.id}`;
}

/**
 * The end of an answer that stands behind another is told by the newest Node alone where the connection breaks, and a connection outlives
 * its answers: whichever comes first. It may have been gone before anybody asked.
 */
function whenGone({ raw: { socket } }: Asked, { raw }: Pick<FastifyReply, "raw">): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const gone = (): void => {
      raw.off("close", gone);
      socket.off("close", gone);
      resolve();
    };
    raw.once("close", gone);
    socket.once("close", gone);
  });
}
