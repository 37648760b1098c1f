// A shared store from the files of a commit, read by the same rules as one on a disk.

import type { Circle } from "../../attest/circle.ts";
import { storeName } from "../../attest/statement.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { allowancesIn } from "../../store/io/allowances.ts";
import { sortNames } from "../../store/io/file-names.ts";
import { headsIn } from "../../store/io/latest-statements.ts";
import { MARKER } from "../../store/io/marker.ts";
import { type About, pastIn, statementsIn } from "../../store/io/statements.ts";
import {
  parseMarker,
  type RefusedFile,
  type Scope,
  type Spot,
  STORE_FORMAT,
  type StoredFile,
  type StoreInfo,
} from "../../store/memory-store.ts";
import { sha256Hex } from "../../text/digest.ts";
import { PLACES } from "../../trust/tiers.ts";
import type { CommittedStore } from "../compared.ts";
import { deviceRecordOf } from "./devices.ts";
import { signersIn } from "./signers.ts";

const NOWHERE: StoreInfo = { root: "", storeId: "", scope: "shared", format: STORE_FORMAT, writable: false };

type Files = ReadonlyMap<string, Uint8Array>;

interface Tree {
  readonly files: Files;
  readonly names: (folder: string) => readonly string[];
}

export type CommittedTree = Pick<CommittedStore, "files" | "odd">;

/** Of a personal store, which an organisation's hub carries for its owner, statements name no id (storeName). */
export function committedStore(
  { files, odd }: CommittedTree,
  digest: (salt: string, rule: string, value: string) => string,
  scope: Scope = "shared",
): CommittedStore {
  const found = parseMarker(textOf(files.get(MARKER)));
  const salt = found?.storeId ?? "";
  const storeId = found === undefined ? "" : storeName({ scope, storeId: salt });
  const marker = found && { ...found, storeId };
  const names = namesByFolder(files);
  const records = names("devices").map(
    (name) => [`devices/${name}`, deviceRecordOf(name, files.get(`devices/${name}`) ?? new Uint8Array())] as const,
  );
  return {
    files,
    odd,
    marker,
    records: new Map(records),
    signers: signersIn(textOf(files.get("allowed_signers"))),
    as: (circle) =>
      storeAs({ files, names }, { ...NOWHERE, scope, storeId, format: marker?.format ?? STORE_FORMAT }, circle),
    allowances: (circle) => ({
      digest: (rule, value) => digest(salt, rule, value),
      all: () =>
        allowancesIn(
          { names: () => names("allowances"), bytes: (name) => files.get(`allowances/${name}`) },
          { storeId: salt, keys: { circle } },
        ),
    }),
  };
}

function storeAs({ files, names }: Tree, info: StoreInfo, circle: Circle): ReturnType<CommittedStore["as"]> {
  const read = ({ place, file }: Spot): StoredFile | RefusedFile | undefined => {
    const bytes = files.get(`${place}/${file}`);
    return bytes && { kind: "file", place, file, bytes, sha256: sha256Hex(bytes), mtimeMs: 0 };
  };
  const said = (id: MemoryId): About => ({
    folder: { names: () => names(`attest/${id}`), bytes: (name) => files.get(`attest/${id}/${name}`) },
    store: info.storeId,
    id,
    keys: { circle },
  });
  return {
    info,
    list: () => sortNames(PLACES.map((place) => ({ place, names: names(place) }))),
    read,
    readEach: (spots) => [...spots].map(read),
    statements: (id) => statementsIn(said(id)),
    latestStatements: (id) => headsIn(said(id)),
    pastStatements: (id) => pastIn(said(id)),
  };
}

/** Plain names in one folder, nothing below them. */
function namesByFolder(files: Files): Tree["names"] {
  const found = new Map<string, string[]>();
  for (const path of files.keys()) {
    const at = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, at));
    const there = found.get(folder);
    if (there === undefined) found.set(folder, [path.slice(at + 1)]);
    else there.push(path.slice(at + 1));
  }
  return (folder) => found.get(folder) ?? [];
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("utf8");
}
