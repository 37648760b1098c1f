// The box in the head of every page. Nothing is loaded before somebody turns to it, nothing leaves the site, and without this
// script the box is not there. `/` goes to it, the arrows through what was found, Escape back.
import { type Engine, engineOf, type Found } from "../engine.ts";

const script = document.currentScript as HTMLScriptElement;
const box = one<HTMLElement>("#site-search");
const input = one<HTMLInputElement>("#site-query");
const found = one<HTMLElement>("#site-found");
const list = one<HTMLElement>("#site-found ol");
const status = one<HTMLElement>("#site-found [role=status]");
let engine: Promise<Engine> | undefined;

function one<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (element === null) throw new Error(`This page has no ${selector}.`);
  return element;
}

function loaded(): Promise<Engine> {
  engine ??= new Promise((resolve, reject) => {
    const index = document.createElement("script");
    index.src = new URL("search-index.js", script.src).href;
    index.onload = () =>
      resolve(engineOf((globalThis as unknown as { searchIndex: Parameters<typeof engineOf>[0] }).searchIndex));
    index.onerror = () => reject(new Error("search-index.js did not load"));
    document.head.append(index);
  });
  return engine;
}

async function search(): Promise<void> {
  const words = input.value.trim();
  if (words === "") return show([], "");
  try {
    const results = (await loaded()).find(words);
    if (words !== input.value.trim()) return;
    show(results, results.length === 0 ? `Nothing found for "${words}".` : `${results.length} found`);
  } catch {
    show([], "The index of these pages did not load.");
  }
}

function show(results: readonly Found[], says: string): void {
  status.textContent = says;
  list.replaceChildren(...results.map(row));
  open(says !== "");
}

function open(isOpen: boolean): void {
  found.hidden = !isOpen;
}

function row({ url, title, heading, begins }: Found): HTMLElement {
  const link = document.createElement("a");
  link.href = new URL(url, script.src).href;
  link.append(part("b", heading), part("small", heading === title ? "" : title), part("span", begins));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function step(by: number): void {
  const stops: HTMLElement[] = [input, ...list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus();
}

box.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    open(false);
    input.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && document.activeElement === input && !found.hidden) {
    list.querySelector("a")?.click();
  }
});

box.addEventListener("focusout", ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) open(false);
});

// A click on a result takes the focus from the box first, and a link that is hidden by then is not followed.
found.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", () => open(false));
input.addEventListener("input", () => void search());
// Whether it loads is said when there is something to search for.
input.addEventListener("focus", () => void loaded().catch(() => undefined));

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});

box.hidden = false;
