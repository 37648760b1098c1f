// What a store whose carrier is a hub plugs in. Loaded for such a store alone, and never by a hook.
import type { GitRepository } from "../disk/git/carrier.ts";
import type { Places } from "../disk/places.ts";
import { deviceKeys, deviceOf } from "../store/io/device-key.ts";
import type { Carrier } from "../sync/carrier.ts";
import { type HubAddress, hubAddress } from "../sync/hub/address.ts";
import type { NamedKey, StoreThere } from "../sync/hub/protocol.ts";
import { hubCarrier } from "../sync/io/hub/carrier.ts";
import { type HubRecord, newRecord, openHubRecord } from "../sync/io/hub/record.ts";
import { type HubKey, openSession, type Session } from "../sync/io/hub/session.ts";
import { asker, BUDGET_MS, isHub, type SignInWays, signIn, storesThere } from "../sync/io/hub/sign-in.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";

/** The device's own key, whatever signs for the person: a run that nobody watches must be able to ask. */
function keyOf({ data }: Places): HubKey {
  const { own, sign } = deviceKeys(data);
  if (own === undefined || sign === undefined) throw new Error("A device has a key.");
  return { device: deviceOf(data).id, key: own.key, sign };
}

export function openHub(url: string, git: GitRepository, places: Places, now: Date): Carrier | Refusal {
  const session = sessionAt(url, places, false);
  if ("code" in session) return session;
  const { address } = session;
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

export interface Organisation {
  readonly name: string;
  /** What the person is called there. */
  readonly you: string;
  readonly keys: readonly NamedKey[];
  readonly stores: readonly StoreThere[];
}

export async function organisationAt(session: Session): Promise<Organisation | Refusal> {
  const found = await asker(session, BUDGET_MS);
  if (isRefusal(found)) return found;
  const stores = await storesThere(session, BUDGET_MS);
  return isRefusal(stores) ? stores : { name: found.organisation, you: found.name, keys: found.keys, stores };
}

/** As this device. For an organisation's stores, or for one's own. */
export function sessionAt(url: string, places: Places, isMirror = true): Session | Refusal {
  const address = hubAddress(url);
  if (address === undefined)
    return refuse("hub", `${url} is no hub's address.`, "holdfast join https://host/organisation");
  return isRefusal(address) ? address : openSession(address, keyOf(places), isMirror);
}

export interface HubSetup {
  readonly address: HubAddress;
  readonly session: Session;
  /** This device speaks for its person there. */
  enter(ways: SignInWays): Promise<Refusal | undefined>;
  /** What the organisation is, and which of its stores this person may read. */
  organisation(): Promise<Organisation | Refusal>;
  /** A person takes the hub as it is now: what was seen of it before is not held against it. */
  accept(): void;
}

/** Undefined: no hub answers there, so it is a git remote's address. */
export async function hubAt(url: string, places: Places, isMirror: boolean): Promise<HubSetup | undefined> {
  const address = hubAddress(url);
  if (address === undefined || isRefusal(address)) return undefined;
  const key = keyOf(places);
  const session = openSession(address, key, isMirror);
  if (!(await isHub(session))) return undefined;
  return {
    address,
    session,
    enter: async (ways) => {
      const known = await session.isKnown(BUDGET_MS);
      if (isRefusal(known)) return known;
      const failed = known ? undefined : await signIn(session, key, ways);
      const begun = failed ?? (await beginning(session, BUDGET_MS));
      return isRefusal(begun) ? begun : undefined;
    },
    organisation: () => organisationAt(session),
    accept: () => openHubRecord(places.state, address).drop(),
  };
}
