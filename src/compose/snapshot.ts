// Makes a snapshot of an organisation's store for machines without a network (HUB-9): from the hub, along its whole history, which must
// be the one that this machine has followed; signed by this device, whose word must count there or nobody could take it.
import type { OpenStore } from "../store/context.ts";
import { acceptCommand, brokenWords } from "../sync/hub/broken.ts";
import { EMPTY_HEAD } from "../sync/hub/protocol.ts";
import { nameOf } from "../sync/io/hub/ask.ts";
import { openHubRecord } from "../sync/io/hub/record.ts";
import { keptPages } from "../sync/io/hub/snapshot.ts";
import { DAY_MS, LONGEST_DAYS, snapshotText, USUAL_DAYS } from "../sync/io/hub/snapshot-file.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import type { Whereabouts } from "./here.ts";
import { organisationAt, sessionAt } from "./hub.ts";
import { mirrorsAt } from "./mirrors.ts";

export { LONGEST_DAYS, USUAL_DAYS };

const BUDGET_MS = 120_000;

export interface Snapshot {
  readonly kind: "snapshot";
  /** Of the store, with its organisation in front. */
  readonly name: string;
  readonly files: number;
  readonly ends: string;
  readonly text: string;
}

export async function makeSnapshot(
  { places, writer }: Whereabouts,
  open: OpenStore,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<Snapshot | Refusal> {
  const at = mirrorsAt(places).find(({ root }) => root === open.store.info.root);
  if (at === undefined) throw new Error("An organisation's store has a mirror.");
  const { url, store } = at.mirror;
  const session = sessionAt(url, places);
  if ("code" in session) return session;
  const organisation = await organisationAt(session);
  if (isRefusal(organisation)) return organisation;
  const seen = openHubRecord(places.state, session.address, store).read()?.seen ?? EMPTY_HEAD;
  const kept = await keptPages(session, { store, seen }, BUDGET_MS);
  if ("code" in kept) return kept;
  if ("how" in kept) {
    const message = `${nameOf(session.address)} can't be followed: ${brokenWords(kept)}. Nothing was written.`;
    return refuse("hub-changed", message, "holdfast log --verify", [`If you know why: ${acceptCommand(url, true)}`]);
  }
  const { own, sign } = writer.keys;
  if (own === undefined || sign === undefined) throw new Error("Who writes has a key.");
  const { keys, name } = organisation;
  const { countsThere } = await import("./joining.ts");
  const isFirst = keys.some(({ device, key }) => device === own.device && key === own.key);
  if (!isFirst && !countsThere(open, own)) {
    const message = `This device's word does not count in ${at.mirrored.name} yet, so nobody could take its snapshot.`;
    return refuse("hub", message, `A signer there: holdfast trust --in ${at.mirrored.name} --add ${own.device}`);
  }
  const ends = new Date(now.getTime() + days * DAY_MS).toISOString();
  const { device, key } = own;
  const about = { hub: url, organisation: name, store, keys, at: now.toISOString(), ends, device, key };
  const files = [...kept.pulled.files.values()].filter((bytes) => bytes !== undefined).length;
  return { kind: "snapshot", name: at.mirrored.name, files, ends, text: snapshotText(about, kept.pages, sign) };
}
