// Device records on disk: devices/<digest>.json, one signed statement each, written once and named after its text.
import {
  type Acknowledgement,
  canonicalAcknowledgement,
  parseSignedAcknowledgement,
} from "../../attest/acknowledge.ts";
import {
  canonicalDevice,
  type DeviceRecord,
  type DeviceStatement,
  marksDigest,
  parseDevice,
  parseDeviceStatement,
  recordName,
  renderDevice,
  type SignedDevice,
} from "../../attest/devices.ts";
import { parseSignedPolicy } from "../../attest/policy.ts";
import { type Directory, within } from "../../disk/directory.ts";
import { createFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { directoryMode, fileMode, inStore } from "../../store/io/file-names.ts";
import { isUserVerified, keyLineOf, signatureOf } from "../../store/io/sshsig.ts";
import { isSaidBy, type Keys, markOf, signatureIn } from "../../store/io/statements.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import { Fault } from "../../text/errors.ts";

export const FOLDER = "devices";
const ATTEST = "attest";
export const NAME: RegExp = /^[0-9a-f]{32}\.json$/;
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
  writeRecord(info, { text, signature: sign(text), known });
}

export function writeRecord(info: StoreInfo, signed: Omit<SignedDevice, "statement">): void {
  orFault("Writing a device record", () =>
    inStore(info, (root) =>
      within(root.ensure(FOLDER, directoryMode(info.scope, root.mode)), (folder) =>
        createFile(folder, recordName(signed), Buffer.from(renderDevice(signed)), fileMode(info.scope, root.mode)),
      ),
    ),
  );
}

/** Beside the records of devices, where a program that does not know them reads nothing. */
export function readAcknowledgements(
  info: StoreInfo,
  store: string,
  keys: Pick<Keys, "circle">,
): readonly Acknowledgement[] {
  const read = (folder: Directory, name: string): readonly Acknowledgement[] => {
    const bytes = NAME.test(name) ? bytesIn(folder, name, LARGEST_STATEMENT) : undefined;
    const signed = bytes && parseSignedAcknowledgement(name, Buffer.from(bytes).toString("utf8"));
    if (signed === undefined || signed.said.store !== store) return [];
    return isSaidBy(signed.said.by, signed.text, signed.signature, keys) ? [signed.said] : [];
  };
  return orFault("Reading the devices", () =>
    inStore(info, (root) => {
      const folder = root.open(FOLDER);
      return folder === undefined
        ? []
        : within(folder, (opened) => opened.names().flatMap((name) => read(opened, name)));
    }),
  );
}

export function writeAcknowledgement(info: StoreInfo, said: Acknowledgement, { sign }: Pick<Keys, "sign">): void {
  if (sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
  const text = canonicalAcknowledgement(said);
  writeRecord(info, { text, signature: sign(text), known: [] });
}

/** The marks of everything a device signed here: about memories, and about devices. */
export function marksIn(info: StoreInfo, device: string): readonly string[] {
  const said = readDevices(info)
    .filter(({ statement }) => statement.by === device)
    .map(({ mark }) => mark);
  // A policy that it signed stays until another takes its place, as what it confirmed does (HUB-10).
  const declared = orFault("Reading the devices", () => inStore(info, (root) => marksOfPolicies(root, device)));
  const attested = orFault("Reading the statements", () => inStore(info, (root) => marksOfStatements(root, device)));
  return [...new Set([...said, ...declared, ...attested])].sort();
}

function marksOfPolicies(root: Directory, device: string): readonly string[] {
  const folder = root.open(FOLDER);
  if (folder === undefined) return [];
  return within(folder, (opened) =>
    opened.names().flatMap((name) => {
      const bytes = NAME.test(name) ? bytesIn(opened, name, LARGEST_STATEMENT) : undefined;
      const signed = bytes && parseSignedPolicy(name, Buffer.from(bytes).toString("utf8"));
      return signed?.said.by === device ? [markOf(signed.signature)] : [];
    }),
  );
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
