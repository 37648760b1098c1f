// Whom a person trusted on this machine (SYN-22, SYN-31): trusted-signers.json beside the device key, 0600, by store. It
// never travels. A damaged file trusts nobody; that is told, and never a lock-out. While the person's ssh key is pinned, that key
// signs the list as a whole (SYN-20a): what a script wrote trusts nobody either.

import type { Directory } from "../../disk/directory.ts";
import { dropFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson, parseJson } from "../../disk/json-file.ts";
import { mustReadPrivate } from "../../disk/read-file.ts";
import type { Keys } from "../../store/io/statements.ts";
import type { Trusted } from "../../store/records.ts";
import { Fault } from "../../text/errors.ts";
import type { SeenStore } from "../compared.ts";

const NAME = "trusted-signers.json";
const LARGEST = 1024 * 1024;
/** Beside the stores in the file; no store is called so. */
const SIGNATURE = "signature";

/** One that is left out has no key here, so that a program that does not know the word trusts it no more for it. */
interface LeftOut {
  readonly device: string;
  readonly excluded: string;
}

type Stores = Readonly<Record<string, readonly (Trusted | LeftOut)[]>>;

export interface TrustedSigners {
  /** That have a list, by its name. */
  stores(): readonly string[];
  of(store: string): readonly Trusted[];
  add(store: string, signer: Trusted): void;
  remove(store: string, device: string): boolean;
  exclude(store: string, device: string, at: string): void;
  excluded(store: string): readonly string[];
  /** The whole lists of these names, under one signature. */
  drop(stores: readonly string[]): void;
}

/** Asked when the list is read or written, not before: for a reader, the pin may not be read yet. */
type Sealing = Pick<Keys, "sealed" | "sign">;

export function openTrustedSigners(dataDir: string, sealing: Sealing): TrustedSigners {
  const read = (): Stores =>
    orFault("Reading whom you trust", () => inFolderIfThere(dataDir, [], (folder) => stores(folder, sealing))) ?? {};
  const change = (store: string, next: (signers: Stores[string]) => Stores[string]): void =>
    orFault("Writing whom you trust", () =>
      inFolder(dataDir, [], (folder) => {
        const all = stores(folder, sealing);
        put(folder, { ...all, [store]: next(all[store] ?? []) }, sealing);
      }),
    );
  return {
    stores: () => Object.keys(read()),
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
    drop: (names) => {
      if (names.length === 0) return;
      orFault("Writing whom you trust", () =>
        inFolder(dataDir, [], (folder) => {
          const all = Object.entries(stores(folder, sealing));
          put(folder, Object.fromEntries(all.filter(([name]) => !names.includes(name))), sealing);
        }),
      );
    },
  };
}

/** For a backup. Undefined: nobody was trusted here. */
export function trustedSignersText(dataDir: string, sealing: Sealing): string | undefined {
  return orFault("Reading whom you trust", () =>
    inFolderIfThere(dataDir, [], (folder) => {
      const all = stores(folder, sealing);
      return Object.keys(all).length === 0 ? undefined : textOf(all);
    }),
  );
}

/** Everybody that such a text names. */
export function signersIn(text: string): readonly Trusted[] {
  return Object.values(parsed(text)).flat().filter(isTrusted);
}

export function putTrustedSigners(dataDir: string, text: string, sealing: Sealing): void {
  orFault("Writing whom you trust", () => inFolder(dataDir, [], (folder) => put(folder, parsed(text), sealing)));
}

/** Whom the list names, and whether their word counts: not where the pinned key did not sign it. */
export function trustedHere(
  dataDir: string,
  sealing: Sealing,
): { readonly all: readonly Trusted[]; readonly isSealed: boolean } {
  const text = orFault("Reading whom you trust", () => inFolderIfThere(dataDir, [], textIn)) ?? "";
  return { all: signersIn(text), isSealed: isSealed(text, sealing) };
}

/** Signs the list as it stands, which the person was shown; the key that does is pinned already. */
export function sealTrustedSigners(dataDir: string, sealing: Sealing): void {
  const text = orFault("Reading whom you trust", () => inFolderIfThere(dataDir, [], textIn));
  if (text !== undefined) putTrustedSigners(dataDir, text, sealing);
}

function put(folder: Directory, all: Stores, { sealed, sign }: Sealing): void {
  if (sealed !== undefined && sign === undefined)
    throw new Fault("not-allowed", "This way in can't sign for a person.");
  const signature = sealed === undefined ? undefined : sign?.(sealText(all));
  replaceFile(folder, NAME, Buffer.from(textOf({ ...all, ...(signature && { [SIGNATURE]: signature }) })), 0o600);
}

function textOf(all: object): string {
  return `${JSON.stringify(all, undefined, 1)}\n`;
}

function stores(folder: Directory, sealing: Sealing): Stores {
  const text = textIn(folder);
  if (text === undefined) return {};
  const all = parsed(text);
  if (isSealed(text, sealing)) return all;
  // Who was left out stays so, whoever wrote it: that lowers, and nobody gains by it.
  return Object.fromEntries(Object.entries(all).map(([store, list]) => [store, list.filter(isLeftOut)]));
}

function textIn(folder: Directory): string | undefined {
  const path = `${folder.path}/${NAME}`;
  const read = mustReadPrivate(folder, NAME, LARGEST, { what: path, hint: `Look at: ls -l ${path}` });
  return read && Buffer.from(read.bytes).toString("utf8");
}

function isSealed(text: string, { sealed }: Sealing): boolean {
  const signature = fieldsOf(parseJson(text))[SIGNATURE];
  return sealed === undefined || (typeof signature === "string" && sealed(sealText(parsed(text)), signature));
}

/** The word that says what it is comes first, so that no other signed text can be taken for it. */
function sealText(stores: Stores): string {
  return JSON.stringify({ kind: "trusted-signers", version: 1, stores });
}

/** Of a damaged one nobody's word counts until it is mended: memories of other devices read as unattested. */
function parsed(text: string): Stores {
  const entries = Object.entries(fieldsOf(parseJson(text))).filter(([store]) => store !== SIGNATURE);
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
export const SEEN = "shared-seen";
const LARGEST_SEEN = 8 * 1024 * 1024;

export function readSeen(stateDir: string, store: string): SeenStore | undefined {
  const kept = orFault("Reading what you had seen", () =>
    inFolderIfThere(stateDir, [SEEN], (folder) => jsonIn(folder, `${store}.json`, LARGEST_SEEN)),
  );
  const { at, memories, revoked } = fieldsOf(kept) as Partial<SeenStore>;
  if (typeof at !== "string" || typeof memories !== "object" || memories === null) return undefined;
  const seen = Object.fromEntries(Object.entries(memories).filter(([, each]) => isSeen(each)));
  return { at, memories: seen, ...(Array.isArray(revoked) && { revoked }) };
}

export function writeSeen(stateDir: string, store: string, seen: SeenStore): void {
  orFault("Writing what you had seen", () =>
    inFolder(stateDir, [SEEN], (folder) => keepJson(folder, `${store}.json`, seen)),
  );
}

/** Of a store that is gone from this machine. */
export function dropSeen(stateDir: string, store: string): void {
  inFolderIfThere(stateDir, [SEEN], (folder) => dropFile(folder, `${store}.json`));
}

function isSeen(value: SeenStore["memories"][string]): boolean {
  return typeof value?.stem === "string" && typeof value.sha256 === "string";
}
