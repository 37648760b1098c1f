// A person's edit. The author's part is replaced, the managed keys are the tool's and stay as they were whatever
// the editor did to them. An edited verified memory is re-affirmed by the edit (T7); an edited inferred one becomes
// the person's own words (TRU-3); a quarantined one is read-only (TRU-7). A name and a description that were taken from
// the old text are taken from the new one, in the plan, so that they are seen before anything is saved.

import { setToolKeys } from "../memory/compose.ts";
import { contentHash, type MemoryDocument, parseDocument } from "../memory/document.ts";
import type { ToolKeys } from "../memory/fields.ts";
import { TOOL_KEYS } from "../memory/keys.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import type { Unchanged } from "./batch.ts";
import { type Memory, stemOf } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import { derivedAgain } from "./derived-head.ts";
import { planOwnWords } from "./own-words.ts";
import type { Plan } from "./plan.ts";
import { findingLines, planTransition, stateOf } from "./plan-transition.ts";

/** `said` are the author's keys that were given by name: they stay as they are in `edited`. */
export function planEdit(
  open: OpenStore,
  memory: Memory,
  edited: string,
  act: Act,
  said: readonly string[] = [],
): Plan | Unchanged | Refusal {
  const refused = forbidden("edit", act.channel);
  if (refused !== undefined) return refused;
  if (memory.tier === "quarantined") {
    return refuse(
      "read-only",
      `${stemOf(memory)} is quarantined, and a quarantined file is read-only.`,
      `holdfast restore --edit ${stemOf(memory)}`,
    );
  }
  const document = editedDocument(memory, edited, said);
  if (document.kind === "refusal") return document;
  if (contentHash(document) === contentHash(memory.document))
    return { kind: "unchanged", message: "the text is the same" };
  if (stateOf(memory).tier === "inferred") return planOwnWords(open, memory, "edit", act, document);
  return planTransition(memory, { verb: "edit", event: "reaffirm", action: "edit", document }, act);
}

/** The edited text with the stored file's managed keys, under what is derived from it. */
export function editedDocument(memory: Memory, edited: string, said: readonly string[] = []): MemoryDocument | Refusal {
  const parsed = parseDocument(edited);
  if (parsed.kind === "format-failure") {
    return refuse(
      "checks-failed",
      "The edited text can't be read as a memory; nothing was changed.",
      "Edit it again.",
      findingLines(parsed.findings),
    );
  }
  const keys = TOOL_KEYS.map((key) => [key, managedValue(memory, key)] as const);
  return derivedAgain(memory.document, setToolKeys(parsed, Object.fromEntries(keys) as ToolKeys), said);
}

function managedValue(memory: Memory, key: (typeof TOOL_KEYS)[number]): string | readonly string[] | null {
  const value = memory.document.fields.get(key);
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String);
  return value instanceof Map ? null : String(value);
}
