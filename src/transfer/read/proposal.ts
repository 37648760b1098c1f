// The tier that an import proposes to the person who reviews it (IMP-1). A proposal and nothing more: what is written is
// inferred, whatever stands here.
import type { MemoryType } from "../../memory/kinds.ts";
import type { Candidate } from "./candidate.ts";

export type Proposed = "verified" | "inferred";

export function proposedTier(type: MemoryType, { stated, gesture }: Pick<Candidate, "stated" | "gesture">): Proposed {
  const isAmbiguous = !stated && !gesture;
  if (isAmbiguous) return "inferred";
  switch (type) {
    case "user":
    case "feedback":
      return "verified";
    case "project":
      return gesture ? "verified" : "inferred";
    case "reference":
      return "inferred";
  }
}
