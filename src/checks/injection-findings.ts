// Text that reads like an instruction to the agent, or asks for a capability, as findings (CHK-20, CHK-23). They never
// block: such a memory is kept, and withheld from agents until a person has confirmed it (TRU-32).

import type { MemoryDocument } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";
import type { Finding } from "../memory/findings.ts";
import { positionAt } from "../memory/report.ts";
import { asksCapability } from "./injection/capability.ts";
import { checkInjection } from "./injection/check.ts";

/** Why a text of any tier but verified is kept from agents. */
export type Suspicion = "reads-like-instruction" | "asks-capability";

export function checkInstructions(doc: MemoryDocument, which: "all" | "markers" = "all"): readonly Finding[] {
  const all = partsOf(doc).flatMap(({ text, at, inBody }) => {
    const capabilities = which === "markers" ? [] : asksCapability(text);
    const told = (rule: string, start: number, end: number, hint: string): Finding =>
      finding(doc.text, rule, inBody ? at + start : at, end - start, hint);
    return [
      ...checkInjection(text).map(({ rule, start, end }) => told(rule, start, end, READS)),
      ...capabilities.map(({ capability, start, end }) => told(`capability-${capability}`, start, end, ASKS)),
    ];
  });
  // A derived name repeats the body's words: each rule is told once, where it met first.
  return all.filter(({ rule }, index) => all.findIndex((each) => each.rule === rule) === index);
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
  const texts = partsOf(doc).map(({ text }) => text);
  if (texts.some((text) => checkInjection(text).length > 0)) return "reads-like-instruction";
  return texts.some((text) => asksCapability(text).length > 0) ? "asks-capability" : undefined;
}

const READS = "This reads like an instruction to an agent: it is withheld until a person has confirmed it.";
const ASKS = "This asks for a capability: it is withheld until a person has confirmed it.";

function finding(text: string, rule: string, at: number, length: number, hint: string): Finding {
  const { line, column } = positionAt(text, at);
  return { check: "injection", rule, severity: "warn", line, column, excerpt: `${length} characters`, hint };
}
