// Text that reads like an instruction to the agent, or asks for a capability, as findings (CHK-20, CHK-23). They never
// block: such a memory is kept, and withheld from agents until a person has confirmed it (TRU-32).

import type { MemoryDocument } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";
import type { Finding } from "../memory/findings.ts";
import { positionAt } from "../memory/frontmatter.ts";
import { checkInjection, firstOfEach, type InjectionHit } from "./injection/check.ts";

/** Why a text of any tier but verified is kept from agents. */
export type Suspicion = "reads-like-instruction" | "asks-capability";

/** `markers` is for what a person stands behind: it may ask for a capability (CHK-23). */
export function checkInstructions(doc: MemoryDocument, which: "all" | "markers" = "all"): readonly Finding[] {
  const all = partsOf(doc).flatMap(({ text, at, inBody }) =>
    checkInjection(text)
      .filter(({ kind }) => which === "all" || kind !== "capability")
      .map((hit) => findingOf(hit, positionAt(doc.text, inBody ? at + hit.start : at))),
  );
  // A derived name repeats the body's words: each rule is told once, where it met first.
  return firstOfEach(all);
}

interface Part {
  readonly text: string;
  readonly at: number;
  readonly inBody: boolean;
}

/** What of a memory can reach an agent, and where it stands. The tool's own keys ask for nothing. */
function partsOf(doc: MemoryDocument): readonly Part[] {
  const keys = (["name", "description", "tags"] as const).map((key) => {
    const text = key === "tags" ? listField(doc, key).join("\n") : (textField(doc, key) ?? "");
    return { text, at: doc.entries.find((entry) => entry.key === key)?.start ?? 0, inBody: false };
  });
  return [...keys, { text: doc.body, at: doc.text.length - doc.body.length, inBody: true }];
}

export function suspicionOf(doc: MemoryDocument): Suspicion | undefined {
  const hits = partsOf(doc).flatMap(({ text }) => checkInjection(text));
  if (hits.length === 0) return undefined;
  return hits.some(({ kind }) => kind !== "capability") ? "reads-like-instruction" : "asks-capability";
}

const READS = "This reads like an instruction to an agent: it is withheld until a person has confirmed it.";
const ASKS = "This asks for a capability: it is withheld until a person has confirmed it.";

export function findingOf(
  hit: InjectionHit,
  { line, column }: Pick<Finding, "line" | "column">,
  hint?: string,
): Finding {
  const said = hint ?? (hit.kind === "capability" ? ASKS : READS);
  const excerpt = `${hit.end - hit.start} characters`;
  return { check: "injection", rule: hit.rule, severity: "warn", line, column, excerpt, hint: said };
}
