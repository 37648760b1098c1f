// Types and kinds. The author chooses a kind; the type follows from it unless given (spec 1, table of keys).

export const TYPES = ["user", "feedback", "project", "reference"] as const;
export type MemoryType = (typeof TYPES)[number];

export const KINDS = [
  "decision",
  "constraint",
  "preference",
  "runbook",
  "tech-debt",
  "session-summary",
  "fact",
] as const;
export type Kind = (typeof KINDS)[number];

interface KindRow {
  readonly type: MemoryType;
  /** Sections a body of this kind has (STO-13). */
  readonly sections: readonly string[];
}

export const KIND_TABLE: Readonly<Record<Kind, KindRow>> = {
  decision: { type: "project", sections: ["Context", "Decision", "Rationale", "Alternatives", "Consequences"] },
  constraint: { type: "project", sections: ["Rule", "Impact", "Workarounds"] },
  preference: { type: "feedback", sections: ["Why", "How to apply"] },
  runbook: { type: "project", sections: ["Trigger", "Steps", "Verification"] },
  "tech-debt": { type: "project", sections: ["Description", "Reason deferred", "Suggested fix"] },
  "session-summary": { type: "project", sections: ["Goal", "Outcome", "Done", "Next"] },
  fact: { type: "reference", sections: [] },
};

export function isType(value: unknown): value is MemoryType {
  return TYPES.some((type) => type === value);
}

export function isKind(value: unknown): value is Kind {
  return KINDS.some((kind) => kind === value);
}

export function typeOfKind(kind: Kind): MemoryType {
  return KIND_TABLE[kind].type;
}

/** The body that `add --kind` offers: one heading per section, for the author to fill in. */
export function bodyTemplate(kind: Kind): string {
  return KIND_TABLE[kind].sections.map((section) => `## ${section}\n\n`).join("");
}

/** Whose a memory is: one person's, a project's, a team's or an organisation's. */
export const SCOPES = ["personal", "shared", "team", "org"] as const;
export type Scope = (typeof SCOPES)[number];

/** Of an organisation, and here a mirror of what its hub has (HUB-2): many people's, and no project's. */
export function isMirrored(scope: Scope): boolean {
  return scope === "team" || scope === "org";
}
