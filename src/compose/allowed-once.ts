// What a person lets through once (RUL-5): said at their terminal, signed by this device, told in the ledger; asked by the hook
// where a rule would stop something. A file that is not signed, or not with this device's key, lets nothing through.
import type { Places } from "../disk/places.ts";
import { keepOnce, keptOnce } from "../rules/io/once.ts";
import { letsThrough, onceFor, onceText, readOnce, type Stopped } from "../rules/once.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { isSaidBy, type Keys } from "../store/io/statements.ts";
import type { MemoryStore, Scope } from "../store/memory-store.ts";
import { type Refusal, refuse, unlessFault } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { sourceOf } from "../trust/channels.ts";
import { keysIn } from "./devices.ts";
import type { Whereabouts } from "./here.ts";

interface Reading {
  readonly places: Places;
  readonly keys: Keys;
  readonly stores: readonly MemoryStore[];
}

/** What can't be read lets nothing through. */
export function isAllowed({ places, keys, stores }: Reading, stopped: Stopped, scope: Scope, now: Date): boolean {
  const allowed = (): boolean => {
    const kept = keptOnce(places.state, stopped);
    const once = kept === undefined ? undefined : readOnce(kept.text);
    const info = stores.find((store) => store.info.scope === scope)?.info;
    if (kept === undefined || once === undefined || info === undefined || !letsThrough(once, stopped, now))
      return false;
    const { own, circle } = keysIn(places, keys)(info);
    return once.device === own?.device && isSaidBy(once.device, kept.text, kept.signature, { circle });
  };
  return unlessFault(allowed, () => false);
}

/** Signed and in the ledger before it counts. */
export async function allowOnce(
  here: Whereabouts,
  { store, ledger }: OpenStore,
  stopped: Stopped,
  act: Act,
): Promise<Refusal | undefined> {
  const refused = forbidden("allow", act.channel);
  if (refused !== undefined) return refused;
  const { places } = here;
  const { own, circle, sign } = keysIn(places, here.writer.keys)(store.info);
  if (own === undefined || sign === undefined)
    return refuse("needs-person", "This machine can't sign for you.", "holdfast doctor");
  const text = onceText(onceFor(stopped, own.device, act.now));
  const signature = sign(text);
  if (!isSaidBy(own.device, text, signature, { circle }))
    return refuse(
      "needs-person",
      "presence is required: this device's key alone lets nothing through.",
      "Run the command yourself, or retire the rule: holdfast review --web",
    );
  return store.withLock(() => {
    const who = { actor: sourceOf(act.channel), channel: act.channel } as const;
    const event = {
      ...who,
      action: "allow",
      id: stopped.id,
      from: "verified",
      to: "verified",
      reason: "asked",
    } as const;
    ledger.append(event, act.now, text);
    keepOnce(places.state, stopped, { text, signature }, act.now);
    return undefined;
  });
}
