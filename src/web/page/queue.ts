// The list on the left: what waits, most pressing first.
import type { QueueRow } from "../wire.ts";
import { tierOf } from "./card.ts";
import { byId, make } from "./dom.ts";

export function showQueue(
  rows: readonly QueueRow[],
  at: number,
  notes: readonly string[],
  choose: (at: number) => void,
): void {
  const items = rows.map((row, index) => make("li", {}, [rowOf(row, index === at, () => choose(index))]));
  const more = notes.map((text) => make("li", { class: "note", text }));
  byId("queue").replaceChildren(...items, ...more);
}

/** Without building the list anew. */
export function markRow(at: number): void {
  const list = byId("queue");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[at];
  item?.firstElementChild?.setAttribute("aria-current", "true");
  item?.scrollIntoView({ block: "nearest" });
}

function rowOf({ name, tier, why }: QueueRow, isCurrent: boolean, click: () => void): HTMLElement {
  const attributes = { type: "button", ...(isCurrent ? { "aria-current": "true" } : {}) };
  return make("button", { attributes, click }, [
    make("span", { class: "name", text: name }),
    make("span", { class: "line" }, [tierOf(tier), make("span", { class: "reason", text: why })]),
  ]);
}
