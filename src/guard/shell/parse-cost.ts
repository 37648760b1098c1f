// Whether the parser will be done with a text soon. It looks from each `{`, `$[`, `((` and `$(` for the end, and from each
// here-document for those before it, so that a text of nothing else would cost the square of its length.

const MOST_LOOKED_AT = 1_000_000;
const MOST_HERE_DOCUMENTS = 2000;
/** How often each may stand in a text, times its length. Hardly anybody writes `$[`, the old spelling of `$((`. */
const MOST_OLD_ARITHMETIC = 1_000_000;
const MOST_ARITHMETIC = 8_000_000;
const MOST_SUBSTITUTIONS = 100_000_000;

export function isParsedSoon(text: string): boolean {
  return (
    countOf(text, "<<") <= MOST_HERE_DOCUMENTS &&
    countOf(text, "$[") * text.length <= MOST_OLD_ARITHMETIC &&
    countOf(text, "((") * text.length <= MOST_ARITHMETIC &&
    (countOf(text, "$(") + countOf(text, "<(")) * text.length <= MOST_SUBSTITUTIONS &&
    bracesSoon(text)
  );
}

function countOf(text: string, piece: string): number {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) count++;
  return count;
}

function bracesSoon(text: string): boolean {
  let left = MOST_LOOKED_AT;
  for (let at = text.indexOf("{"); at >= 0 && left >= 0; at = text.indexOf("{", at + 1)) {
    left -= lookedAt(text, at + 1, left);
  }
  return left >= 0;
}

const ENDS: ReadonlySet<string> = new Set([" ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")"]);

/** How far the look for the end of a brace goes, or a bit further; not past `most`. */
function lookedAt(text: string, start: number, most: number): number {
  const end = Math.min(text.length, start + most + 1);
  let depth = 1;
  let isOpaque = false;
  let at = start;
  for (; at < end && depth > 0; at++) {
    const each = text[at] ?? "";
    if (each === "\\") at++;
    else if (each === "'" || each === '"' || each === "`") at = closing(text, each, at + 1);
    else if (each === "{") depth++;
    else if (each === "}") depth--;
    else if (each === "(" && /[$<>@?*+!]/.test(text[at - 1] ?? "")) isOpaque = true;
    else if (ENDS.has(each) && !isOpaque && text[at + 1] !== "(") break;
    isOpaque ||= each === "$" && text[at + 1] === "{";
  }
  return at - start + 1;
}

function closing(text: string, quote: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (text[at] === "\\" && quote !== "'") at++;
  }
  return text.length;
}
