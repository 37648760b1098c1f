// Device records on disk: devices/<digest>.json, one signed statement each, written once and named after its text.
import {
  canonicalDevice,
  type DeviceRecord,
  type DeviceStatement,
  marksDigest,
  parseDevice,
  parseDeviceStatement,
  recordName,
  renderDevice,
} from "../../attest/devices.ts";
import { type Directory, within } from "../../disk/directory.ts";
import { createFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { directoryMode, fileMode, inStore } from "../../store/io/file-names.ts";
import { isUserVerified, keyLineOf, signatureOf } from "../../store/io/sshsig.ts";
import { type Keys, markOf, signatureIn } from "../../store/io/statements.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import { Fault } from "../../text/errors.ts";

const FOLDER = "devices";
const ATTEST = "attest";
const NAME = /^[0-9a-f]{32}\.json$/;
/** The marks of a hundred thousand statements. */
const LARGEST = 4 * 1024 * 1024;
const LARGEST_STATEMENT = 32 * 1024;

export function readDevices(info: StoreInfo): readonly DeviceRecord[] {
  return orFault("Reading the devices", () =>
    inStore(info, (root) => {
      const folder = root.open(FOLDER);
      return folder === undefined
        ? []
        : within(folder, (opened) => opened.names().flatMap((name) => readOne(opened, name) ?? []));
    }),
  );
}

function readOne(folder: Directory, name: string): DeviceRecord | undefined {
  const bytes = NAME.test(name) ? bytesIn(folder, name, LARGEST) : undefined;
  return bytes && deviceRecordOf(name, bytes);
}

/** Undefined for what is no whole record, or is not signed by anybody. */
export function deviceRecordOf(name: string, bytes: Uint8Array): DeviceRecord | undefined {
  const signed = parseDevice(name, Buffer.from(bytes).toString("utf8"));
  const made = signed === undefined ? undefined : signatureOf(signed.text, signed.signature);
  if (signed === undefined || made === undefined) return undefined;
  const { statement, signature, known } = signed;
  const by = { signedWith: keyLineOf(made.key), userVerified: isUserVerified(made) };
  return { statement, ...by, mark: markOf(signature), known };
}

export function writeDevice(
  info: StoreInfo,
  statement: Omit<DeviceStatement, "known">,
  keys: Keys,
  marks: readonly string[] | undefined,
): void {
  const { sign } = keys;
  if (sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
  const known = marks?.toSorted() ?? [];
  const text = canonicalDevice({ ...statement, known: marks === undefined ? null : marksDigest(known) });
  if (parseDeviceStatement(text) === undefined) throw new Fault("usage", "This can't be said of a device.");
  const signed = { text, signature: sign(text), known };
  orFault("Writing a device record", () =>
    inStore(info, (root) =>
      within(root.ensure(FOLDER, directoryMode(info.scope, root.mode)), (folder) =>
        createFile(folder, recordName(signed), Buffer.from(renderDevice(signed)), fileMode(info.scope, root.mode)),
      ),
    ),
  );
}

/** The marks of everything a device signed here: about memories, and about devices. */
export function marksIn(info: StoreInfo, device: string): readonly string[] {
  const said = readDevices(info)
    .filter(({ statement }) => statement.by === device)
    .map(({ mark }) => mark);
  const attested = orFault("Reading the statements", () => inStore(info, (root) => marksOfStatements(root, device)));
  return [...new Set([...said, ...attested])].sort();
}

function marksOfStatements(root: Directory, device: string): readonly string[] {
  const attest = root.open(ATTEST);
  if (attest === undefined) return [];
  return within(attest, (opened) =>
    opened.names().flatMap((id) => {
      const folder = opened.open(id);
      if (folder === undefined) return [];
      return within(folder, (each) =>
        each
          .names()
          .filter((name) => name.startsWith(`${device}.`))
          .flatMap((name) => signatureIn(bytesIn(each, name, LARGEST_STATEMENT)) ?? [])
          .map(markOf),
      );
    }),
  );
}
