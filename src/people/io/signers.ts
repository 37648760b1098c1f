// `allowed_signers` of a store, as a text that people and ssh-keygen read. Whom this machine believes is not read from here.
import { KEY_LINE } from "../../attest/devices.ts";
import { openDirectory, within } from "../../disk/directory.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { writersOf } from "../../store/io/file-names.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import type { SignerLine } from "../compared.ts";

const FILE = "allowed_signers";
const LARGEST = 1024 * 1024;
const SIGNER = new RegExp(`^([0-9a-f]{16,64}) namespaces="holdfast" (${KEY_LINE})$`);

export function readSigners({ root, scope }: StoreInfo): readonly SignerLine[] {
  const bytes = orFault("Reading the signers", () => {
    const opened = openDirectory(root, { writers: writersOf(scope) });
    return opened && within(opened, (folder) => bytesIn(folder, FILE, LARGEST));
  });
  return signersIn(Buffer.from(bytes ?? []).toString("utf8"));
}

/** Those that a person wrote in another way are none of ours. */
export function signersIn(text: string): readonly SignerLine[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, device, key] = SIGNER.exec(line) ?? [];
    return { line, anchor: device === undefined || key === undefined ? undefined : { device, key } };
  });
}
