// The keys that an organisation began with, as a person compared them (HUB-2). One that it began with before, and that the person was
// not shown by now, was replaced: it may be stolen, and counts in none of the organisation's stores from then on.
import { nameOf } from "../disk/paths.ts";
import { openTrustedSigners, type TrustedSigners } from "../people/io/known-signers.ts";
import type { Trusted } from "../store/records.ts";
import type { NamedKey } from "../sync/hub/protocol.ts";
import { secondOf } from "../trust/transitions.ts";
import type { Whereabouts } from "./here.ts";
import { type MirrorAt, mirrorsOf } from "./mirrors.ts";

type Keys = readonly Pick<NamedKey, "device" | "key">[];

/** Pinned there, and none of these: for a person, who is about to compare them. */
export function pinnedNoMore(here: Whereabouts, url: string, keys: Keys): readonly Trusted[] {
  const signers = openTrustedSigners(here.places.data, here.reader.keys);
  const lists = mirrorsOf(here, url).flatMap((at) => listsOf(signers, at));
  const gone = lists.flatMap((list) => replacedIn(signers, list, keys));
  return [...new Map(gone.map((each) => [`${each.device} ${each.key}`, each])).values()];
}

/** Whom the person trusts there by themselves stays. By device, as everywhere: pin what was compared after it. */
export function unpin(here: Whereabouts, at: MirrorAt, keys: Keys): void {
  const signers = openTrustedSigners(here.places.data, here.writer.keys);
  for (const list of listsOf(signers, at))
    for (const device of new Set(replacedIn(signers, list, keys).map((each) => each.device)))
      signers.remove(list, device);
}

/** In a store that was joined before and is opened for nobody: who was revoked there is heard by the same keys. */
export function pinAgain(here: Whereabouts, at: MirrorAt, keys: readonly NamedKey[], now: Date): void {
  unpin(here, at, keys);
  const signers = openTrustedSigners(here.places.data, here.writer.keys);
  for (const list of listsOf(signers, at))
    for (const { device, key, name } of keys) signers.add(list, { device, key, name, at: secondOf(now), first: true });
}

function replacedIn(signers: TrustedSigners, list: string, keys: Keys): readonly Trusted[] {
  const isNamed = (each: Trusted): boolean =>
    keys.some(({ device, key }) => each.device === device && each.key === key);
  return signers.of(list).filter((each) => each.first === true && !isNamed(each));
}

/** Under each id that the mirror's store had. */
function listsOf(signers: TrustedSigners, { root }: MirrorAt): readonly string[] {
  return signers.stores().filter((name) => name.endsWith(` ${nameOf(root)}`));
}
