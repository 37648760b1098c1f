// Elements made one by one. Text goes in as text; there is no way here to hand over markup, and the page's policy refuses
// it as well.

interface Making {
  readonly class?: string;
  readonly text?: string;
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly click?: () => void;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  making: Making = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (making.class) element.className = making.class;
  if (making.id !== undefined) element.id = making.id;
  if (making.text !== undefined) element.textContent = making.text;
  for (const [name, value] of Object.entries(making.attributes ?? {})) element.setAttribute(name, value);
  if (making.click !== undefined) element.addEventListener("click", making.click);
  element.append(...children);
  return element;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
}
