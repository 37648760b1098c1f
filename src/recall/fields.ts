// The fields of a memory that are searched, and nothing else of it.
import type { MemoryDocument } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";

export const FIELD_NAMES = ["name", "tags", "asks", "description", "body"] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export function searchedFields(doc: MemoryDocument): Readonly<Record<FieldName, string>> {
  return {
    name: textField(doc, "name") ?? "",
    tags: listField(doc, "tags").join("\n"),
    asks: listField(doc, "asks").join("\n"),
    description: textField(doc, "description") ?? "",
    body: doc.body,
  };
}
