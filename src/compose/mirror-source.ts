// Where a machine that lives for an hour has its memories from (HUB-9): a hub, for a token that it was given or that the job's CI
// provider signs; or a snapshot, where there is no network. Of either nothing is taken unless its organisation began with a pinned
// key, and what counts as verified is worked out from there.
import type { Anchor } from "../attest/circle.ts";
import { fingerprintOf } from "../attest/devices.ts";
import { readExportFile } from "../store/io/given-file.ts";
import { keyLineOf, signerOf } from "../store/io/sshsig.ts";
import { type HubAddress, hubAddress } from "../sync/hub/address.ts";
import { areApart, type NamedKey } from "../sync/hub/protocol.ts";
import { namedKeysIn } from "../sync/io/hub/answers.ts";
import { jobToken } from "../sync/io/hub/job-token.ts";
import { exchanged, openTokenSession, type Session } from "../sync/io/hub/session.ts";
import { keptSession } from "../sync/io/hub/snapshot.ts";
import { readSnapshot } from "../sync/io/hub/snapshot-file.ts";
import type { Mirror } from "../sync/mirrors.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { type Organisation, organisationAt } from "./hub.ts";

export interface Wanted {
  /** A hub's address, or a snapshot's file. */
  readonly from: string;
  readonly token: string | undefined;
  /** Who signs a token for this job; asked where none was given. */
  readonly provider: { readonly url: string; readonly bearer: string } | undefined;
  /** SHA256:... of keys that the organisation began with. */
  readonly pins: readonly string[];
}

export interface Source {
  readonly session: Session;
  readonly keys: readonly NamedKey[];
  readonly stores: readonly Omit<Mirror, "url">[];
  /** Of a snapshot: whose word must count in it. Without one there is a hub. */
  readonly signer?: Anchor;
}

export async function sourceOf(wanted: Wanted, now: Date): Promise<Source | Refusal> {
  const address = hubAddress(wanted.from);
  if (isRefusal(address)) return address;
  if (address === undefined && URL.canParse(wanted.from))
    return refuse(
      "hub",
      `${forTerminalLine(wanted.from, { max: 120 })} is no hub's address.`,
      "holdfast mirror --help",
    );
  const found = address === undefined ? snapshotAt(wanted.from, now) : await hubAt(address, wanted);
  if (isRefusal(found)) return found;
  const { organisation, session, signer } = found;
  const keys = organisation.keys.filter(({ key }) => wanted.pins.includes(fingerprintOf(key)));
  const { mirrorsIn } = await import("./joining.ts");
  const stores = mirrorsIn(organisation.stores, organisation.you);
  const stopped = unlessUsable(organisation, keys.length, stores.length);
  return stopped ?? { session, keys, stores, ...(signer && { signer }) };
}

interface Found {
  readonly session: Session;
  readonly organisation: Organisation;
  readonly signer?: Anchor;
}

async function hubAt(address: HubAddress, wanted: Wanted): Promise<Found | Refusal> {
  const session = await sessionFor(address, wanted);
  if ("code" in session) return session;
  const organisation = await organisationAt(session);
  return isRefusal(organisation) ? organisation : { session, organisation };
}

/** A token of the hub's own, or one of the job's provider, which the hub gives one of its own for. */
async function sessionFor(address: HubAddress, { token, provider }: Wanted): Promise<Session | Refusal> {
  if (token !== undefined && /^hf[mj]_/.test(token)) return openTokenSession(address, token);
  // Of the two a provider alone has another one.
  const next = token === undefined ? provider && (() => jobToken(provider, address)) : () => Promise.resolve(token);
  if (next === undefined) return refuse("usage", "There is no token to ask the hub with.", "holdfast mirror --help");
  const own = await exchanged(address, next);
  return typeof own === "string" ? openTokenSession(address, own) : own;
}

function snapshotAt(path: string, now: Date): Found | Refusal {
  const file = readExportFile(path);
  if (isRefusal(file)) return file;
  const keyOf = (text: string, signature: string): string | undefined => {
    const key = signerOf(text, signature);
    return key && keyLineOf(key);
  };
  const read = readSnapshot(file, { now, signerOf: keyOf, keysIn: namedKeysIn });
  const shown = forTerminalLine(path, { max: 120 });
  const again = "On a member's machine: holdfast export snapshot";
  if (read.kind === "no-snapshot") return refuse("unreadable", `${shown} is not taken: ${read.why}.`, again);
  const { hub, organisation, store, keys, device, key } = read.about;
  const address = hubAddress(hub);
  if (address === undefined || isRefusal(address))
    return refuse("unreadable", `${shown} is not taken: it names no hub.`, again);
  return {
    session: keptSession(address, store, read.pages),
    organisation: {
      name: organisation,
      you: "",
      keys: keys.map((each) => ({ ...each, name: "" })),
      stores: [{ store, role: "reader" }],
    },
    signer: { device, key },
  };
}

function unlessUsable({ name, keys }: Organisation, pinned: number, stores: number): Refusal | undefined {
  const shown = forTerminalLine(name, { max: 60 });
  if (stores === 0) return refuse("hub", `There is no store of ${shown} here that a machine can mirror.`);
  if (!areApart(keys))
    return refuse("hub-changed", `The hub names one device of ${shown}, or one key, twice. Nothing was taken.`);
  if (pinned > 0) return undefined;
  const named = keys.map(({ key }) => `It names ${fingerprintOf(key)}.`);
  const message = `The keys that are named for ${shown} are none of those that are pinned. Nothing was taken.`;
  return refuse(
    "hub-changed",
    message,
    "Compare with the fingerprint that a member was shown by `holdfast join`.",
    named,
  );
}

/** By what the file itself says of devices, from the pinned keys on. */
export function uncounted({ device }: Anchor): Refusal {
  const message = `The device ${device} made this snapshot, and its word does not count in that organisation. Nothing was taken.`;
  return refuse("hub-changed", message, "On the machine of a member whose word counts: holdfast export snapshot");
}
