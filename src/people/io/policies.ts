// What an organisation asks of its members' machines (HUB-10), on disk: devices/<digest>.json, beside the records of devices.
import { canonicalPolicy, type PolicyStatement, parsePolicy, parseSignedPolicy } from "../../attest/policy.ts";
import { type Directory, within } from "../../disk/directory.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { inStore } from "../../store/io/file-names.ts";
import { isSaidBy, type Keys } from "../../store/io/statements.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import type { Devices } from "../../store/records.ts";
import { Fault } from "../../text/errors.ts";
import { FOLDER, NAME, writeRecord } from "./devices.ts";

const LARGEST = 32 * 1024;
const LIST = "holdfast config --in org list";

type Read = ReturnType<Devices["policies"]>;

/** Whole, and of this store. The signature counts of whom one counts here; of a revoked device what was seen before. */
export function readPolicies(info: StoreInfo, store: string, keys: Pick<Keys, "circle">): Read {
  const read = (folder: Directory, name: string): Read => {
    const bytes = NAME.test(name) ? bytesIn(folder, name, LARGEST) : undefined;
    const signed = bytes && parseSignedPolicy(name, Buffer.from(bytes).toString("utf8"));
    if (signed === undefined || signed.said.store !== store) return [];
    const { said, text, signature } = signed;
    return [{ said, counts: isSaidBy(said.by, text, signature, keys) }];
  };
  return orFault("Reading the policies", () =>
    inStore(info, (root) => {
      const folder = root.open(FOLDER);
      return folder === undefined
        ? []
        : within(folder, (opened) => opened.names().flatMap((name) => read(opened, name)));
    }),
  );
}

/** Nothing is written that would not count here: false. */
export function writePolicy(info: StoreInfo, said: PolicyStatement, keys: Keys): boolean {
  const { sign } = keys;
  if (sign === undefined) throw new Fault("not-allowed", "This way in can't sign for a person.");
  const text = canonicalPolicy(said);
  // It would be told as signed and hold on no machine, this one's among them.
  if (parsePolicy(text) === undefined)
    throw new Fault("too-large", "Such a policy can't be read back, so it is not signed.", LIST);
  const signature = sign(text);
  if (!isSaidBy(said.by, text, signature, keys)) return false;
  writeRecord(info, { text, signature, known: [] });
  return true;
}
