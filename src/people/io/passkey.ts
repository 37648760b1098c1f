// The passkey of this machine and whether presence is required (SYN-20b): presence.json beside the device key, 0600, ours, no
// link. It never travels. One passkey: another one in its place makes all that was confirmed with it unattested, which shows.
// A file that can't be read as a whole is a fault: nothing is believed in its place.
import { createPublicKey, verify } from "node:crypto";
import type { RequiredPresence } from "../../attest/circle.ts";
import { isPresent, type Passkey, type Verify } from "../../attest/presence.ts";
import type { Directory } from "../../disk/directory.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, keepJson, parseJson } from "../../disk/json-file.ts";
import { mustReadPrivate } from "../../disk/read-file.ts";
import { Fault } from "../../text/errors.ts";
import { PRESENCE_FILE } from "./presence-file.ts";

const LARGEST = 1024 * 1024;

export interface Kept {
  readonly passkey?: Passkey;
  /** Since when; kept here too, so that a line less in the configuration takes nothing away. */
  readonly required?: string;
}

export function readKept(dataDir: string): Kept {
  return orFault("Reading your passkey", () => inFolderIfThere(dataDir, [], keptIn)) ?? {};
}

/** Nothing to keep: no file, for an empty one would be a damaged one. */
export function keep(dataDir: string, kept: Kept): void {
  orFault("Keeping your passkey", () =>
    inFolder(dataDir, [], (folder) => {
      if (Object.keys(kept).length > 0) keepJson(folder, PRESENCE_FILE, kept);
      else removeFile(folder, PRESENCE_FILE);
    }),
  );
}

/** Undefined where it is not required. Without a passkey that counts, nothing is given. */
export function requiredPresence(dataDir: string, device: string, asked: boolean): RequiredPresence | undefined {
  const { passkey, required } = readKept(dataDir);
  if (!asked && required === undefined) return undefined;
  return { device, isGiven: (text, presence) => passkey !== undefined && isPresent(text, presence, passkey, isSigned) };
}

/** ES256, EdDSA and RS256, which are all that is registered. */
export const isSigned: Verify = (key, bytes, signature) => {
  try {
    const opened = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify(opened.asymmetricKeyType === "ed25519" ? null : "sha256", bytes, opened, signature);
  } catch {
    // No key, or no signature of its kind: it signed nothing.
    return false;
  }
};

function keptIn(folder: Directory): Kept {
  const path = `${folder.path}/${PRESENCE_FILE}`;
  const hint = `Look at: ls -l ${path}`;
  const read = mustReadPrivate(folder, PRESENCE_FILE, LARGEST, { what: path, hint });
  if (read === undefined) return {};
  const kept = parseKept(Buffer.from(read.bytes).toString("utf8"));
  if (kept === undefined) throw new Fault("unreadable", `${path} is damaged.`, "holdfast review --web --passkey");
  return kept;
}

/** Undefined: it says nothing of a passkey, and nothing of what is required. */
export function parseKept(text: string): Kept | undefined {
  const { passkey, required } = fieldsOf(parseJson(text));
  if (![passkey, required].some((part) => part !== undefined)) return undefined;
  return {
    ...(isPasskey(passkey) && { passkey }),
    ...(required !== undefined && { required: String(required) }),
  };
}

function isPasskey(value: unknown): value is Passkey {
  const { id, key, cose, counter, origins, at } = fieldsOf(value);
  const isWhole = [id, key, cose, at].every((text) => typeof text === "string") && Number.isSafeInteger(counter);
  return isWhole && Array.isArray(origins) && origins.every((each) => typeof each === "string");
}
