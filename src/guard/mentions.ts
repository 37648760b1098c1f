// Does a text name one of our folders? For text that is no path by itself: the code of a one-liner, a word with a part
// that is not known, a line that could not be read.
import { endOf } from "../hosts/guarded.ts";

/** The folder of a project's shared store: no session knows where all of them are, so its name counts by itself. */
export const SHARED_STORE = ".holdfast";

/** The second name that Windows gives to `.holdfast`. */
const SHORT = /(^|[^\w.-])holdfa~\d/;

/** As a disk compares names that makes no difference between cases and normal forms: to it U+017F is an s. */
export function folded(name: string): string {
  return /^\p{ASCII}*$/u.test(name) ? name.toLowerCase() : name.normalize("NFD").toUpperCase().toLowerCase();
}

/** Whatever its case: there are disks to which it is the same name, on every system. */
export function mentions(text: string, roots: readonly string[]): boolean {
  const plain = folded(text);
  const slashes = plain.includes("\\") ? plain.replaceAll("\\\\", "/").replaceAll("\\", "/") : plain;
  return SHORT.test(slashes) || [SHARED_STORE, ...roots.map(endOf)].some((name) => holdsName(slashes, folded(name)));
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
