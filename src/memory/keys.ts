// The frontmatter keys and who sets each, in the order a new file carries them. Parsing, checks, hashing and
// transitions all read these two lists. A key in neither is unknown: kept, warned about, never injected (STO-10).

export const AUTHOR_KEYS = [
  "name",
  "description",
  "type",
  "kind",
  "project",
  "tags",
  "asks",
  "paths",
  "rule",
  "branch",
  "expires",
  "confidence",
] as const;
export type AuthorKey = (typeof AUTHOR_KEYS)[number];

export const TOOL_KEYS = [
  "id",
  "trust-level",
  "created-at",
  "last-verified",
  "source",
  "source-machine",
  "evidence",
  "status",
  "supersedes",
  "superseded-by",
  "proposes",
  "quarantined-at",
  "quarantine-reason",
  "quarantined-by",
  "holds",
  "sync",
] as const;
export type ToolKey = (typeof TOOL_KEYS)[number];

export type KnownKey = AuthorKey | ToolKey;

/** Of the author's; the tool's come on top. */
export const MAX_KEYS = 64;

const TOOL: ReadonlySet<string> = new Set(TOOL_KEYS);
const AUTHOR: ReadonlySet<string> = new Set(AUTHOR_KEYS);

export function isToolKey(key: string): key is ToolKey {
  return TOOL.has(key);
}

export function isKnownKey(key: string): key is KnownKey {
  return TOOL.has(key) || AUTHOR.has(key);
}
