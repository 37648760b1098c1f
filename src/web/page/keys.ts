// Which key means what, as at the terminal. Keys with a modifier, held keys, and keys typed into a field are not ours.

const ALSO: Readonly<Record<string, string>> = { y: "c", n: "s", j: "s" };
/** In the list only: elsewhere they scroll a long text. */
const IN_LIST: Readonly<Record<string, string>> = { ArrowDown: "s", ArrowUp: "p" };
const OURS = "cdemraspvuwqkl?";
const WHOLE = "cefojkuvwqlb/?";
/** A held key goes on through a list. */
const MOVES: readonly string[] = ["j", "k", "ArrowDown", "ArrowUp"];

export function isForPage(event: KeyboardEvent, mayHold: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (event.repeat && !(mayHold && MOVES.includes(event.key))) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  return target.closest("textarea, input, select, dialog[open]") === null;
}

export function keyOf({ key, target }: KeyboardEvent): string | undefined {
  const lower = key.length === 1 ? key.toLowerCase() : key;
  const known = ALSO[lower] ?? (isInList(target) ? IN_LIST[key] : undefined) ?? lower;
  return known.length === 1 && OURS.includes(known) ? known : undefined;
}

/** In the list of everything. Enter is the focused button's own. */
export function wholeKeyOf({ key, target }: KeyboardEvent): string | undefined {
  if (key === "Escape") return key;
  if (key === "ArrowDown" || key === "ArrowUp") return isInCard(target) ? undefined : key;
  if (key === "Enter") return target === document.body ? key : undefined;
  const lower = key.toLowerCase();
  return lower.length === 1 && WHOLE.includes(lower) ? lower : undefined;
}

function isInList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("nav") !== null;
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("main, header") !== null;
}
