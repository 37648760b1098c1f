// A shared store from the files of a commit, read by the same rules as one on a disk.
import type { Circle } from "../core/attest/circle.ts";
import type { MemoryId } from "../core/memory/ids.ts";
import type { CommittedStore } from "../core/ports/committed-store.ts";
import {
  type RefusedFile,
  type Spot,
  STORE_FORMAT,
  type StoredFile,
  type StoreInfo,
} from "../core/ports/memory-store.ts";
import { parseMarker } from "../core/store-marker.ts";
import { sha256Hex } from "../core/text/digest.ts";
import { PLACES } from "../core/trust/tiers.ts";
import { allowancesIn } from "./allowances.ts";
import { deviceRecordOf } from "./devices.ts";
import { sortNames } from "./file-names.ts";
import { MARKER } from "./marker.ts";
import { signersIn } from "./signers.ts";
import { pastIn, type StatementFiles, statementsIn } from "./statements.ts";

const NOWHERE: StoreInfo = { root: "", storeId: "", scope: "shared", format: STORE_FORMAT, writable: false };

type Files = ReadonlyMap<string, Uint8Array>;
export type CommittedTree = Pick<CommittedStore, "files" | "odd">;

export function committedStore(
  { files, odd }: CommittedTree,
  digest: (salt: string, rule: string, value: string) => string,
): CommittedStore {
  const marker = parseMarker(textOf(files.get(MARKER)));
  const storeId = marker?.storeId ?? "";
  const records = namesIn(files, "devices").map(
    (name) => [`devices/${name}`, deviceRecordOf(name, files.get(`devices/${name}`) ?? new Uint8Array())] as const,
  );
  return {
    files,
    odd,
    marker,
    records: new Map(records),
    signers: signersIn(textOf(files.get("allowed_signers"))),
    as: (circle) => storeAs(files, { ...NOWHERE, storeId, format: marker?.format ?? STORE_FORMAT }, circle),
    allowances: (circle) => ({
      digest: (rule, value) => digest(storeId, rule, value),
      all: () =>
        allowancesIn(
          { names: () => namesIn(files, "allowances"), bytes: (name) => files.get(`allowances/${name}`) },
          { storeId, keys: { circle } },
        ),
    }),
  };
}

function storeAs(files: Files, info: StoreInfo, circle: Circle): ReturnType<CommittedStore["as"]> {
  const read = ({ place, file }: Spot): StoredFile | RefusedFile | undefined => {
    const bytes = files.get(`${place}/${file}`);
    return bytes && { kind: "file", place, file, bytes, sha256: sha256Hex(bytes), mtimeMs: 0 };
  };
  const said = (id: MemoryId): StatementFiles => ({
    names: () => namesIn(files, `attest/${id}`),
    bytes: (name) => files.get(`attest/${id}/${name}`),
  });
  return {
    info,
    list: () => sortNames(PLACES.map((place) => ({ place, names: namesIn(files, place) }))),
    read,
    readEach: (spots) => [...spots].map(read),
    statements: (id) => statementsIn(said(id), "shared", id, { circle }),
    pastStatements: (id) => pastIn(said(id), "shared", id, { circle }),
  };
}

/** Plain names in one folder, nothing below them. */
function namesIn(files: Files, folder: string): readonly string[] {
  const start = `${folder}/`;
  return [...files.keys()].flatMap((path) => {
    const name = path.startsWith(start) ? path.slice(start.length) : "";
    return name === "" || name.includes("/") ? [] : [name];
  });
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("utf8");
}
