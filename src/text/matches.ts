// What `text.matchAll(pattern)` gives, without the copy of the pattern that it makes first: where hundreds of patterns are
// asked of a short text, that copy costs more than the search.

const NONE: readonly RegExpExecArray[] = [];

/** `pattern` is global; whatever place it stood at does not matter. */
export function matchesIn(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const found: RegExpExecArray[] = [];
  for (let at = 0; match !== null; match = pattern.exec(text)) {
    found.push(match);
    // Before half a character a pattern of whole ones steps back: what matches nothing would never come to an end.
    at = match[0] === "" ? Math.max(at, pattern.lastIndex) + 1 : pattern.lastIndex;
    pattern.lastIndex = at;
  }
  return found;
}
