// What a store whose carrier is a hub plugs in. Loaded for such a store alone, and never by a hook.
import type { GitRepository } from "../disk/git/carrier.ts";
import type { Places } from "../disk/places.ts";
import { deviceKeys, deviceOf } from "../store/io/device-key.ts";
import type { Carrier } from "../sync/carrier.ts";
import { type HubAddress, hubAddress } from "../sync/hub/address.ts";
import { hubCarrier } from "../sync/io/hub/carrier.ts";
import { type HubRecord, newRecord, openHubRecord } from "../sync/io/hub/record.ts";
import { type HubKey, openSession, type Session } from "../sync/io/hub/session.ts";
import { asker, BUDGET_MS, isHub, signIn } from "../sync/io/hub/sign-in.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";

/** The device's own key, whatever signs for the person: a run that nobody watches must be able to ask. */
function keyOf({ data }: Places): HubKey {
  const { own, sign } = deviceKeys(data);
  if (own === undefined || sign === undefined) throw new Error("A device has a key.");
  return { device: deviceOf(data).id, key: own.key, sign };
}

export function openHub(url: string, git: GitRepository, places: Places, now: Date): Carrier | Refusal {
  const address = hubAddress(url);
  if (address === undefined) return refuse("hub", `${url} is no hub's address.`, "holdfast sync --setup URL");
  if (isRefusal(address)) return address;
  const session = openSession(address, keyOf(places));
  const begin = (budgetMs: number): Promise<HubRecord | Refusal> => beginning(session, budgetMs);
  return hubCarrier({ git, session, records: openHubRecord(places.state, address), begin, now: () => now });
}

async function beginning(session: Session, budgetMs: number): Promise<HubRecord | Refusal> {
  const found = await asker(session, budgetMs);
  if (isRefusal(found)) return found;
  const { url } = session.address;
  return found.personal === undefined
    ? refuse("hub", "This hub has no store of your own for this device.", `holdfast sync --setup ${url}`)
    : newRecord(url, found.personal);
}

export interface HubSetup {
  readonly address: HubAddress;
  /** This device speaks for its person there; `show`: what the person has to open and type. */
  enter(show: (asked: { readonly address: string; readonly code: string }) => void): Promise<Refusal | undefined>;
  /** A person takes the hub as it is now: what was seen of it before is not held against it. */
  accept(): void;
}

/** Undefined: no hub answers there, so it is a git remote's address. */
export async function hubAt(url: string, places: Places): Promise<HubSetup | undefined> {
  const address = hubAddress(url);
  if (address === undefined || isRefusal(address)) return undefined;
  const key = keyOf(places);
  const session = openSession(address, key);
  if (!(await isHub(session))) return undefined;
  return {
    address,
    enter: async (show) => {
      const known = await session.isKnown(BUDGET_MS);
      if (isRefusal(known)) return known;
      const failed = known ? undefined : await signIn(session, key, show);
      const begun = failed ?? (await beginning(session, BUDGET_MS));
      return isRefusal(begun) ? begun : undefined;
    },
    accept: () => openHubRecord(places.state, address).drop(),
  };
}
