import { appendFileSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LedgerEvent } from "../../../src/core/ports/ledger.ts";
import { GENESIS, hashOf, type LedgerLine, openLedger } from "../../../src/store/ledger.ts";
import { ID, scratch, thrown } from "../../support/disk.ts";

const DEVICE = "0123456789abcdef";
const NOW = new Date("2026-11-14T10:11:12.345Z");
const EVENT: LedgerEvent = {
  actor: "user",
  channel: "terminal",
  action: "create",
  id: ID,
  from: "none",
  to: "verified",
  reason: "asked",
};

function lines(folder: string): LedgerLine[] {
  const file = readFileSync(`${folder}/${DEVICE}.jsonl`, "utf8");
  return file.split("\n").flatMap((line) => (line.startsWith("{") && line.endsWith("}") ? [JSON.parse(line)] : []));
}

describe("the ledger", () => {
  test("STO-30: one line per change, chained, keys in their order, 0600 in a 0700 folder", () => {
    const folder = `${scratch()}/ledger`;
    const ledger = openLedger(folder, DEVICE);
    expect(ledger.last()).toBeUndefined();
    ledger.append({ ...EVENT, action: "intent" }, NOW);
    ledger.append(EVENT, NOW);
    const [first, second] = lines(folder);
    expect(Object.keys(first ?? {})).toEqual([
      "seq",
      "ts",
      "device",
      "actor",
      "channel",
      "action",
      "id",
      "from",
      "to",
      "reason",
      "prev",
      "hash",
    ]);
    expect(first).toMatchObject({ seq: 1, ts: NOW.toISOString(), device: DEVICE, action: "intent", prev: GENESIS });
    expect(second).toMatchObject({ seq: 2, prev: first?.hash });
    for (const line of lines(folder)) expect(hashOf(line)).toBe(line.hash);
    expect(ledger.last()).toEqual(EVENT);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(`${folder}/${DEVICE}.jsonl`).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([`${DEVICE}.jsonl`]);
  });

  test("STO-30: a line torn by a crash is passed over and the chain goes on after it", () => {
    const folder = `${scratch()}/ledger`;
    const ledger = openLedger(folder, DEVICE);
    ledger.append(EVENT, NOW);
    appendFileSync(`${folder}/${DEVICE}.jsonl`, '{"seq":2,"ts":"2026-');
    expect(ledger.last()).toEqual(EVENT);
    ledger.append({ ...EVENT, action: "edit" }, NOW);
    const [first, second] = lines(folder);
    expect(second).toMatchObject({ seq: 2, action: "edit", prev: first?.hash });
    expect(openLedger(folder, DEVICE).last()?.action).toBe("edit");
  });

  test("STO-34: only the known keys of an event are written", () => {
    const folder = `${scratch()}/ledger`;
    openLedger(folder, DEVICE).append({ ...EVENT, body: "a secret" } as LedgerEvent, NOW);
    expect(readFileSync(`${folder}/${DEVICE}.jsonl`, "utf8")).not.toContain("secret");
  });

  test("STO-22: a folder or a file behind a link is refused, a device id is no path", () => {
    const folder = scratch();
    const elsewhere = scratch();
    symlinkSync(elsewhere, `${folder}/ledger`);
    expect(thrown(() => openLedger(`${folder}/ledger`, DEVICE).append(EVENT, NOW)).code).toBe("unsafe-path");
    expect(thrown(() => openLedger(folder, "../../x")).code).toBe("usage");
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
