// What may enter a ledger line, and what is read as one: each field by itself, so that no condition is lost unnoticed.
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../../../../src/memory/ids.ts";
import { formatLine, GENESIS, isDevice, isEvent, readLine } from "../../../../src/store/ledger.ts";
import { ACTIONS, type LedgerEvent, REASONS } from "../../../../src/store/records.ts";
import { CHANNELS } from "../../../../src/trust/channels.ts";
import { bytesOf, CHAIN_DEVICE, chainOf, headOf, lineOf, verifyLedger } from "../../../support/chains.ts";

const EVENT: LedgerEvent = {
  actor: "user",
  channel: "terminal",
  action: "create",
  id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" as MemoryId,
  from: "none",
  to: "inferred",
  reason: "asked",
};
const FREE_TEXT = "the password is hunter2";

describe("STO-34: closed lists only", () => {
  test.each([
    ["actor", ["user", "agent", "observer", "import", "sync", "check"]],
    ["channel", CHANNELS],
    ["action", ACTIONS],
    ["reason", REASONS],
    ["from", ["verified", "inferred", "quarantined", "none", "archived"]],
    ["to", ["verified", "inferred", "quarantined", "none", "archived"]],
  ] as const)("%s takes each of its words", (key, words) => {
    for (const word of words) expect([word, isEvent({ ...EVENT, [key]: word } as LedgerEvent)]).toEqual([word, true]);
  });

  test.each(["actor", "channel", "action", "id", "reason", "from", "to"])("%s takes no other text", (key) => {
    for (const other of [FREE_TEXT, "", undefined])
      expect([other, isEvent({ ...EVENT, [key]: other } as LedgerEvent)]).toEqual([other, false]);
  });

  test("a device is 16 to 64 hexadecimal digits in a text", () => {
    const device = "0123456789abcdef";
    expect([device, device.repeat(4)].map(isDevice)).toEqual([true, true]);
    const others = [device.slice(1), `${device.repeat(4)}0`, device.toUpperCase(), `${device}\n`, [device], undefined];
    expect(others.map(isDevice)).toEqual(others.map(() => false));
  });
});

describe("STO-31: what has the form of a line", () => {
  const line = lineOf(1, GENESIS);
  const written = (more: Record<string, unknown>): string => formatLine({ ...line, ...more } as typeof line).text;

  test("with and without a digest", () => {
    expect(readLine(written({}))?.seq).toBe(1);
    expect(readLine(written({ sha256: null }))?.sha256).toBeNull();
    expect(readLine(written({ sha256: "a".repeat(64) }))?.sha256).toBe("a".repeat(64));
  });

  const wrong: readonly (readonly [key: string, value: unknown])[] = [
    ...["ts", "actor", "channel", "action", "from", "to", "reason"].map((key) => [key, 1] as const),
    ["sha256", "a".repeat(63)],
    ["sha256", "a".repeat(65)],
    ["sha256", FREE_TEXT],
    ["sha256", 1],
    ["id", "x"],
    ["device", "x"],
    ["seq", 0],
    ["seq", 1.5],
    ["seq", "1"],
    ["prev", "0".repeat(63)],
    ["prev", 1],
  ];

  test.each(wrong)("not with %s = %j", (key, value) => {
    expect(readLine(written({ [key]: value }))).toBeUndefined();
  });
});

describe("STO-31: which harm it was", () => {
  const lines = chainOf(5);
  const verify = (text: string): ReturnType<typeof verifyLedger> =>
    verifyLedger(Buffer.from(text, "latin1"), CHAIN_DEVICE, headOf(lines));
  const withLine = (index: number, remove: number, text: string): string =>
    Buffer.from(bytesOf(lines.toSpliced(index, remove, text))).toString("latin1");

  test("a line that was never one, put between two, is inserted; in the place of one it is an edit", () => {
    for (let index = 0; index < 5; index++) {
      expect(verify(withLine(index, 0, 'anything"}')).broken).toEqual({
        kind: "inserted",
        line: index + 1,
        seq: index + 1,
      });
      expect(verify(withLine(index, 1, 'anything"}')).broken).toMatchObject({ kind: "edited", line: index + 1 });
    }
    expect(verify(withLine(5, 0, 'anything"}')).broken).toMatchObject({ kind: "edited", line: 6 });
  });

  test("an entry of an earlier number with a right hash: inserted before the one it hides, out of order in its place", () => {
    for (let index = 1; index < 5; index++) {
      const before = headOf(lines.slice(0, index));
      for (const seq of [before.seq, 1]) {
        const { text } = formatLine({ ...lineOf(seq, before.hash), reason: "recovery" });
        const found = { line: index + 1, seq: index + 1, found: seq };
        expect(verify(withLine(index, 0, text)).broken).toEqual({ kind: "inserted", ...found });
        expect(verify(withLine(index, 1, text)).broken).toEqual({ kind: "out-of-order", ...found });
      }
    }
  });

  test("a last line without its line end is told as torn, and is an entry all the same", () => {
    const whole = Buffer.from(bytesOf(lines)).toString("latin1");
    expect(verify(whole)).toStrictEqual({ entries: 5, head: headOf(lines), torn: [], acknowledged: [] });
    expect(verify(whole.slice(0, -1))).toStrictEqual({
      entries: 5,
      head: headOf(lines),
      torn: [{ kind: "torn", line: 5, seq: 5, found: 5 }],
      acknowledged: [],
    });
  });
});
