// May this policy be pushed (HUB-10)? One is an admin's alone: an admin brings it, and an admin's device or a first key of the
// organisation signed it. Members' machines ask for more and not for this: they count the first keys, and whom these name.
import type { Anchor } from "../../src/attest/circle.ts";
import { readPolicySettings } from "../../src/config/policy.ts";
import { MARKER_PATH } from "../../src/store/export-document.ts";
import { keyLineOf, signerOf } from "../../src/store/io/sshsig.ts";
import { parseMarker } from "../../src/store/memory-store.ts";
import type { Finding } from "../protocol.ts";
import { type Files, finding, policyIn } from "./judge.ts";

export interface PolicyPush {
  readonly store: string;
  readonly after: Files;
  readonly changed: readonly string[];
  readonly byAdmin: boolean;
  /** Devices of admins, and the keys that the organisation began with. */
  readonly signers: readonly Anchor[];
}

export function policyFindings({ store, after, changed, byAdmin, signers }: PolicyPush): readonly Finding[] {
  const id = parseMarker(Buffer.from(after.get(MARKER_PATH) ?? []).toString("utf8"))?.storeId;
  return changed.flatMap((path) => {
    const policy = policyIn(path, after.get(path));
    if (policy === undefined) return [];
    const { text, said, signature } = policy;
    const made = signerOf(text, signature);
    const isSigned =
      made !== undefined && signers.some(({ device, key }) => device === said.by && key === keyLineOf(made));
    const { unknown } = readPolicySettings(said.settings);
    const what =
      store !== "org" || said.store !== id
        ? "a policy stands in the organisation's own store"
        : !byAdmin
          ? "a policy is an admin's to bring"
          : !isSigned
            ? `its signer ${said.by} is no admin's device`
            : unknown.length > 0
              ? `no policy says anything of ${unknown.join(", ")}`
              : undefined;
    return what === undefined ? [] : [finding("policy", path, what, "leave it out: an admin signs one")];
  });
}
