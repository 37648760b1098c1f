// An item of the queue as JSON, for scripts of a person.

import { textField } from "../../memory/fields.ts";
import type { ReviewItem } from "../../review/survey.ts";
import { stemOf } from "../../store/catalogue.ts";

export function itemRecord({ row, memory, usage, twins, target, doubt }: ReviewItem): Record<string, unknown> {
  return {
    ...row,
    body: memory.document.body,
    evidence: textField(memory.document, "evidence") ?? null,
    usage,
    twins: twins.map((twin) => ({ kind: twin.kind, id: twin.memory.id ?? null, stem: stemOf(twin.memory) })),
    ...(target === undefined ? {} : { about: stemOf(target) }),
    ...(doubt === undefined ? {} : { doubt: doubt.quote }),
  };
}
