// Where a text that is refused fails (SUR-4). A check counts the lines of the file that would be written; whoever typed the
// text never saw that file, so its head is called by its keys, and its body by the lines of what was typed.

import type { MemoryDocument } from "../memory/document.ts";
import { blocks, type Finding } from "../memory/findings.ts";
import { AUTHOR_KEYS, TOOL_KEYS } from "../memory/keys.ts";

const KEYS: ReadonlySet<string> = new Set([...AUTHOR_KEYS, ...TOOL_KEYS]);

/** One line each; what name and description took over from the text is told once, without a place of its own. */
export function addedFindings(
  findings: readonly Finding[],
  document: MemoryDocument,
  given: { readonly name?: string | undefined; readonly description?: string | undefined },
): readonly string[] {
  const derived = (["name", "description"] as const).filter((key) => given[key] === undefined);
  const head = document.text.slice(0, document.headEnd).split("\n").length;
  const told = findings.filter(blocks).map(({ check, rule, line, hint }) => {
    const key = line > head ? undefined : keyAt(document, line);
    const where =
      key === undefined
        ? ` line ${line - head} of the text`
        : derived.some((each) => `\`${each}\`` === key)
          ? ""
          : ` in ${key}`;
    return { what: `${check}/${rule}`, where, hint };
  });
  const placed = new Set(told.filter(({ where }) => where !== "").map(({ what }) => what));
  const worth = told.filter(({ what, where }) => where !== "" || !placed.has(what));
  return [...new Set(worth.map(({ what, where, hint }) => `${what}${where}: ${hint}`))];
}

function keyAt({ text, entries }: MemoryDocument, line: number): string {
  const start = text.split("\n", line - 1).join("\n").length + 1;
  const key = entries.findLast((entry) => entry.start <= start)?.key ?? "";
  // A key that nobody knows is the writer's own text, and may be what was found.
  return KEYS.has(key) ? `\`${key}\`` : "a key of the head";
}
