// Roles per store, as a member holds them: some rows, each a store and a role.
import { make } from "../../src/web/page/dom.ts";
import type { Role } from "../protocol.ts";
import { button, choice, field } from "./parts.ts";
import { ROLE_NAMES, TEXT } from "./wording.ts";

export interface Grant {
  readonly store: string;
  readonly role: Role;
}

export interface Grants {
  readonly box: HTMLElement;
  read(): readonly Grant[];
}

/** The first role of a new one is the least that is of use. */
const FIRST: Grant = { store: "org", role: "reader" };

export function grantsEditor(held: readonly Grant[] = [FIRST]): Grants {
  const rows: { readonly read: () => Grant; readonly box: HTMLElement }[] = [];
  const list = make("div", {});
  const add = ({ store, role }: Grant): void => {
    const named = field(TEXT.store, { value: store, required: "", spellcheck: "false", autocomplete: "off" });
    const chosen = choice(TEXT.role, ROLE_NAMES);
    chosen.input.value = role;
    const remove = button(TEXT.removeRole, () => {
      rows.splice(rows.indexOf(row), 1);
      row.box.remove();
    });
    const box = make("div", { class: "grant" }, [named.box, chosen.box, remove]);
    const row = { box, read: () => ({ store: named.input.value.trim(), role: chosen.input.value as Role }) };
    rows.push(row);
    list.append(box);
  };
  for (const each of held) add(each);
  const legend = make("legend", { text: `${TEXT.roles}: ${TEXT.stores}` });
  const box = make("fieldset", {}, [legend, list, button(TEXT.addRole, () => add(FIRST))]);
  return { box, read: () => rows.map(({ read }) => read()) };
}
