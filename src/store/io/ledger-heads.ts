// How far this machine has seen each ledger file (STO-31): ledger-heads/<store>/<device>, one short record. A ledger
// that is ahead of its mark is no alarm, one that is behind it is. Written in place and not synced, for it follows
// every write; its own checksum turns a record caught half written into none.
import { closeSync, constants, fchmodSync, openSync, writeSync } from "node:fs";
import type { Directory } from "../../disk/directory.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { descend } from "../../disk/paths.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import { isDevice } from "../ledger.ts";
import type { Mark } from "../records.ts";

const FOLDER = "ledger-heads";
const RECORD = /^([0-9]{16}) ([0-9a-f]{64}) ([0-9a-f]{16})\n$/;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface LedgerHeads {
  read(device: string): Mark | undefined;
  write(device: string, mark: Mark): void;
  devices(): readonly string[];
  path(device: string): string;
}

export function openLedgerHeads(stateDir: string, storeKey: string): LedgerHeads {
  const folder = [FOLDER, storeKey];
  return {
    read: (device) => inFolderIfThere(stateDir, folder, (opened) => parse(bytesIn(opened, device, 1024))),
    write: (device, mark) => {
      try {
        inFolder(stateDir, folder, (opened) => put(opened, device, recordOf(mark)));
      } catch {
        // The entry itself is safe on disk; a mark that lags behind it only means a later alarm comes later.
      }
    },
    devices: () => inFolderIfThere(stateDir, folder, (opened) => opened.names().filter(isDevice)) ?? [],
    path: (device) => descend(stateDir, ...folder, device),
  };
}

/** Those of which a ledger was seen here, by their keys. */
export function storesWithLedgers(stateDir: string): readonly string[] {
  return inFolderIfThere(stateDir, [FOLDER], (opened) => opened.names()) ?? [];
}

function put(directory: Directory, name: string, record: string): void {
  const there = directory.look(name);
  if (there !== undefined && (!there.isFile() || there.nlink !== 1n)) return;
  const fd = openSync(directory.at(name), FLAGS, 0o600);
  try {
    if (there === undefined && process.platform !== "win32") fchmodSync(fd, 0o600);
    writeSync(fd, Buffer.from(record), 0, record.length, 0);
  } finally {
    closeSync(fd);
  }
}

function recordOf({ seq, hash }: Mark): string {
  const values = `${String(seq).padStart(16, "0")} ${hash}`;
  return `${values} ${checksum(values)}\n`;
}

function parse(bytes: Uint8Array | undefined): Mark | undefined {
  const [, seq = "", hash = "", sum] = RECORD.exec(Buffer.from(bytes ?? []).toString("latin1")) ?? [];
  return sum !== undefined && checksum(`${seq} ${hash}`) === sum ? { seq: Number(seq), hash } : undefined;
}

function checksum(values: string): string {
  return sha256Hex(values).slice(0, 16);
}
