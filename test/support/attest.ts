// What a device would have said when a person confirmed a text, for memories that a test plants.
import { nextDot } from "../../src/attest/vouch.ts";
import { keptIn } from "../../src/compose/kept.ts";
import { openDirectory, within } from "../../src/disk/directory.ts";
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import { declaredTier, idOf, listField, statusOf } from "../../src/memory/fields.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { openStore } from "../../src/store/io/open-store.ts";
import { readSaid, statementsIn, writeStatement } from "../../src/store/io/statements.ts";

/** Nothing is said about a text that is not verified, has no id or can't be read. */
export function attest(text: string, store: string, data: string): void {
  const document = parseDocument(text);
  if (document.kind !== "document" || declaredTier(document) !== "verified") return;
  const id = idOf(document);
  const root = id === undefined ? undefined : openDirectory(store);
  if (id === undefined || root === undefined) return;
  const keys = deviceKeys(data);
  within(root, (opened) => {
    const known = readSaid(opened, { store: "personal", id, keys }, statementsIn);
    const vouches = {
      content: contentHash(document),
      status: statusOf(document),
      supersedes: listField(document, "supersedes"),
    };
    const about = { version: 1, scope: "personal", id, action: "create", date: "2026-01-01" } as const;
    const next = nextDot(known, deviceOf(data).id);
    writeStatement(opened, { scope: "personal", statement: { ...about, ...next, vouches } }, keys);
    // As if an act had written it: a word that nobody knows counts for nothing (STO-35).
    const state = data.replace(/\/data\/holdfast$/, "/state/holdfast").replace(/\/share\/holdfast$/, "/state/holdfast");
    const { info } = openStore(store, { scope: "personal" });
    keptIn(state, info, next.dot.device).note([`attest/${id}/${next.dot.device}.${next.dot.n}.json`]);
  });
}
