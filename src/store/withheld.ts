// Which memories agents are not given although they are stored: text of any tier but verified that reads like an
// instruction or asks for a capability waits until a person has confirmed it (TRU-32, CHK-23).
import { type Suspicion, suspicionOf } from "../checks/injection-findings.ts";
import { carriesSecret } from "../checks/secret-findings.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { malformation } from "../checks/structure.ts";
import type { MemoryDocument } from "../memory/document.ts";
import type { Memory } from "./catalogue.ts";

export function suspicionAbout({ tier, document }: Pick<Memory, "tier" | "document">): Suspicion | undefined {
  if (tier === "verified" || tier === "quarantined") return undefined;
  let judged = JUDGED.get(document);
  if (judged === undefined) {
    judged = { suspicion: suspicionOf(document) };
    JUDGED.set(document, judged);
  }
  return judged.suspicion;
}

/** Selecting, listing and counting each ask about the same document, and the answer never changes. */
const JUDGED = new WeakMap<MemoryDocument, { readonly suspicion: Suspicion | undefined }>();

/** What a session start asks about memories that are not verified. */
export interface Suspects {
  suspicion(memory: Memory): Suspicion | undefined;
  /** Its text carries a secret, or could not be looked at: it does not go to a model (CHK-13). */
  secret(memory: Memory): boolean;
  /** Both are said for good: no allowance that somebody may take back has a part in it. */
  isLasting(memory: Memory): boolean;
}

/** Reading takes the layers that a hook can pay for; all three looked when it was written. */
export function suspectsBy(checks: CheckSettings): Suspects {
  const quick: CheckSettings = { ...checks, second: "quick" };
  return {
    suspicion: suspicionAbout,
    secret: ({ document, scope }) => carriesSecret(document.text, scope, quick),
    isLasting: ({ document, scope }) => {
      const strict = { ...quick, allowances: () => undefined };
      return carriesSecret(document.text, scope, strict) === carriesSecret(document.text, scope, quick);
    },
  };
}

/** Whether an agent may read its text and name at all, by any entrance. */
export function isForAgents(memory: Memory): boolean {
  const { tier, document } = memory;
  return tier !== "quarantined" && malformation(document) === undefined && suspicionAbout(memory) === undefined;
}
