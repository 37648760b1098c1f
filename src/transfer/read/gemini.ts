// GEMINI.md: what Gemini was told to remember stands below a heading of its own; the rest are the author's rules. Pure.
import type { Found, SourceFile } from "./candidate.ts";
import { rulesIn } from "./rules.ts";

const ADDED = /^Gemini Added Memories$/i;

/** The section is written when the user asks for it, wherever the file is; the rest is the user's own only at home. */
export function rulesOfGemini(file: SourceFile, isUsersOwn: boolean): readonly Found[] {
  if (isUsersOwn) return rulesIn(file, { gesture: true });
  const asked = new Set(rulesIn(file, { gesture: true, below: ADDED }).map(({ from }) => from));
  return rulesIn(file, { gesture: false }).map((found) =>
    found.kind === "candidate" && asked.has(found.from) ? { ...found, gesture: true } : found,
  );
}
