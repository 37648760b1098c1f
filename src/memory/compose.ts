// A new memory file from an author's draft and the tool's keys, in the order of AUTHOR_KEYS and TOOL_KEYS.
import { Fault } from "../text/errors.ts";
import { AUTHOR_KEYS, type AuthorKey, TOOL_KEYS, type ToolKey } from "./keys.ts";
import type { Kind, MemoryType } from "./kinds.ts";
import type { MemoryDocument } from "./model.ts";
import { parseDocument } from "./parse.ts";
import { type WritableValue, yamlValue } from "./yaml-text.ts";

/** The author's part. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly type: MemoryType;
  readonly kind?: Kind | undefined;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly asks?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  readonly expires?: string | undefined;
  readonly confidence?: number | undefined;
  readonly body: string;
}

type ToolValues = Readonly<Partial<Record<ToolKey, string | readonly string[] | undefined>>>;

/** The body is written as given, with a final newline added where it has none. Empty lists are left out. */
export function composeDocument(draft: Draft, toolKeys: ToolValues): MemoryDocument {
  const author: Readonly<Record<AuthorKey, WritableValue | undefined>> = draftValues(draft);
  const lines = [
    ...AUTHOR_KEYS.map((key) => line(key, author[key])),
    ...TOOL_KEYS.map((key) => line(key, toolKeys[key])),
  ];
  const body = draft.body === "" || draft.body.endsWith("\n") ? draft.body : `${draft.body}\n`;
  const doc = parseDocument(`---\n${lines.join("")}---\n${body}`);
  if (doc.kind === "document") return doc;
  const first = doc.findings[0];
  throw new Fault("too-large", `The draft does not fit a memory file: ${first?.rule}, ${first?.excerpt}.`, first?.hint);
}

function draftValues(draft: Draft): Record<AuthorKey, WritableValue | undefined> {
  const { body: _, ...keys } = draft;
  return {
    kind: undefined,
    project: undefined,
    tags: undefined,
    asks: undefined,
    paths: undefined,
    branch: undefined,
    expires: undefined,
    confidence: undefined,
    ...keys,
  };
}

function line(key: string, value: WritableValue | undefined): string {
  const empty = value === undefined || (Array.isArray(value) && value.length === 0);
  return empty ? "" : `${key}: ${yamlValue(value)}\n`;
}
