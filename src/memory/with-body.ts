// A memory with another body: the frontmatter stays byte-identical.
import type { FormatFailure, MemoryDocument } from "./model.ts";
import { parseDocument } from "./parse.ts";

export function withBody(doc: MemoryDocument, body: string): MemoryDocument | FormatFailure {
  const head = doc.text.slice(0, doc.text.length - doc.body.length);
  return parseDocument(head + (head.endsWith("\n") ? "" : doc.newline) + body);
}
