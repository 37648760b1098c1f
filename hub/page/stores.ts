// What waits for review where, and what each store holds.
import { make } from "../../src/web/page/dom.ts";
import type { Overview, StoreOverview } from "../protocol.ts";
import { ask } from "./api.ts";
import type { MemberRow } from "./members.ts";
import { hint, notice, section, show, table } from "./parts.ts";
import { counted, sizeOf, taken, timeOf } from "./shell.ts";
import { TEXT } from "./wording.ts";

export async function showStores(): Promise<void> {
  const [told, listed] = [
    taken(await ask<Overview>("GET", "/overview")),
    taken(await ask<{ readonly members: readonly MemberRow[] }>("GET", "/members")),
  ];
  if (told === undefined || listed === undefined) return;
  const waiting = told.stores.filter(({ inferred, quarantined }) => inferred + quarantined > 0);
  const columns = [TEXT.store, TEXT.proposals, TEXT.quarantined, TEXT.mayConfirm];
  const rows = waiting.map(({ store, inferred, quarantined }) => [
    store,
    counted(inferred),
    counted(quarantined),
    store.startsWith("project/") ? TEXT.inItsRepository : mayConfirm(listed.members, store),
  ]);
  show(TEXT.views.stores, [
    section(TEXT.waiting, [notice(TEXT.onYourMachine), table(columns, rows, TEXT.nothingWaits)]),
    section(TEXT.views.stores, [storeTable(told.stores), personal(told)]),
  ]);
}

function storeTable(stores: readonly StoreOverview[]): HTMLElement {
  const columns = [TEXT.store, TEXT.verified, TEXT.inferred, TEXT.quarantined, TEXT.size, TEXT.changes, TEXT.lastPush];
  const rows = stores.map(({ store, verified, inferred, quarantined, bytes, seq, pushed }) => [
    make("code", { text: store }),
    counted(verified),
    counted(inferred),
    counted(quarantined),
    sizeOf(bytes),
    counted(seq),
    pushed === null ? TEXT.notYet : timeOf(pushed),
  ]);
  return table(columns, rows, TEXT.noStores);
}

function personal({ personal: { stores, memories, bytes } }: Overview): HTMLElement {
  return hint(TEXT.personal(stores, counted(memories), sizeOf(bytes)));
}

/** Whose role reaches that far; the hub says it to the page as it says it to machines. */
function mayConfirm(members: readonly MemberRow[], store: string): string {
  const names = members.filter(
    ({ ended, grants }) =>
      !ended && grants.some((held) => covers(held.store, store) && (held.role === "reviewer" || held.role === "admin")),
  );
  return names.map(({ name }) => name).join(", ") || TEXT.nobodyMay;
}

function covers(granted: string, store: string): boolean {
  return granted === "*" || granted === store || (granted.endsWith("/*") && store.startsWith(granted.slice(0, -1)));
}
