// What this machine knows of a hub (HUB-6): how far it has followed the chain, which commit of its own stands for that, what the
// hub did not take, and what was noticed of a history that is not the one that was seen. Below `sync` in the state folder, 0600.
// Without it everything is read again from the first change; only what was noticed is lost with it.
import { dropFile } from "../../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../../disk/json-file.ts";
import { sha256Hex } from "../../../text/digest.ts";
import { Fault } from "../../../text/errors.ts";
import type { HubAddress } from "../../hub/address.ts";
import type { BrokenHow, HubNoticed, HubSeen } from "../../hub/broken.ts";
import type { Sizes } from "../../hub/parts.ts";
import { EMPTY_HEAD, type Head, PERSONAL } from "../../hub/protocol.ts";
import { MIRRORED } from "../../mirrors.ts";
import { headIn } from "./answers.ts";

const FOLDER = ["sync"];
const LARGEST = 16 * 1024 * 1024;
const HOWS: readonly BrokenHow[] = ["older", "rewritten", "withheld", "reordered", "forged"];

/** What the hub has not taken: the hash that it has at that path, or none, and why. */
export interface LeftBehind {
  readonly hash: string | null;
  readonly why: string;
}

export interface HubRecord {
  readonly url: string;
  /** Which of its stores is this one. */
  readonly store: string;
  readonly at: Head;
  /** The farthest head that the hub told of. */
  readonly seen: Head;
  /** Stands for `at`; undefined: nothing does, and everything is read again. */
  readonly commit?: string | undefined;
  /** Of the ledgers that the hub has in parts; the others are whole there. */
  readonly parts: ReadonlyMap<string, Sizes>;
  /** By the hub's paths: where it has something else than commit and parts say. */
  readonly left: ReadonlyMap<string, LeftBehind>;
  readonly noticed?: HubNoticed | undefined;
  /** Of a mirror: what an admin had erased and this machine has yet to let go of (HUB-11). */
  readonly erased?: readonly string[] | undefined;
}

export interface HubRecords {
  read(): HubRecord | undefined;
  write(record: HubRecord): void;
  drop(): void;
}

/** `store`: of a mirror; a hub has one store of one's own. */
export function openHubRecord(stateDir: string, { url }: Pick<HubAddress, "url">, store?: string): HubRecords {
  const about = store === undefined ? url : `${url}\n${store}`;
  const name = `hub-${sha256Hex(`holdfast hub 1\n${about}`).slice(0, 16)}.json`;
  return {
    read: () =>
      recordFrom(
        inFolderIfThere(stateDir, FOLDER, (folder) => jsonIn(folder, name, LARGEST)),
        url,
      ),
    write: (record) => {
      const row = { ...record, parts: [...record.parts], left: [...record.left] };
      // What is too large to be read would be forgotten, and with it how far this hub's history was seen.
      if (Buffer.byteLength(JSON.stringify(row)) > LARGEST)
        throw new Fault(
          "hub",
          `The hub at ${url} tells of more than is kept of one; nothing was taken.`,
          "holdfast doctor",
        );
      inFolder(stateDir, FOLDER, (folder) => keepJson(folder, name, row));
    },
    drop: () => inFolder(stateDir, FOLDER, (folder) => dropFile(folder, name)),
  };
}

export function newRecord(url: string, store: string): HubRecord {
  return { url, store, at: EMPTY_HEAD, seen: EMPTY_HEAD, parts: new Map(), left: new Map() };
}

/** For doctor and `log --verify`: every hub that this machine has followed. */
export function hubsSeen(stateDir: string): readonly HubSeen[] {
  const rows = inFolderIfThere(stateDir, FOLDER, (folder) =>
    folder
      .names()
      .filter((name) => /^hub-[0-9a-f]{16}\.json$/.test(name))
      .map((name) => recordFrom(jsonIn(folder, name, LARGEST))),
  );
  return (rows ?? []).flatMap((row) => (row === undefined ? [] : [seenOf(row)]));
}

function seenOf({ url, store, seen, noticed }: HubRecord): HubSeen {
  return { url, changes: seen.seq, chain: seen.chain, noticed, isMirror: MIRRORED.test(store) };
}

function recordFrom(value: unknown, wanted?: string): HubRecord | undefined {
  const { url, store, at, seen, commit, parts, left, noticed, erased } = fieldsOf(value);
  const [followed, farthest] = [headIn(at), headIn(seen)];
  if (typeof url !== "string" || (wanted !== undefined && url !== wanted)) return undefined;
  if (typeof store !== "string" || !(PERSONAL.test(store) || MIRRORED.test(store))) return undefined;
  if (followed === undefined || farthest === undefined) return undefined;
  return {
    url,
    store,
    at: followed,
    seen: farthest,
    commit: typeof commit === "string" ? commit : undefined,
    parts: new Map(Array.isArray(parts) ? parts.flatMap(sizesFrom) : []),
    left: new Map(Array.isArray(left) ? left.flatMap(leftFrom) : []),
    noticed: noticedFrom(noticed),
    erased: Array.isArray(erased) ? erased.filter((path) => typeof path === "string") : undefined,
  };
}

function sizesFrom(value: unknown): readonly (readonly [string, Sizes])[] {
  const [path, sizes] = Array.isArray(value) ? (value as unknown[]) : [];
  const isSize = (size: unknown): boolean => size === null || (Number.isSafeInteger(size) && Number(size) >= 0);
  return typeof path === "string" && Array.isArray(sizes) && sizes.every(isSize) ? [[path, sizes as Sizes]] : [];
}

function leftFrom(value: unknown): readonly (readonly [string, LeftBehind])[] {
  const [path, rest] = Array.isArray(value) ? (value as unknown[]) : [];
  const { hash, why } = fieldsOf(rest);
  if (typeof path !== "string" || typeof why !== "string") return [];
  return [[path, { hash: typeof hash === "string" ? hash : null, why }]];
}

function noticedFrom(value: unknown): HubNoticed | undefined {
  const { how, at, when } = fieldsOf(value);
  const known = HOWS.find((each) => each === how);
  if (known === undefined || !Number.isSafeInteger(at) || typeof when !== "string") return undefined;
  return { how: known, at: Number(at), when };
}
