// What is listed, as the form above the list says it and as the address keeps it behind its #.
import { byId, make } from "./dom.ts";
import { TEXT } from "./wording.ts";

export const FIELDS = ["text", "tier", "kind", "tag", "project", "since", "replaced"] as const;
export type Finding = Readonly<Record<(typeof FIELDS)[number], string>>;

export interface Address {
  readonly view: string | undefined;
  readonly finding: Finding;
  /** The memory that is open. */
  readonly open: string | undefined;
}

const TOKEN = /^#[\w-]{43}$/;

export function tokenIn(hash: string): string | undefined {
  return TOKEN.test(hash) ? hash.slice(1) : undefined;
}

export function addressIn(hash: string): Address {
  const given = new URLSearchParams(TOKEN.test(hash) ? "" : hash.slice(1));
  const finding = Object.fromEntries(FIELDS.map((name) => [name, given.get(name) ?? ""])) as Finding;
  return { view: given.get("view") ?? undefined, finding, open: given.get("open") ?? undefined };
}

export function hashOf({ view, finding, open }: Address): string {
  const said = new URLSearchParams(view === undefined ? {} : { view });
  for (const name of FIELDS) if (finding[name] !== "") said.set(name, finding[name]);
  if (open !== undefined) said.set("open", open);
  return said.size === 0 ? "" : `#${said.toString()}`;
}

type Field = HTMLInputElement | HTMLSelectElement;

function fieldOf(name: (typeof FIELDS)[number]): Field {
  return byId(`find-${name}`) as Field;
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === "checkbox";
}

export function readForm(): Finding {
  const saidIn = (field: Field): string => (isBox(field) ? (field.checked ? "yes" : "") : field.value);
  return Object.fromEntries(FIELDS.map((name) => [name, saidIn(fieldOf(name))])) as Finding;
}

export function writeForm(finding: Finding): void {
  for (const name of FIELDS) {
    const field = fieldOf(name);
    if (isBox(field)) field.checked = finding[name] === "yes";
    else {
      // What the address names is kept, also before the choices are known.
      if (field instanceof HTMLSelectElement && finding[name] !== "" && !isChoice(field, finding[name]))
        field.append(make("option", { text: finding[name], attributes: { value: finding[name] } }));
      if (field.value !== finding[name]) field.value = finding[name];
    }
  }
  tellFilters();
}

/** How many filters are set stands on what opens them. */
export function tellFilters(): void {
  const finding = readForm();
  const set = FIELDS.filter((name) => name !== "text" && finding[name] !== "").length;
  byId("filters-word").textContent = set === 0 ? TEXT.filters : `${TEXT.filters} (${set})`;
}

function isChoice(field: HTMLSelectElement, value: string): boolean {
  return [...field.options].some((option) => option.value === value);
}

interface Known {
  readonly tags: readonly string[];
  readonly projects: readonly string[];
  readonly kinds: readonly string[];
}

export function writeChoices({ tags, projects, kinds }: Known): void {
  const options = (values: readonly string[]): HTMLElement[] =>
    values.map((value) => make("option", { text: value, attributes: { value } }));
  const any = make("option", { text: TEXT.any, attributes: { value: "" } });
  const finding = readForm();
  byId("find-kind").replaceChildren(any, ...options(kinds));
  byId("find-project").replaceChildren(any.cloneNode(true), ...options(projects));
  byId("tags").replaceChildren(...options(tags.slice(0, 200)));
  writeForm(finding);
}
