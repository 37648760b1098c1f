// What the command line plugs in for a person's presence (SYN-20b).
import type { Places } from "../disk/places.ts";
import type { PresenceSeen } from "../health/surroundings.ts";
import { type Kept, keep, parseKept, readKept } from "../people/io/passkey.ts";

export function hasPasskey({ data }: Places): boolean {
  return readKept(data).passkey !== undefined;
}

/** Since when it is required, as kept beside the key; undefined where it is not. */
export function requiredSince({ data }: Places): string | undefined {
  return readKept(data).required;
}

export function presenceSwitch(places: Places, since: Date | undefined): void {
  const { required: _, ...rest } = readKept(places.data);
  keepBoth(places, since === undefined ? rest : { ...rest, required: since.toISOString() });
}

/** The switch is noted in the state folder too: doctor tells by it that somebody took the other two away. */
function keepBoth({ data, state }: Places, kept: Kept): void {
  keep(data, kept);
  keep(state, kept.required === undefined ? {} : { required: kept.required });
}

/** For doctor. */
export function presenceSeen({ data, state }: Places, isWanted: boolean): PresenceSeen {
  const { passkey, required } = readKept(data);
  return { hasPasskey: passkey !== undefined, required, noted: readKept(state).required, isWanted };
}

/** For a backup; undefined where nothing is kept. */
export function presenceText({ data }: Places): string | undefined {
  const kept = readKept(data);
  return Object.keys(kept).length === 0 ? undefined : JSON.stringify(kept);
}

export function putPresence(places: Places, text: string): void {
  const kept = parseKept(text);
  if (kept !== undefined) keepBoth(places, kept);
}
