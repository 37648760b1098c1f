// Which key means what, as at the terminal. Keys with a modifier, held keys, and keys typed into a field are not ours.

const ALSO: Readonly<Record<string, string>> = { y: "c", n: "s", j: "s" };
/** In the list only: elsewhere they scroll a long text. */
const IN_LIST: Readonly<Record<string, string>> = { ArrowDown: "s", ArrowUp: "p" };
const OURS = "cdemraspvuwqk?";

export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  return target.closest("textarea, input, select, dialog[open]") === null;
}

export function keyOf({ key, target }: KeyboardEvent): string | undefined {
  const lower = key.length === 1 ? key.toLowerCase() : key;
  const isInList = target instanceof Element && target.closest("nav") !== null;
  const known = ALSO[lower] ?? (isInList ? IN_LIST[key] : undefined) ?? lower;
  return known.length === 1 && OURS.includes(known) ? known : undefined;
}
