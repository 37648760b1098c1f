// Does a text name one of our folders? For text that is no path by itself: the code of a one-liner, a word with a part
// that is not known, a line that could not be read.

/** The folder of a project's shared store: no session knows where all of them are, so its name counts by itself. */
export const SHARED_STORE = ".holdfast";

/** The whole path; or the end that tells it from others: `.holdfast` alone, `.config/holdfast` with its parent. */
function namesOf(root: string): readonly string[] {
  const parts = root.split("/").filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  return last.startsWith(".") ? [last] : [parts.slice(-2).join("/")];
}

export function mentions(text: string, roots: readonly string[]): boolean {
  const slashes = text.includes("\\") ? text.replaceAll("\\\\", "/").replaceAll("\\", "/") : text;
  return [SHARED_STORE, ...roots.flatMap(namesOf)].some((name) => holdsName(slashes, name));
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
