// Does a text name one of our folders? For text that is no path by itself: the code of a one-liner, a word with a part
// that is not known, a line that could not be read.
import { endOf } from "../hosts/guarded.ts";

/** The folder of a project's shared store: no session knows where all of them are, so its name counts by itself. */
export const SHARED_STORE = ".holdfast";

export function mentions(text: string, roots: readonly string[]): boolean {
  const slashes = text.includes("\\") ? text.replaceAll("\\\\", "/").replaceAll("\\", "/") : text;
  return [SHARED_STORE, ...roots.map(endOf)].some((name) => holdsName(slashes, name));
}

function holdsName(text: string, name: string): boolean {
  if (name === "") return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? "";
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\w.-]/.test(before) && !/^([\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
