// `allowed_signers` of a store, as a text that people and ssh-keygen read. Whom this machine believes is not read from here.
// Earlier versions kept it in a shared store; now it is made from the records of devices, and stays on this machine.
import type { Anchor } from "../../attest/circle.ts";
import { KEY_LINE } from "../../attest/devices.ts";
import { openDirectory, within } from "../../disk/directory.ts";
import { replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { inStore, writersOf } from "../../store/io/file-names.ts";
import { signerLine } from "../../store/io/statements.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import { unlessFault } from "../../text/errors.ts";
import type { SignerLine } from "../compared.ts";

const FILE = "allowed_signers";
/** Never in git. */
const LOCAL = ".local";
const LARGEST = 1024 * 1024;
const SIGNER = new RegExp(`^([0-9a-f]{16,64}) namespaces="holdfast" (${KEY_LINE})$`);

export function readSigners({ root, scope }: StoreInfo): readonly SignerLine[] {
  const bytes = orFault("Reading the signers", () => {
    const opened = openDirectory(root, { writers: writersOf(scope) });
    return opened && within(opened, (folder) => bytesIn(folder, FILE, LARGEST));
  });
  return signersIn(Buffer.from(bytes ?? []).toString("utf8"));
}

/** For `ssh-keygen -Y verify`. Nothing needs it: where it can't be written, who asked for the signers is told them all the same. */
export function listSigners(info: StoreInfo, anchors: readonly Anchor[]): void {
  const text = anchors
    .map((anchor) => `${signerLine(anchor)}\n`)
    .sort()
    .join("");
  unlessFault(
    () =>
      orFault("Writing the signers", () =>
        inStore(info, (root) =>
          within(root.ensure(LOCAL, 0o700), (local) => replaceFile(local, FILE, Buffer.from(text), 0o600)),
        ),
      ),
    () => undefined,
  );
}

/** Those that a person wrote in another way are none of ours. */
export function signersIn(text: string): readonly SignerLine[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, device, key] = SIGNER.exec(line) ?? [];
    return { line, anchor: device === undefined || key === undefined ? undefined : { device, key } };
  });
}
