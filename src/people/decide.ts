// A person's decisions about signers: whom to believe on this machine, whom to approve in the shared store, and how this
// device is called there (SYN-31). All of them are a person's; write permission is asked for here and by the port.
import { deviceName } from "../attest/devices.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { joinShared, say, sayApproved } from "../store/device-records.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { secondOf } from "../trust/transitions.ts";
import type { Signer, Survey } from "./survey.ts";

export interface Decided {
  readonly kind: "decided";
}

const DECIDED: Decided = { kind: "decided" };

/** By id or its beginning, by fingerprint, or by name. */
export function signerNamed({ signers }: Survey, word: string): Signer | Refusal {
  const found = signers.filter(
    ({ device, fingerprint, name }) =>
      (word.length >= 4 && device.startsWith(word)) || fingerprint === word || (name !== "" && name === word),
  );
  const [only] = found;
  if (only === undefined) return refuse("not-found", `No signer here is called "${word}".`, "holdfast trust --list");
  if (found.length === 1) return only;
  const details = found.map(({ device, fingerprint }) => `${device}  ${fingerprint}`);
  return refuse(
    "ambiguous",
    `"${word}" names ${found.length} signers.`,
    "Name one by its SHA256: fingerprint.",
    details,
  );
}

/** On this machine only. */
export function believe({ devices }: OpenStore, { device, key, name }: Signer, act: Act): Decided | Refusal {
  const refused = forbidden("trust", act.channel);
  if (refused !== undefined) return refused;
  devices.trust({ device, key, name, at: secondOf(act.now) });
  return DECIDED;
}

/** Its own word always counts here. */
export function unlessOwn({ devices }: OpenStore, { device }: Signer): Refusal | undefined {
  if (devices.own?.device !== device) return undefined;
  return refuse("usage", "That is this device: its own word always counts here.", "holdfast trust --list");
}

/** Whether others may count this device's word: it is named in the store. */
export function speaksForTeam({ devices }: OpenStore): boolean {
  return devices.records().some(({ statement: { action, store, device, key }, signedWith }) => {
    const isOwn = device === devices.own?.device && key === devices.own.key && signedWith === key;
    return isOwn && action === "join" && store === devices.store;
  });
}

/** `excluded`: others approved it, so it is left out by name. What it signed until then goes out of force with it. */
export function disbelieve(
  open: OpenStore,
  signer: Signer,
  act: Act,
): { readonly kind: "disbelieved"; readonly was: boolean; readonly excluded: boolean } | Refusal {
  const refused = forbidden("trust", act.channel) ?? unlessOwn(open, signer);
  if (refused !== undefined) return refused;
  const { devices } = open;
  const { device, key } = signer;
  const was = devices.distrust(device);
  const excluded = devices.circle().keys.get(device)?.has(key) === true;
  if (excluded) devices.exclude(device, secondOf(act.now));
  return { kind: "disbelieved", was, excluded };
}

/** In the store, for everybody who counts this device's word. */
export function approve(open: OpenStore, signer: Signer, act: Act): Decided | Refusal {
  if (signer.standing === "revoked")
    return refuse("not-allowed", `${signer.device} was revoked, and stays so.`, "Its owner takes a new key.");
  const said = sayInStore(open, signer, "approve", act);
  return said.kind === "decided" && signer.standing === "excluded" ? believe(open, signer, act) : said;
}

/** As above, a founder too: what is in this store of it by now stays, and nothing that comes later counts. */
export function revokeFor(open: OpenStore, signer: Signer, act: Act): Decided | Refusal {
  return sayInStore(open, signer, "revoke", act);
}

function sayInStore(open: OpenStore, signer: Signer, action: "approve" | "revoke", act: Act): Decided | Refusal {
  const refused = forbidden("trust", act.channel);
  if (refused !== undefined) return refused;
  const { devices } = open;
  if (devices.own === undefined || devices.own.device === signer.device)
    return refuse("usage", "This is said of another's device.", "holdfast trust --list");
  joinShared(open, act);
  // Nobody's name is said for them in a shared store (STO-1a).
  if (action === "approve") sayApproved(devices, signer, "", act);
  else say(devices, action, signer, "", act);
  return DECIDED;
}

export function callMe(
  open: OpenStore,
  text: string,
  act: Act,
): { readonly kind: "named"; readonly name: string } | Refusal {
  const refused = forbidden("trust", act.channel);
  if (refused !== undefined) return refused;
  const name = deviceName(text);
  const { own } = open.devices;
  if (name === undefined || name === "" || own === undefined)
    return refuse("usage", "A name has up to 40 letters, digits, blanks, dots, dashes.", 'holdfast trust --name "Ann"');
  say(open.devices, "join", own, name, act);
  return { kind: "named", name };
}
