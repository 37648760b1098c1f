// The person's passkey on the page (SYN-20b): registering one, and asking for it before a decision that vouches for something.
// What it signs is the digest of exactly the statements that would be written; the decision waits for the answer, and the
// pipeline sees under its lock that they are still the same. A next decision drops the one that waits.
import { challengeFor, type Passkey, type Presence } from "../attest/presence.ts";
import type { DecidedPlan } from "../review/decide.ts";
import type { Act } from "../store/context.ts";
import { vouchedBy } from "../store/write.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import type { Touch } from "./wire.ts";
import { TEXT } from "./wording.ts";

/** What is kept of it on this machine. */
export interface Passkeys {
  read(): Passkey | undefined;
  keep(passkey: Passkey): void;
}

export interface Checked {
  readonly id: string;
  readonly key: string;
  readonly cose: string;
  readonly counter: number;
}

/** The library's part. Undefined: the browser's answer does not hold. */
export interface Verifying {
  registered(response: string, asked: Asked): Promise<Checked | undefined>;
  asserted(response: string, asked: Asked, passkey: Passkey): Promise<Asserted | undefined>;
}

export interface Asked {
  readonly challenge: string;
  readonly origin: string;
}

export type Asserted = Omit<Presence, "covers"> & { readonly counter: number };

export interface PagePresence {
  /** Asked for by the person who started the page, until one is registered. */
  readonly mayRegister: boolean;
  challenge(): string;
  register(response: string, now: Date): Promise<Refusal | undefined>;
  /** Undefined where no passkey is registered. */
  begin(): Waiting | undefined;
  /** The decision that waits, with its answer. */
  answer(response: string): Promise<Waiting | undefined>;
}

export interface Waiting {
  readonly touch: Promise<Touch>;
  isWanted(planned: DecidedPlan, act: Act): Promise<boolean | Presence | Refusal>;
}

interface Pending {
  readonly waiting: Waiting;
  readonly covers: readonly string[];
  settle(answer: Presence | Refusal | false): void;
}

interface PresencePorts {
  readonly origin: string;
  readonly passkeys: Passkeys;
  readonly verifying: Verifying;
  readonly mayRegister: boolean;
  random(bytes: number): Uint8Array;
}

export function makePresence({ origin, passkeys, verifying, mayRegister, random }: PresencePorts): PagePresence {
  let wanted = mayRegister;
  let challenge: string | undefined;
  let pending: Pending | undefined;

  const begin = (): Waiting | undefined => {
    pending?.settle(false);
    pending = undefined;
    const passkey = passkeys.read();
    if (passkey === undefined) return undefined;
    let ask: (touch: Touch) => void = () => undefined;
    const touch = new Promise<Touch>((resolve) => {
      ask = resolve;
    });
    const waiting: Waiting = {
      touch,
      isWanted: async (planned, act) => {
        const covers = vouchedBy(planned.open, planned.plan, act);
        if (isRefusal(covers)) return covers;
        if (covers.length === 0) return true;
        return new Promise((resolve) => {
          pending = { waiting, covers, settle: resolve };
          ask({ challenge: challengeFor(covers), credential: passkey.id });
        });
      },
    };
    return waiting;
  };

  /** The count and the origin are kept before the answer counts for anything. */
  const presenceOf = async (response: string, covers: readonly string[]): Promise<Presence | Refusal> => {
    const passkey = passkeys.read();
    const asked = { challenge: challengeFor(covers), origin };
    const found = passkey && (await verifying.asserted(response, asked, passkey));
    if (passkey === undefined || found === undefined) return refuse("needs-person", TEXT.notSigned);
    const { counter, ...assertion } = found;
    passkeys.keep({ ...passkey, counter, origins: [...new Set([...passkey.origins, origin])] });
    return { ...assertion, covers };
  };

  return {
    get mayRegister() {
      return wanted;
    },
    challenge: () => {
      challenge = Buffer.from(random(32)).toString("base64url");
      return challenge;
    },
    register: async (response, now) => {
      const asked = challenge;
      challenge = undefined;
      const found =
        wanted && asked !== undefined && (await verifying.registered(response, { challenge: asked, origin }));
      if (!found) return refuse("needs-person", TEXT.notRegistered);
      passkeys.keep({ ...found, origins: [origin], at: now.toISOString() });
      wanted = false;
      return undefined;
    },
    begin,
    answer: async (response) => {
      const asked = pending;
      pending = undefined;
      if (asked === undefined) return undefined;
      asked.settle(await presenceOf(response, asked.covers));
      return asked.waiting;
    },
  };
}
