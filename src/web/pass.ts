// The one-time link and the session it is traded for (REV-2, TRU-20). A token works once, for a few minutes; what it gives
// is a secret that the page keeps for its own origin and sends in a header. No cookie: browsers send those to every port
// of a host, so any other server on this machine would be handed the session.
import { createHash, timingSafeEqual } from "node:crypto";

/** As the wording says. */
const LINK_MINUTES = 5;
const BYTES = 32;

export type Exchanged =
  | { readonly kind: "session"; readonly secret: string }
  | { readonly kind: "wrong" | "expired" | "used-twice" };

export interface Pass {
  /** A new token; the one before is dead. A session goes on until the new token is used. */
  renew(now: Date): string;
  exchange(token: string, now: Date): Exchanged;
  holds(secret: string | undefined): boolean;
}

interface Token {
  readonly digest: Buffer;
  readonly until: number;
}

export function makePass(random: (bytes: number) => Uint8Array): Pass {
  let current: Token | undefined;
  let session: Buffer | undefined;
  const used: Buffer[] = [];
  const fresh = (): string => Buffer.from(random(BYTES)).toString("base64url");
  return {
    renew: (now) => {
      const token = fresh();
      current = { digest: digestOf(token), until: now.getTime() + LINK_MINUTES * 60_000 };
      return token;
    },
    exchange: (token, now) => {
      const given = digestOf(token);
      if (used.some((digest) => timingSafeEqual(digest, given))) {
        // Two have had the same link, and one of them is not the person: neither goes on.
        session = undefined;
        return { kind: "used-twice" };
      }
      if (current === undefined || !timingSafeEqual(current.digest, given)) return { kind: "wrong" };
      const isLate = now.getTime() > current.until;
      current = undefined;
      if (isLate) return { kind: "expired" };
      used.push(given);
      const secret = fresh();
      session = digestOf(secret);
      return { kind: "session", secret };
    },
    holds: (secret) => session !== undefined && secret !== undefined && timingSafeEqual(session, digestOf(secret)),
  };
}

/** Equal lengths, so that comparing takes the same time whatever was given. */
function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
