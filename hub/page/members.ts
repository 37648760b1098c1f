// Members: added with an invitation, given roles per store, ended.
import { make } from "../../src/web/page/dom.ts";
import type { TenantInfo } from "../protocol.ts";
import { ask } from "./api.ts";
import { type Grant, grantsEditor } from "./grants.ts";
import { button, type Cell, field, form, hint, question, show, table, tell } from "./parts.ts";
import { act, secretShown, taken } from "./shell.ts";
import { TEXT } from "./wording.ts";

export interface MemberRow {
  readonly member: string;
  readonly name: string;
  readonly email: string | null;
  readonly ended: boolean;
  readonly grants: readonly Grant[];
  readonly devices: readonly string[];
}

export async function showMembers(info: TenantInfo, shown?: HTMLElement): Promise<void> {
  const told = taken(await ask<{ readonly members: readonly MemberRow[] }>("GET", "/members"));
  if (told === undefined) return;
  const again = (more?: HTMLElement): Promise<void> => showMembers(info, more);
  const columns = [TEXT.name, TEXT.email, TEXT.roles, TEXT.views.devices, TEXT.state, TEXT.acts];
  const sorted = told.members.toSorted((a, b) => Number(a.ended) - Number(b.ended) || a.name.localeCompare(b.name));
  const rows = sorted.map((row): readonly Cell[] => [
    `${row.name || row.member}${row.member === info.you.id ? TEXT.you_ : ""}`,
    row.email ?? "",
    make(
      "ul",
      {},
      row.grants.map(({ store, role }) => make("li", { text: `${role} ${store}` })),
    ),
    String(row.devices.length),
    row.ended ? TEXT.over : TEXT.active,
    row.ended ? "" : acts(row, row.member === info.you.id, again),
  ]);
  show(TEXT.views.members, [
    ...(shown === undefined ? [] : [shown]),
    adding(again),
    table(columns, rows, TEXT.noMembers),
  ]);
}

function acts(row: MemberRow, isOwn: boolean, again: (shown?: HTMLElement) => Promise<void>): HTMLElement {
  const { member, name } = row;
  // Whom nobody was here as yet; of the others the operator makes one.
  const invited = button(TEXT.inviteAgain, async () => {
    const told = taken(await ask<{ readonly invite: string }>("POST", `/members/${member}/invite`, { body: {} }));
    if (told === undefined) return;
    await again(secretShown(TEXT.invitationFor(name), told.invite, TEXT.shownOnce));
    tell(TEXT.invited(name));
  });
  const end = button(
    TEXT.end,
    () =>
      act(
        {
          title: TEXT.endMember(name),
          hint: TEXT.endMemberHint,
          ask: () => ask("DELETE", `/members/${member}`),
          done: TEXT.memberEnded(name),
        },
        () => again(),
      ),
    "danger",
  );
  const others = isOwn ? [] : [...(row.devices.length === 0 ? [invited] : []), end];
  return make("p", { class: "buttons" }, [button(TEXT.changeRoles, () => roles(row, () => again())), ...others]);
}

async function roles({ member, name, grants }: MemberRow, again: () => Promise<void>): Promise<void> {
  const editor = grantsEditor(grants);
  if (!(await question({ title: TEXT.rolesOf(name), parts: [editor.box], yes: TEXT.save, isEnd: false }))) return;
  if (taken(await ask("PUT", `/members/${member}`, { body: { grants: editor.read() } })) === undefined) return;
  await again();
  tell(TEXT.rolesSaved(name));
}

function adding(again: (shown: HTMLElement) => Promise<void>): HTMLElement {
  const name = field(TEXT.name, { required: "", maxlength: "100", autocomplete: "off" });
  const email = field(TEXT.optionalEmail, { type: "email", maxlength: "254", autocomplete: "off" });
  const editor = grantsEditor();
  const made = form(TEXT.add, [hint(TEXT.addHint), name.box, email.box, editor.box], async () => {
    const address = email.input.value.trim();
    const body = { name: name.input.value.trim(), grants: editor.read(), ...(address !== "" && { email: address }) };
    const told = taken(await ask<{ readonly invite: string }>("POST", "/members", { body }));
    if (told === undefined) return;
    await again(secretShown(TEXT.invitationFor(body.name), told.invite, TEXT.shownOnce));
    tell(TEXT.added(body.name));
  });
  return make("details", {}, [make("summary", { text: TEXT.addMember }), made]);
}
