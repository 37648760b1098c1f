// The keys of the ledger's digests (STO-30): digest-keys/<store>/<id>, 32 random bytes each, 0600. A plain digest of a
// short sentence could be guessed; a keyed one says nothing to who has no key, and nothing to anybody once forgetting
// has dropped it. Not synced to disk: a key lost with the power makes old digests uncheckable, nothing worse.

import { createHmac, randomBytes } from "node:crypto";
import { closeSync, constants, fchmodSync, openSync } from "node:fs";
import type { Directory } from "../../disk/directory.ts";
import { removeFile, writeAll } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { mustRead } from "../../disk/read-file.ts";
import { isMemoryId, type MemoryId } from "../../memory/ids.ts";
import { Fault } from "../../text/errors.ts";
import type { LedgerContent } from "../records.ts";

const LENGTH = 32;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface DigestKeys {
  /** HMAC-SHA256 with the memory's key, which is made at its first digest. Only under the store's lock. */
  digest(id: MemoryId, content: LedgerContent): string;
  /** The same with the key that there is; undefined without one. */
  peek(id: MemoryId, content: LedgerContent): string | undefined;
  /** What forgetting does: no digest of this memory can be checked any more. True if there was a key. */
  drop(id: MemoryId): boolean;
}

export function openDigestKeys(stateDir: string, storeKey: string): DigestKeys {
  const folder = ["digest-keys", storeKey];
  return {
    digest: (id, content) =>
      orFault("Keeping a digest key", () => {
        const key = inFolder(stateDir, folder, (opened) => readKey(opened, checkedId(id)) ?? makeKey(opened, id));
        return keyed(key, content);
      }),
    peek: (id, content) =>
      orFault("Reading a digest key", () => {
        const key = inFolderIfThere(stateDir, folder, (opened) => readKey(opened, checkedId(id)));
        return key && keyed(key, content);
      }),
    drop: (id) =>
      orFault(
        "Dropping a digest key",
        () => inFolderIfThere(stateDir, folder, (opened) => removeFile(opened, checkedId(id))) ?? false,
      ),
  };
}

function keyed(key: Uint8Array, content: LedgerContent): string {
  return createHmac("sha256", key).update(content).digest("hex");
}

/** Undefined also for one that was caught half written: it never made a digest. */
function readKey(directory: Directory, id: MemoryId): Uint8Array | undefined {
  const what = `The digest key ${directory.path}/${id}`;
  const read = mustRead(directory, id, 1024, { what, hint: "holdfast doctor" });
  return read?.bytes.length === LENGTH ? read.bytes : undefined;
}

function makeKey(directory: Directory, id: MemoryId): Uint8Array {
  const key = randomBytes(LENGTH);
  const fd = openSync(directory.at(id), FLAGS | constants.O_TRUNC, 0o600);
  try {
    if (process.platform !== "win32") fchmodSync(fd, 0o600);
    writeAll(fd, key);
  } finally {
    closeSync(fd);
  }
  return key;
}

function checkedId(id: MemoryId): MemoryId {
  if (isMemoryId(id)) return id;
  throw new Fault("unsafe-path", "A digest key belongs to a memory id.");
}
