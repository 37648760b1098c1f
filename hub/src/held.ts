// What is held in quarantine in a push (HUB-5, HUB-7). The judge lets no held text come back, by what lies in quarantine then: so whoever is
// no reviewer takes no words out of it, or they would come back with the next push under another id.
import { contentHash, decodeText, parseDocument } from "../../src/memory/document.ts";
import { idOf } from "../../src/memory/fields.ts";
import { carriedKind } from "../../src/sync/hub/parts.ts";
import type { Files } from "./judge.ts";

/** Of the changed paths, those whose words are held no more. What this push brings to another place, the judge has an eye on. */
export function wordsLetGo(before: Files, after: Files, changed: readonly string[]): ReadonlySet<string> {
  const taken = changed.filter((path) => isHeld(path) && before.has(path));
  if (taken.length === 0) return new Set();
  const places = new Set([...[...after.keys()].filter(isHeld), ...changed]);
  const kept = new Set([...places].flatMap((path) => wordsAt(after, path) ?? []));
  return new Set(taken.filter((path) => !kept.has(wordsAt(before, path) ?? "")));
}

function isHeld(path: string): boolean {
  return path.startsWith("quarantine/") && carriedKind(path) === "memory";
}

/** With the id that they stand under; of what reads as no memory all of its bytes. */
function wordsAt(files: Files, path: string): string | undefined {
  const bytes = carriedKind(path) === "memory" ? files.get(path) : undefined;
  if (bytes === undefined) return undefined;
  const text = decodeText(bytes);
  const document = typeof text === "string" ? parseDocument(text) : undefined;
  if (document?.kind === "document") return `${idOf(document)} ${contentHash(document)}`;
  return Buffer.from(bytes).toString("base64");
}
