// holdfast config set presence: a person's switch (SYN-20b); what weakens it takes a typed word (TRU-26). It is kept beside
// the key as well, so that a line less in the configuration takes nothing away; what it does to words that were confirmed
// before is said with the count.
import { hasPasskey, presenceSwitch, requiredSince } from "../compose/presence.ts";
import { readCatalogue } from "../store/catalogue.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import { refuse } from "../text/errors.ts";
import { partyOf } from "../trust/channels.ts";
import type { Ended, Invocation } from "./spec.ts";
import { type Shown, unlessTyped } from "./typed-yes.ts";

/** Before the line is written. */
export async function switchPresence(call: Invocation, value: string): Promise<Ended | undefined> {
  const { bench, out } = call;
  if (partyOf(bench.channel) !== "person") return refuse("needs-person", "presence is a person's switch.");
  const { places } = bench.here;
  if (value === "required" && !hasPasskey(places))
    return refuse("not-found", "No passkey is registered on this machine.", "holdfast review --web --passkey");
  const isWeaker =
    value !== "required" && (bench.here.config.presence === "required" || requiredSince(places) !== undefined);
  const stopped = isWeaker ? await unlessTyped(call, [WEAKER]) : undefined;
  if (stopped !== undefined) return stopped;
  const before = bench.hasStore() ? verifiedIn(bench.looking().stores) : 0;
  presenceSwitch(places, value === "required" ? bench.act.now : undefined);
  const after = bench.hasStore() ? verifiedIn(bench.looking().stores) : 0;
  if (after < before)
    out.line(`${before - after} of ${before} verified are asked for again, with your passkey: holdfast review --web`);
  return undefined;
}

const WEAKER: Shown = {
  title: "Let a yes count here without your passkey:",
  lines: [
    "This device's key alone confirms again; any program of yours can read it.",
    "So do the devices that it approved.",
  ],
  words: ["passkey", "alone", "confirms", "again"],
};

/** Whether what a person wrote here waits for their presence to vouch for it. */
export function isUnvouched(open: OpenStore, id: string | undefined): boolean {
  if (open.devices.circle().presence === undefined) return false;
  return readCatalogue(open.store).memories.find((each) => each.id === id)?.tier === "unattested";
}

export const UNVOUCHED = "       Not verified until your passkey or FIDO2 key vouches for it: holdfast review --web";

function verifiedIn(stores: OpenStores): number {
  return stores.flatMap(({ store }) => readCatalogue(store).memories).filter(({ tier }) => tier === "verified").length;
}
