// This machine's key: made once, kept for its owner alone (STO-4). Its fingerprint is the device id that the
// ledger and `source-machine` carry; the nickname is local and never leaves a personal store (STO-1a).

import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { hostname } from "node:os";
import type { Anchor } from "../../attest/circle.ts";
import type { Directory } from "../../disk/directory.ts";
import { createFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { mustReadPrivate } from "../../disk/read-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault } from "../../text/errors.ts";
import type { Device } from "../context.ts";
import { publicBytes, signText, sshKeyLine } from "./sshsig.ts";
import { type Keys, ownCircle, signerLine } from "./statements.ts";

const NAME = "device-key.pem";

export function deviceOf(dataDir: string, host: string = hostname()): Device {
  return { id: idOf(keyIn(dataDir)), nickname: shortName(host) };
}

/** Reading counts this device's own word; signing is for those who write. */
export function deviceKeys(dataDir: string): Keys {
  return keysOf(keyIn(dataDir));
}

function keysOf(key: KeyObject): Keys {
  const own = anchorOf(key);
  return { own, circle: ownCircle(own), sign: (text) => signText(text, key), line: signerLine(own) };
}

/** A key that takes the place of this device's: `take` does it, and the old one is gone. */
export function nextKey(dataDir: string): { readonly keys: Keys; readonly take: () => void } {
  const pem = newPem();
  return { keys: keysOf(createPrivateKey(pem)), take: () => putKey(dataDir, pem) };
}

/** For a backup, which seals it. */
export function keyPem(dataDir: string): string {
  return keyIn(dataDir).export({ type: "pkcs8", format: "pem" }).toString();
}

/** This machine is that device from now on. */
export function putKey(dataDir: string, pem: string): void {
  orFault("Replacing the device key", () => {
    idOf(createPrivateKey(pem));
    inFolder(dataDir, [], (directory) => replaceFile(directory, NAME, Buffer.from(pem), 0o600));
  });
}

/** For those who only read: no key is made. */
export function knownAnchor(dataDir: string): Anchor | undefined {
  const key = orFault("Reading the device key", () => inFolderIfThere(dataDir, [], readKey));
  return key && anchorOf(key);
}

function keyIn(dataDir: string): KeyObject {
  return orFault("Reading the device key", () =>
    inFolder(dataDir, [], (directory) => readKey(directory) ?? makeKey(directory)),
  );
}

/** Two first runs at once make two keys and keep one: the file is created exclusively, then read. */
function makeKey(directory: Directory): KeyObject {
  createFile(directory, NAME, Buffer.from(newPem()), 0o600);
  const key = readKey(directory);
  if (key === undefined) throw new Fault("io", `${directory.path}/${NAME} vanished after it was made.`, "Try again.");
  return key;
}

function newPem(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function readKey(directory: Directory): KeyObject | undefined {
  const path = `${directory.path}/${NAME}`;
  const about = { what: `The device key ${path}`, hint: `Look at: ls -l ${path}` };
  const read = mustReadPrivate(directory, NAME, 4096, about);
  if (read === undefined) return undefined;
  try {
    const key = createPrivateKey(Buffer.from(read.bytes));
    if (key.asymmetricKeyType !== "ed25519") throw new TypeError(`expected ed25519, found ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    throw new Fault("unreadable", `The device key ${path} is damaged.`, `Move it away, then run the command again.`, {
      cause: error,
    });
  }
}

function anchorOf(key: KeyObject): Anchor {
  return { device: idOf(key), key: sshKeyLine(key) };
}

/** What stands before an ed25519 key in its usual form (SPKI, DER), of which the device id is the fingerprint. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const KEY_TYPE = "ssh-ed25519";
const KEY_BYTES = 32;

function idOf(key: KeyObject): string {
  return idWith(publicBytes(key));
}

function idWith(bytes: Uint8Array): string {
  return sha256Hex(Buffer.concat([SPKI, bytes])).slice(0, 16);
}

/** By the line of its key, as SSH writes it; undefined where that is no key of a device. */
export function deviceIdIn(line: string): string | undefined {
  const [type, text = ""] = line.split(" ");
  const bytes = Buffer.from(text, "base64").subarray(-KEY_BYTES);
  return type === KEY_TYPE && bytes.length === KEY_BYTES ? idWith(bytes) : undefined;
}

function shortName(host: string): string {
  return (host.split(".")[0] ?? "").replace(/[^A-Za-z0-9-]/g, "").slice(0, 40) || "unnamed";
}
