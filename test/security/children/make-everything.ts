// Makes every kind of file this program keeps, under whatever umask it was started with.
import { asChecked } from "../../../src/checks/checked.ts";
import { writeUserConfig } from "../../../src/config/io/files.ts";
import { writePauses } from "../../../src/config/io/pause.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { appendNotice } from "../../../src/recall/io/notices.ts";
import { appendReceipt } from "../../../src/recall/io/receipts.ts";
import { deviceOf } from "../../../src/store/io/device-key.ts";
import { openHistory } from "../../../src/store/io/history.ts";
import { openLedger } from "../../../src/store/io/ledger.ts";
import { initStore, openStore } from "../../../src/store/io/open-store.ts";
import { keepRaw } from "../../../src/store/io/raw.ts";
import { sha256Hex } from "../../../src/text/digest.ts";

const base = process.argv[2] ?? "";
const id = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF" as MemoryId;
const now = new Date("2026-11-14T10:11:12Z");
const text = asChecked("text");
const sha256 = sha256Hex(text);

initStore(`${base}/home/.holdfast`, { scope: "personal", storeId: id });
const store = openStore(`${base}/home/.holdfast`, { scope: "personal", lock: "shared" });
await store.withLock((writer) => {
  writer.apply({ kind: "create", place: "memories", file: "user_a.md", text });
  writer.apply({ kind: "create", place: "memories", file: "user_b.md", text });
  writer.apply({ kind: "move", file: "user_b.md", from: "memories", to: "quarantine", base: sha256, text });
  writer.apply({ kind: "archive", file: "user_b.md", base: sha256, month: "2026-11" });
  writer.apply({ kind: "rewrite", place: "memories", file: "user_a.md", base: sha256, text });
});
const device = deviceOf(`${base}/data`);
const event = {
  actor: "user",
  channel: "terminal",
  action: "create",
  id,
  from: "none",
  to: "verified",
  reason: "asked",
} as const;
openLedger(`${base}/home/.holdfast/ledger`, device.id).append(event, now);
openLedger(`${base}/state/ledger/key`, device.id).append(event, now);
const before = { place: "memories", file: "user_a.md", sha256 } as const;
openHistory(`${base}/state`, "key").record(
  { id, group: "g", at: now.toISOString(), action: "edit", channel: "terminal", before },
  Buffer.from(text),
);
keepRaw(`${base}/state`, Buffer.from(text), { from: "a", why: "b" }, now);
appendReceipt(`${base}/state`, {
  at: now.toISOString(),
  session: "s",
  host: "h",
  event: "e",
  tokens: 0,
  shown: [],
  withheld: [],
});
appendNotice(`${base}/state`, "notice", now);
writePauses(`${base}/state`, [{}]);
writeUserConfig(`${base}/config`, "{}");
process.stdout.write("made\n");
