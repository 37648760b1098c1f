// Whom a person trusted on this machine (SYN-22, SYN-31): trusted-signers.json beside the device key, 0600, by store. It
// never travels. A damaged file trusts nobody; that is told, and never a lock-out.

import type { Directory } from "../../disk/directory.ts";
import { replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson, parseJson } from "../../disk/json-file.ts";
import { mustReadPrivate } from "../../disk/read-file.ts";
import type { Trusted } from "../../store/records.ts";
import type { SeenStore } from "../compared.ts";

const NAME = "trusted-signers.json";
const LARGEST = 1024 * 1024;

/** One that is left out has no key here, so that a program that does not know the word trusts it no more for it. */
interface LeftOut {
  readonly device: string;
  readonly excluded: string;
}

type Stores = Readonly<Record<string, readonly (Trusted | LeftOut)[]>>;

export interface TrustedSigners {
  of(store: string): readonly Trusted[];
  add(store: string, signer: Trusted): void;
  remove(store: string, device: string): boolean;
  exclude(store: string, device: string, at: string): void;
  excluded(store: string): readonly string[];
}

export function openTrustedSigners(dataDir: string): TrustedSigners {
  const read = (): Stores =>
    orFault("Reading whom you trust", () => inFolderIfThere(dataDir, [], (folder) => stores(folder))) ?? {};
  const change = (store: string, next: (signers: Stores[string]) => Stores[string]): void =>
    orFault("Writing whom you trust", () =>
      inFolder(dataDir, [], (folder) => {
        const all = stores(folder);
        const value = { ...all, [store]: next(all[store] ?? []) };
        replaceFile(folder, NAME, Buffer.from(textOf(value)), 0o600);
      }),
    );
  return {
    of: (store) => (read()[store] ?? []).filter(isTrusted),
    add: (store, signer) =>
      change(store, (signers) => [
        ...signers.filter((each) => each.device !== signer.device || (isTrusted(each) && each.key !== signer.key)),
        signer,
      ]),
    remove: (store, device) => {
      const there = (read()[store] ?? []).some((each) => isTrusted(each) && each.device === device);
      if (there) change(store, (signers) => signers.filter((each) => each.device !== device));
      return there;
    },
    exclude: (store, device, at) =>
      change(store, (signers) => [...signers.filter((each) => each.device !== device), { device, excluded: at }]),
    excluded: (store) => (read()[store] ?? []).filter(isLeftOut).map(({ device }) => device),
  };
}

/** For a backup. Undefined: nobody was trusted here. */
export function trustedSignersText(dataDir: string): string | undefined {
  return orFault("Reading whom you trust", () =>
    inFolderIfThere(dataDir, [], (folder) => {
      const all = stores(folder);
      return Object.keys(all).length === 0 ? undefined : textOf(all);
    }),
  );
}

/** Everybody that such a text names. */
export function signersIn(text: string): readonly Trusted[] {
  return Object.values(parsed(text)).flat().filter(isTrusted);
}

export function putTrustedSigners(dataDir: string, text: string): void {
  orFault("Writing whom you trust", () =>
    inFolder(dataDir, [], (folder) => replaceFile(folder, NAME, Buffer.from(textOf(parsed(text))), 0o600)),
  );
}

function textOf(all: Stores): string {
  return `${JSON.stringify(all, undefined, 1)}\n`;
}

function stores(folder: Directory): Stores {
  const path = `${folder.path}/${NAME}`;
  const read = mustReadPrivate(folder, NAME, LARGEST, { what: path, hint: `Look at: ls -l ${path}` });
  return read === undefined ? {} : parsed(Buffer.from(read.bytes).toString("utf8"));
}

/** Of a damaged one nobody's word counts until it is mended: memories of other devices read as unattested. */
function parsed(text: string): Stores {
  const entries = Object.entries(fieldsOf(parseJson(text)));
  return Object.fromEntries(entries.map(([store, list]) => [store, Array.isArray(list) ? list.filter(isKnown) : []]));
}

function isKnown(value: unknown): value is Trusted | LeftOut {
  return isTrusted(value) || isLeftOut(value);
}

function isTrusted(value: unknown): value is Trusted {
  return hasTexts(value, ["device", "key", "name", "at"]);
}

function isLeftOut(value: unknown): value is LeftOut {
  return hasTexts(value, ["device", "excluded"]);
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  const fields = fieldsOf(value);
  return names.every((name) => typeof fields[name] === "string");
}

// What a person had seen of a shared store when they last ran `holdfast trust` (SYN-31): shared-seen/<store>.json, 0600. It
// is local and disposable: without it nothing is told as changed.
const SEEN = "shared-seen";
const LARGEST_SEEN = 8 * 1024 * 1024;

export function readSeen(stateDir: string, store: string): SeenStore | undefined {
  const kept = orFault("Reading what you had seen", () =>
    inFolderIfThere(stateDir, [SEEN], (folder) => jsonIn(folder, `${store}.json`, LARGEST_SEEN)),
  );
  const { at, memories } = fieldsOf(kept) as Partial<SeenStore>;
  if (typeof at !== "string" || typeof memories !== "object" || memories === null) return undefined;
  return { at, memories: Object.fromEntries(Object.entries(memories).filter(([, each]) => isSeen(each))) };
}

export function writeSeen(stateDir: string, store: string, seen: SeenStore): void {
  orFault("Writing what you had seen", () =>
    inFolder(stateDir, [SEEN], (folder) => keepJson(folder, `${store}.json`, seen)),
  );
}

function isSeen(value: SeenStore["memories"][string]): boolean {
  return typeof value?.stem === "string" && typeof value.sha256 === "string";
}
