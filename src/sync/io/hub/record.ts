// What this machine knows of a hub (HUB-6): how far it has followed the chain, which commit of its own stands for that, what the
// hub did not take, and what was noticed of a history that is not the one that was seen. Below `sync` in the state folder, 0600.
// Without it everything is read again from the first change; only what was noticed is lost with it.
import { dropFile } from "../../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../../disk/json-file.ts";
import { sha256Hex } from "../../../text/digest.ts";
import type { HubAddress } from "../../hub/address.ts";
import type { BrokenHow, HubNoticed, HubSeen } from "../../hub/broken.ts";
import { EMPTY_HEAD, type Head, PERSONAL } from "../../hub/protocol.ts";
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
  readonly left: ReadonlyMap<string, LeftBehind>;
  readonly noticed?: HubNoticed | undefined;
}

export interface HubRecords {
  read(): HubRecord | undefined;
  write(record: HubRecord): void;
  drop(): void;
}

export function openHubRecord(stateDir: string, { url }: Pick<HubAddress, "url">): HubRecords {
  const name = `hub-${sha256Hex(`holdfast hub 1\n${url}`).slice(0, 16)}.json`;
  return {
    read: () =>
      recordFrom(
        inFolderIfThere(stateDir, FOLDER, (folder) => jsonIn(folder, name, LARGEST)),
        url,
      ),
    write: (record) =>
      inFolder(stateDir, FOLDER, (folder) => keepJson(folder, name, { ...record, left: [...record.left] })),
    drop: () => inFolder(stateDir, FOLDER, (folder) => dropFile(folder, name)),
  };
}

export function newRecord(url: string, store: string): HubRecord {
  return { url, store, at: EMPTY_HEAD, seen: EMPTY_HEAD, left: new Map() };
}

/** For doctor and `log --verify`: every hub that this machine has followed. */
export function hubsSeen(stateDir: string): readonly HubSeen[] {
  const rows = inFolderIfThere(stateDir, FOLDER, (folder) =>
    folder
      .names()
      .filter((name) => /^hub-[0-9a-f]{16}\.json$/.test(name))
      .map((name) => recordFrom(jsonIn(folder, name, LARGEST))),
  );
  return (rows ?? []).flatMap((row) =>
    row === undefined ? [] : [{ url: row.url, changes: row.seen.seq, chain: row.seen.chain, noticed: row.noticed }],
  );
}

function recordFrom(value: unknown, wanted?: string): HubRecord | undefined {
  const { url, store, at, seen, commit, left, noticed } = fieldsOf(value);
  const [followed, farthest] = [headIn(at), headIn(seen)];
  if (typeof url !== "string" || (wanted !== undefined && url !== wanted)) return undefined;
  if (typeof store !== "string" || !PERSONAL.test(store)) return undefined;
  if (followed === undefined || farthest === undefined) return undefined;
  return {
    url,
    store,
    at: followed,
    seen: farthest,
    commit: typeof commit === "string" ? commit : undefined,
    left: new Map(Array.isArray(left) ? left.flatMap(leftFrom) : []),
    noticed: noticedFrom(noticed),
  };
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
