// Text that reads like an instruction to the agent, or asks for a capability, as findings (CHK-20, CHK-23). They never
// block: such a memory is kept, and withheld from agents until a person has confirmed it (TRU-32).
import type { Finding } from "../core/findings.ts";
import type { MemoryDocument } from "../core/memory/document.ts";
import { listField, textField } from "../core/memory/fields.ts";
import { positionAt } from "../core/memory/report.ts";
import { asksCapability } from "./injection/capability.ts";
import { checkInjection } from "./injection/check.ts";

/** Why a text of any tier but verified is kept from agents. */
export type Suspicion = "reads-like-instruction" | "asks-capability";

export function checkInstructions(text: string, which: "all" | "markers" = "all"): readonly Finding[] {
  const capabilities = which === "markers" ? [] : asksCapability(text);
  const all = [
    ...checkInjection(text).map(({ rule, start, end }) => finding(text, rule, start, end, READS)),
    ...capabilities.map(({ capability, start, end }) => finding(text, `capability-${capability}`, start, end, ASKS)),
  ];
  // A derived name repeats the body's words: each rule is told once, where it met first.
  return all.filter(({ rule }, at) => all.findIndex((each) => each.rule === rule) === at);
}

/** What of a memory can reach an agent, as one text. */
export function suspicionOf(doc: MemoryDocument): Suspicion | undefined {
  const fields = [textField(doc, "name"), textField(doc, "description"), ...listField(doc, "tags"), doc.body];
  const text = fields.filter((field) => field !== undefined).join("\n");
  if (checkInjection(text).length > 0) return "reads-like-instruction";
  return asksCapability(text).length > 0 ? "asks-capability" : undefined;
}

const READS = "This reads like an instruction to an agent: it is withheld until a person has confirmed it.";
const ASKS = "This asks for a capability: it is withheld until a person has confirmed it.";

function finding(text: string, rule: string, start: number, end: number, hint: string): Finding {
  const { line, column } = positionAt(text, start);
  return {
    check: "injection",
    rule,
    severity: "warn",
    line,
    column,
    excerpt: `${end - start} characters`,
    hint,
  };
}
