// Characters that stand in a shell word for what is not known. None of them can occur in a word: a line that holds one
// is not read for sure.

/** Any text: a variable nobody assigned, the output of a command. */
export const HOLE = "\u0000";
/** `*`: any text within one component of a path. */
export const STAR = "\u0001";
/** `?` or `[...]`: one character within a component. */
export const QUERY = "\u0002";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the holes are control characters so that no word can hold them
const ANY = /[\u0000-\u0002]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const PATTERN = /[\u0001\u0002]/;

export function hasHole(text: string): boolean {
  return ANY.test(text);
}

export function hasPattern(text: string): boolean {
  return PATTERN.test(text);
}

/** Whether one component with `*` and `?` may be this name; as in a shell, `*` does not stand for a leading dot. */
export function mayBeNamed(component: string, name: string): boolean {
  if (!hasPattern(component)) return component === name;
  if (name.startsWith(".") && !component.startsWith(".")) return false;
  const source = component.replace(/[.+^${}()|[\]\\*?]/g, "\\$&");
  return new RegExp(`^${source.replaceAll(STAR, ".*").replaceAll(QUERY, ".")}$`, "s").test(name);
}
