// Erasure (HUB-11): what goes is typed again, why is chosen, and the receipt that the hub signed is there to be kept.
import { make } from "../../src/web/page/dom.ts";
import type { TenantInfo } from "../protocol.ts";
import { ask } from "./api.ts";
import type { MemberRow } from "./members.ts";
import { choice, field, form, hint, question, section, show, tell } from "./parts.ts";
import { taken } from "./shell.ts";
import { REASONS, TEXT } from "./wording.ts";

interface Receipt {
  readonly text: string;
  readonly signature: string;
  readonly already?: string;
}

export async function showErase(info: TenantInfo): Promise<void> {
  const told = taken(await ask<{ readonly members: readonly MemberRow[] }>("GET", "/members"));
  if (told === undefined) return;
  const others = told.members.filter(({ member, name }) => member !== info.you.id && name !== "");
  show(TEXT.views.erase, [hint(TEXT.eraseHint), ofMemory(info), ofMember(info, others)]);
}

function ofMemory(info: TenantInfo): HTMLElement {
  const store = field(TEXT.store, { value: "org", required: "", spellcheck: "false", autocomplete: "off" });
  const memory = field(TEXT.memory, {
    required: "",
    pattern: "[0-9A-HJKMNP-TV-Z]{26}",
    spellcheck: "false",
    autocomplete: "off",
  });
  const reason = choice(TEXT.reason, REASONS);
  const made = form(TEXT.erase, [store.box, memory.box, reason.box], () => {
    const id = memory.input.value;
    const body = { store: store.input.value.trim(), memory: id, reason: reason.input.value };
    return erase(info, { title: TEXT.eraseTitle(id), typed: id, body });
  });
  return section(TEXT.eraseMemory, [made]);
}

function ofMember(info: TenantInfo, others: readonly MemberRow[]): HTMLElement {
  const names = Object.fromEntries(others.map(({ member, name }) => [member, `${name} (${member})`]));
  const member = choice(TEXT.member, names);
  const reason = choice(TEXT.reason, REASONS);
  const made = form(TEXT.erase, [member.box, reason.box], async () => {
    const id = member.input.value;
    if (id === "") return tell(TEXT.noMembers);
    return erase(info, {
      title: TEXT.eraseTitle(names[id] ?? id),
      typed: id,
      body: { member: id, reason: reason.input.value },
    });
  });
  return section(TEXT.eraseMember, [hint(TEXT.eraseMemberHint), made]);
}

interface Erasing {
  readonly title: string;
  readonly typed: string;
  readonly body: object;
}

async function erase(info: TenantInfo, { title, typed, body }: Erasing): Promise<void> {
  if (!(await question({ title, parts: [hint(TEXT.eraseHint)], yes: TEXT.erase, typed }))) return;
  const receipt = taken(await ask<Receipt>("POST", "/erase", { body, isRaw: true }));
  if (receipt === undefined) return;
  await showErase(info);
  document.querySelector("#title")?.after(receiptBox(info, receipt));
  tell(receipt.already === undefined ? TEXT.erased : TEXT.erasedAlready);
}

function receiptBox({ tenant, receiptKey }: TenantInfo, { text, signature }: Receipt): HTMLElement {
  const file = new Blob([`${JSON.stringify({ text, signature, key: receiptKey }, null, 1)}\n`], {
    type: "application/json",
  });
  const attributes = { href: URL.createObjectURL(file), download: `receipt-${tenant}.json` };
  return make("section", { class: "notice" }, [
    make("h3", { text: TEXT.receipt }),
    make("p", { text: TEXT.receiptHint }),
    make("code", { class: "secret", text }),
    make("p", {}, [make("a", { text: TEXT.download, class: "button main", attributes })]),
  ]);
}
