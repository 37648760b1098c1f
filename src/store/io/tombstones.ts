// Tombstones in `<personal store>/tombstones/<device>.jsonl` (STO-33): append-only, one file per device, so that two
// machines never change the same file. A line torn by a crash was never acknowledged and is passed over.

import { appendLine } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { mustRead } from "../../disk/read-file.ts";
import { isMemoryId } from "../../memory/ids.ts";
import { allForgotten, type Forgotten, isTombstone, readTombstones, type Tombstone } from "../../memory/tombstone.ts";
import { Fault } from "../../text/errors.ts";
import { given } from "../../text/values.ts";
import type { Tombstones } from "../records.ts";

const FOLDER = ["tombstones"];
const FILE = /^[0-9a-f]{16,64}\.jsonl$/;
const MAX_BYTES = 32 * 1024 * 1024;

export function openTombstones(storeRoot: string, device: string): Tombstones {
  const file = `${device}.jsonl`;
  if (!FILE.test(file)) throw new Fault("usage", "A device id must be 16 to 64 hexadecimal digits.");
  const forgotten = (): Forgotten =>
    orFault("Reading the tombstones", () =>
      allForgotten(inFolderIfThere(storeRoot, FOLDER, (folder) => readAll(folder)) ?? []),
    );
  return {
    add: (stone) =>
      orFault("Writing a tombstone", () =>
        inFolder(storeRoot, FOLDER, (folder) => {
          appendLine(folder, file, JSON.stringify(checked(stone)));
        }),
      ),
    want: (id) => {
      if (!isMemoryId(id)) throw new Fault("usage", "That is no memory's id.");
      orFault("Writing a tombstone", () =>
        inFolder(storeRoot, FOLDER, (folder) => appendLine(folder, file, JSON.stringify({ v: 2, wanted: id }))),
      );
    },
    all: () => forgotten().stones,
    forgotten,
  };
}

function readAll(folder: Directory): readonly Forgotten[] {
  const files = folder.names().filter((name) => FILE.test(name));
  return files.toSorted().flatMap((name) => {
    // Silence would let forgotten words come back.
    const read = mustRead(folder, name, MAX_BYTES, { what: `${folder.path}/${name}`, hint: "holdfast doctor" });
    return read === undefined ? [] : [readTombstones(Buffer.from(read.bytes).toString("utf8"))];
  });
}

/** Only what a tombstone may carry: no text slips in beside it. */
function checked(stone: Tombstone): Tombstone {
  const { v, id, salt, digest, body, words, file, date } = stone;
  if (!isTombstone(stone)) throw new Fault("io", "That is no tombstone.");
  return { v, id, salt, digest, ...given({ body, words, file }), date };
}
