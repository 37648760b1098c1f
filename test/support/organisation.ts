// An organisation's store on machines of several people (HUB-2, HUB-10): each has a mirror of their own, and a hub is what copies
// files from one to another.
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Anchor } from "../../src/attest/circle.ts";
import { recordName } from "../../src/attest/devices.ts";
import { canonicalPolicy, type PolicyStatement } from "../../src/attest/policy.ts";
import { type MirrorAt, mirrorsAt } from "../../src/compose/mirrors.ts";
import { declarePolicy, notePolicies, planPolicy } from "../../src/compose/policies.ts";
import { openStoreWith } from "../../src/compose/stores.ts";
import type { Places } from "../../src/disk/places.ts";
import type { Act, OpenStore, Role } from "../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { isRefusal } from "../../src/text/errors.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { CHECKS } from "./acts.ts";
import { writeMirrors } from "./mirror-list.ts";
import { placesOf } from "./store-box.ts";

export const HUB_URL = "https://hub.example.org/acme";
export const ORG_STORE = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF";

export interface Member {
  /** A box of their own, as `runHook` takes it. */
  readonly base: string;
  readonly places: Places;
  readonly at: () => MirrorAt;
  readonly own: Anchor;
  readonly root: string;
  open(): OpenStore;
  act(channel?: Channel): Act;
}

export function memberIn(folder: string, name: string, role: Role): Member {
  const base = join(folder, name);
  const places = placesOf(base);
  mkdirSync(places.data, { recursive: true, mode: 0o700 });
  const device = deviceOf(places.data, name);
  const keys = deviceKeys(places.data);
  writeMirrors(places.data, HUB_URL, [{ store: "org", role, you: name }]);
  const at = (): MirrorAt => {
    const [found] = mirrorsAt(places);
    if (found === undefined) throw new Error("there is a mirror");
    return found;
  };
  const { root } = at();
  mkdirSync(root, { recursive: true, mode: 0o700 });
  initStore(root, { scope: "org", storeId: ORG_STORE });
  const now = (): Date => new Date();
  const mirrored = { name: "acme/org", role, you: name };
  const about = { root, scope: "org", lock: "auto", device: device.id, keys, now, mirrored } as const;
  const { own } = keys;
  if (own === undefined) throw new Error("a device has a key");
  let n = name.charCodeAt(0);
  const random = (bytes: number): Uint8Array =>
    Uint8Array.from({ length: bytes }, () => {
      n = (n * 31 + 7) % 256;
      return n;
    });
  return {
    base,
    places,
    at,
    own,
    root,
    open: () => openStoreWith(places, about),
    act: (channel = "terminal") => ({ channel, now: now(), random, device, checks: CHECKS }),
  };
}

/** As who joins does: with this key the organisation began. */
export function pin(who: Member, whom: Member): void {
  who.open().devices.trust({ ...whom.own, name: "Acme", at: new Date().toISOString(), first: true });
}

export async function declare(who: Member, key: string, value: string): Promise<void> {
  const plan = planPolicy(who.open(), key, value, who.act());
  if (isRefusal(plan)) throw new Error(plan.message);
  const refused = await declarePolicy(plan, who.at(), who.places.data, who.act());
  if (refused !== undefined) throw new Error(refused.message);
}

/** What a hub carries, and what the other machine makes of it. */
export function carry(from: Member, to: Member, folders: readonly string[] = ["devices"]): void {
  for (const folder of folders)
    if (existsSync(join(from.root, folder)))
      cpSync(join(from.root, folder), join(to.root, folder), { recursive: true });
  notePolicies(to.places.data, to.at(), to.open());
}

/** Signed as that device signs, by a program that asks nobody. */
export function signedBy(who: Member, said: Partial<PolicyStatement>, by: string = who.own.device): string {
  const whole = {
    kind: "policy",
    version: 1,
    store: ORG_STORE,
    number: 1,
    date: "2026-05-01",
    by,
    settings: {},
  } as const;
  const text = canonicalPolicy({ ...whole, ...said });
  return `${JSON.stringify({ statement: text, signature: deviceKeys(who.places.data).sign?.(text) })}\n`;
}

export function put(on: Member, file: string): void {
  const { statement, signature } = JSON.parse(file) as { readonly statement: string; readonly signature: string };
  const folder = join(on.root, "devices");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, recordName({ text: statement, signature })), file, { mode: 0o600 });
  notePolicies(on.places.data, on.at(), on.open());
}
