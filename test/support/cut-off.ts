// A sync of this process that ends where a kill would end it: at a step that is drawn beforehand an error stands in the place of
// an answer, nothing is caught and nothing is tidied but what unwinds. What it did so far stands; whoever runs it again goes on.
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import type { Carrier } from "../../src/sync/carrier.ts";
import type { SyncPorts } from "../../src/sync/ports.ts";
import { below, type Chance } from "./acts.ts";

class Cut extends Error {}

/** For a catch: undefined after a cut. */
export function cutOff(error: unknown): undefined {
  if (!(error instanceof Cut)) throw error;
}

export interface Shears {
  readonly counted: { cuts: number };
  /** A new sync: whether it is cut, and where, is drawn. */
  begins(): void;
  readonly ports: (ports: SyncPorts) => SyncPorts;
  readonly git: (git: GitRepository) => GitRepository;
  readonly carrier: (carrier: Carrier) => Carrier;
}

const HOW_OFTEN = 0.15;
/** Of a sync with something to join. */
const STEPS = 40;
/** What changes nothing, or is called to end. */
const HARMLESS: ReadonlySet<string | symbol> = new Set(["rest", "address", "hub", "reachedMs"]);

export function shears(next: Chance): Shears {
  const counted = { cuts: 0 };
  let left = Number.POSITIVE_INFINITY;
  const step = (): void => {
    if (--left > 0) return;
    left = Number.POSITIVE_INFINITY;
    counted.cuts++;
    throw new Cut("cut off");
  };
  const through = <T extends object>(real: T): T =>
    new Proxy(real, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (HARMLESS.has(name)) return member.bind(target);
        return async (...given: readonly unknown[]) => {
          step();
          const done: unknown = await (member as (...all: readonly unknown[]) => unknown).apply(target, [...given]);
          step();
          return done;
        };
      },
    });
  return {
    counted,
    begins: () => {
      left = next() < HOW_OFTEN ? 1 + below(STEPS, next) : Number.POSITIVE_INFINITY;
    },
    ports: (ports) => ({ ...ports, git: through(ports.git) }),
    git: through,
    carrier: through,
  };
}
