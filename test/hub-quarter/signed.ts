// What members' machines write and sign, without the machines: texts of memories, statements and records of devices with real keys, as
// the product's own programs would put them into a store.
import type { KeyObject } from "node:crypto";
import { deviceOf, newKey } from "../../hub/test/client.ts";
import { canonicalDevice, type DeviceAct, marksDigest, recordName, renderDevice } from "../../src/attest/devices.ts";
import { canonical } from "../../src/attest/statement.ts";
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import { statusOf } from "../../src/memory/fields.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { markOf } from "../../src/store/io/statements.ts";
import { idFor, memoryText } from "../hub/stores.ts";

export interface Signer {
  readonly key: KeyObject;
  readonly device: string;
  readonly line: string;
}

export interface Made {
  readonly path: string;
  readonly text: string;
}

const DATE = "2026-11-19";

export function newSigner(): Signer {
  return signerOf(newKey());
}

export function signerOf(key: KeyObject): Signer {
  return { key, device: deviceOf(key), line: sshKeyLine(key) };
}

/** The same words for the same number and version. */
export function textOf(n: number, version: number, isVerified: boolean, words = ""): string {
  const body = `Service ${n} answers behind the gateway of group ${n % 97} and is built ${version} times a week, says its readme. ${words}`;
  return memoryText(n, body.trim(), isVerified ? ["trust-level: verified"] : []);
}

/** A person's word, on their device, that exactly this text is so. */
export function confirmed(by: Signer, store: string, n: number, text: string): Made & { readonly mark: string } {
  const document = parseDocument(text);
  if (document.kind !== "document") throw new Error("that is no memory");
  const [id, dot] = [idFor(n) as MemoryId, { device: by.device, n: 1 }];
  const vouches = { content: contentHash(document), status: statusOf(document), supersedes: [] };
  const about = { version: 1, scope: store, id, action: "promote", date: DATE, dot, seen: {}, vouches } as const;
  const statement = canonical(about);
  const signature = signText(statement, by.key);
  const path = `attest/${id}/${by.device}.1.json`;
  return { path, text: `${JSON.stringify({ statement, signature })}\n`, mark: markOf(signature) };
}

/** Of a revocation: the marks of what was seen of the device before it was lost. */
export function deviceRecord(
  action: DeviceAct,
  by: Signer,
  whom: Signer,
  store: string,
  marks: readonly string[] = [],
): Made {
  const known = action === "revoke" ? marks.toSorted() : [];
  const said = {
    kind: "device",
    version: 1,
    store,
    action,
    device: whom.device,
    key: whom.line,
    name: "",
    date: DATE,
  } as const;
  const text = canonicalDevice({ ...said, by: by.device, known: action === "revoke" ? marksDigest(known) : null });
  const signed = { text, signature: signText(text, by.key), known };
  return { path: `devices/${recordName(signed)}`, text: renderDevice(signed) };
}
