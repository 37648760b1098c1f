// A list of any length: only the rows on the screen are made, and only those that were looked at are fetched.
import type { ListRow } from "../wire.ts";
import { tierOf } from "./card.ts";
import { byId, make } from "./dom.ts";
import { TEXT } from "./wording.ts";

/** Made above and below what shows, so that a scrolled list is never empty. */
const SPARE = 8;
/** As in page.css. */
const ROW_REM = 3.75;

export interface Rows {
  /** From the first row on, or where it was. */
  show(total: number, first: readonly ListRow[], where: "top" | "same"): void;
  add(from: number, rows: readonly ListRow[]): void;
  at(index: number): ListRow | undefined;
  /** -1 where it is not among those that were looked at. */
  indexOf(key: string): number;
  readonly total: number;
  /** None: -1. Scrolled to, unless the list stays where it is. */
  mark(index: number, where?: "top" | "same"): void;
  focus(index: number): void;
  draw(): void;
}

export function makeRows(size: number, load: (from: number) => void, open: (index: number) => void): Rows {
  const nav = byId("list");
  const list = byId("queue");
  const height = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  let total = 0;
  let known = new Map<number, ListRow>();
  let asked = new Set<number>();
  let marked = -1;

  const want = (index: number): void => {
    const from = Math.floor(index / size) * size;
    if (asked.has(from)) return;
    asked.add(from);
    load(from);
  };

  const itemOf = (index: number): HTMLElement => {
    const row = known.get(index);
    if (row === undefined) want(index);
    const item = make("li", { attributes: { "aria-setsize": `${total}`, "aria-posinset": `${index + 1}` } }, [
      row === undefined ? make("span", { class: "name", text: TEXT.loading }) : rowOf(row, index),
    ]);
    item.style.top = `${index * height}px`;
    return item;
  };

  const rowOf = (row: ListRow, index: number): HTMLElement => {
    const attributes = { type: "button", ...(index === marked ? { "aria-current": "true" } : {}) };
    const more = [row.handle, row.kind, row.where, row.date, ...row.marks].filter((word) => word !== "");
    return make("button", { attributes, click: () => open(index) }, [
      make("span", { class: "name", text: row.name }),
      make("span", { class: "line" }, [tierOf(row.tier), make("span", { class: "reason", text: more.join("  ") })]),
    ]);
  };

  const draw = (): void => {
    const first = Math.max(0, Math.floor(nav.scrollTop / height) - SPARE);
    const last = Math.min(total, Math.ceil((nav.scrollTop + nav.clientHeight) / height) + SPARE);
    const held = document.activeElement instanceof HTMLElement && list.contains(document.activeElement);
    list.style.height = `${total * height}px`;
    list.replaceChildren(...Array.from({ length: Math.max(0, last - first) }, (_, n) => itemOf(first + n)));
    if (held) list.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  };

  const intoView = (index: number): void => {
    const top = index * height;
    if (top < nav.scrollTop) nav.scrollTop = top;
    else if (top + height > nav.scrollTop + nav.clientHeight) nav.scrollTop = top + height - nav.clientHeight;
  };

  nav.addEventListener("scroll", () => (list.classList.contains("virtual") ? draw() : undefined), { passive: true });
  return {
    get total() {
      return total;
    },
    at: (index) => known.get(index),
    indexOf: (key) => [...known].find(([, row]) => row.key === key)?.[0] ?? -1,
    show: (count, first, where) => {
      total = count;
      known = new Map(first.map((row, index) => [index, row]));
      asked = new Set([0]);
      if (where === "top") nav.scrollTop = 0;
      draw();
    },
    add: (from, rows) => {
      for (const [index, row] of rows.entries()) known.set(from + index, row);
      draw();
    },
    mark: (index, where) => {
      marked = index;
      if (index >= 0 && where === undefined) intoView(index);
      draw();
    },
    focus: (index) => {
      marked = index;
      intoView(index);
      draw();
      list.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    },
    draw,
  };
}
