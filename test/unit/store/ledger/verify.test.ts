// A chain of twelve entries, harmed in every way there is: each harm is found, and where it is. The loops are
// exhaustive over positions, and count what they tried.
import { describe, expect, test } from "vitest";
import { type Acknowledgement, followsOf } from "../../../../src/attest/acknowledge.ts";
import {
  type Break,
  formatLine,
  GENESIS,
  type LedgerVerdict,
  readLine,
  verifyReadings,
} from "../../../../src/store/ledger.ts";
import type { Mark } from "../../../../src/store/records.ts";
import { bytesOf, CHAIN_DEVICE, chainOf, headOf, lineOf, verifyLedger } from "../../../support/chains.ts";

const LENGTH = 12;
const LINES = chainOf(LENGTH);
const BYTES = bytesOf(LINES);
const MARK = headOf(LINES);
const OTHER_DEVICE = "fedcba9876543210";

function verify(bytes: Uint8Array, mark?: Mark): LedgerVerdict {
  return verifyLedger(bytes, CHAIN_DEVICE, mark);
}

/** The first thing that is wrong, torn lines included. */
function first(lines: readonly string[] | Uint8Array, mark?: Mark): Break | undefined {
  const { torn, broken } = verify(lines instanceof Uint8Array ? lines : bytesOf(lines), mark);
  return [...torn, ...(broken === undefined ? [] : [broken])].sort((a, b) => a.line - b.line)[0];
}

/** The line that holds the byte at a position, or would hold the next one. */
const LINE_AT: readonly number[] = [...BYTES.entries()].reduce(
  (lines, [position, byte]) => {
    lines.push((lines[position] ?? 1) + (byte === 0x0a ? 1 : 0));
    return lines;
  },
  [1],
);

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

describe("a ledger that nobody touched", () => {
  test("STO-31: is whole, with and without a mark, and when the mark lags", () => {
    for (const mark of [undefined, MARK, headOf(LINES.slice(0, 5))]) {
      expect(verify(BYTES, mark)).toEqual({ entries: LENGTH, head: MARK, torn: [], acknowledged: [] });
    }
    expect(verify(new Uint8Array())).toEqual({ entries: 0, torn: [], acknowledged: [] });
  });

  test("STO-31: each line is read back as it was written", () => {
    for (const [index, text] of LINES.entries()) {
      const { hash, ...rest } = readLine(text) ?? {};
      const prev = index === 0 ? GENESIS : headOf(LINES.slice(0, index)).hash;
      expect(rest).toEqual(lineOf(index + 1, prev));
      expect(hash).toBe(headOf(LINES.slice(0, index + 1)).hash);
    }
  });

  test("STO-31: what has not exactly the form of a line is none", () => {
    const text = at(LINES, 0);
    expect(readLine(text)?.seq).toBe(1);
    const wrong = [
      ` ${text}`,
      `${text} `,
      text.replace("verified", "v\u00e9rified"),
      text.replace('"seq":1', '"seq":0'),
    ];
    for (const other of [...wrong, text.replace('"seq":1', '"seq":-1'), text.replace('"seq":1', '"seq":1.5')])
      expect(readLine(other)).toBeUndefined();
  });

  test("STO-31: a newer program's words are no tampering", () => {
    const last = lineOf(LENGTH + 1, MARK.hash);
    const newer = formatLine({ ...last, action: "teleport" as never, reason: "dreamt" as never });
    expect(verify(bytesOf([...LINES, newer.text])).broken).toBeUndefined();
  });
});

describe("every harm is found and located", () => {
  test("STO-31: every single-byte change", () => {
    let tried = 0;
    const missed: string[] = [];
    for (let position = 0; position < BYTES.length; position++) {
      const old = BYTES[position] ?? 0;
      const values = new Set([old ^ 1, old ^ 0x20, old ^ 0x80, 0x0a, 0x22, 0x30]);
      values.delete(old);
      for (const value of values) {
        const changed = Uint8Array.from(BYTES);
        changed[position] = value;
        tried++;
        const found = first(changed);
        // A changed line end joins two lines, the harm is in the first of them.
        if (found?.line !== LINE_AT[position]) missed.push(`${position}: ${old} -> ${value}: ${found?.line}`);
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(BYTES.length * 5);
    process.stdout.write(`single-byte changes tried: ${tried}, missed: ${missed.length}\n`);
  }, 120_000);

  test("STO-31: every truncation by bytes; at a line end the mark tells", () => {
    for (let length = 0; length < BYTES.length; length++) {
      const cut = BYTES.slice(0, length);
      const isLineEnd = length === 0 || cut.at(-1) === 0x0a;
      const wanted = LINE_AT[length];
      expect([length, first(cut, MARK)?.line]).toEqual([length, wanted]);
      expect([length, first(cut)?.line]).toEqual([length, isLineEnd ? undefined : wanted]);
      // Lacking only its line end, the last entry is there; any shorter and the mark misses it.
      const { broken, entries } = verify(cut, MARK);
      if (length < BYTES.length - 1) expect(broken).toMatchObject({ kind: "shorter", seq: entries + 1, seen: LENGTH });
    }
  }, 120_000);

  test("STO-31: every removal of lines, at the start, in the middle, at the end", () => {
    for (let from = 0; from < LENGTH; from++)
      for (let to = from + 1; to <= LENGTH; to++) {
        const kind = to === LENGTH ? "shorter" : "missing";
        expect(first(LINES.toSpliced(from, to - from), MARK)).toMatchObject({ kind, line: from + 1, seq: from + 1 });
      }
  });

  test("STO-31: every insertion of a copy, a forgery, a fragment or an empty line, at every position", () => {
    const forged = (seq: number, prev: string) => formatLine({ ...lineOf(seq, prev), to: "inferred" }).text;
    for (let position = 0; position <= LENGTH; position++) {
      const before = position === 0 ? { seq: 0, hash: GENESIS } : headOf(LINES.slice(0, position));
      const put = (text: string): Break | undefined => first(LINES.toSpliced(position, 0, text), MARK);
      for (const [copied, text] of LINES.entries()) {
        // A copy of the next line is found at the second of the two, which nobody can tell apart.
        const line = copied === position ? position + 2 : position + 1;
        expect([position, copied, put(text)]).toMatchObject([position, copied, { kind: "inserted", line }]);
        expect(put(text.slice(0, 100))).toMatchObject({ kind: "torn", line: position + 1 });
        expect(put(text.replace('"verified"', '"inferred"'))?.line).toBe(position + 1);
      }
      expect(put("")).toMatchObject({ kind: "torn", line: position + 1 });
      expect(put("anything at all")).toMatchObject({ line: position + 1 });
      expect(put(forged(before.seq + 2, before.hash))?.line).toBe(position + 1);
      expect(put(forged(before.seq, before.hash))?.line).toBe(position + 1);
      // Chained to the line before with a right hash: the line behind it no longer follows. At the end it would be
      // an entry like any other, which is what an append is.
      const smooth = put(forged(before.seq + 1, before.hash));
      if (position < LENGTH) expect(smooth).toMatchObject({ line: position + 2 });
      else expect(smooth).toBeUndefined();
    }
  });

  test("STO-31: every swap of two lines", () => {
    for (let a = 0; a < LENGTH; a++)
      for (let b = a + 1; b < LENGTH; b++) {
        const swapped = LINES.with(a, at(LINES, b)).with(b, at(LINES, a));
        expect(first(swapped)).toEqual({ kind: "out-of-order", line: a + 1, seq: a + 1, found: b + 1 });
      }
  });

  test("STO-31: every entry edited with its own hash made right again", () => {
    for (const [index, text] of LINES.entries()) {
      const line = readLine(text);
      if (line === undefined) throw new Error("not readable");
      const edited = LINES.with(index, formatLine({ ...line, action: "archive" }).text);
      const wanted = index === LENGTH - 1 ? { kind: "replaced", line: LENGTH } : { kind: "exchanged", line: index + 2 };
      expect(first(edited, MARK)).toMatchObject(wanted);
    }
  });

  test("STO-31: every tail rewritten from one entry on, all hashes right: the mark tells", () => {
    for (let from = 1; from <= LENGTH; from++) {
      const rewritten = LINES.slice(0, from - 1);
      for (let seq = from; seq <= LENGTH + 3; seq++) {
        const prev = seq === 1 ? GENESIS : headOf(rewritten).hash;
        rewritten.push(formatLine({ ...lineOf(seq, prev), reason: "recovery" }).text);
      }
      expect(first(rewritten, MARK)).toEqual({ kind: "replaced", line: LENGTH, seq: LENGTH });
      expect(first(rewritten)).toBeUndefined();
    }
  });

  test("STO-31: every splice with another device's chain, and with another chain of this device", () => {
    const foreign = chainOf(LENGTH, { device: OTHER_DEVICE });
    const older = chainOf(LENGTH, { seed: "older" });
    for (let keep = 0; keep < LENGTH; keep++)
      for (let from = 0; from < LENGTH; from++) {
        const strange = first([...LINES.slice(0, keep), ...foreign.slice(from)], MARK);
        expect(strange).toMatchObject({ kind: "foreign", line: keep + 1 });
        const found = first([...LINES.slice(0, keep), ...older.slice(from)], MARK);
        const whole = keep === 0 && from === 0;
        expect([keep, from, found?.line]).toEqual([keep, from, whole ? LENGTH : keep + 1]);
      }
  });

  test("STO-31: a file under another device's name", () => {
    expect(verifyLedger(BYTES, OTHER_DEVICE).broken).toMatchObject({ kind: "foreign", line: 1 });
  });
});

describe("a line that a crash cut off", () => {
  test("STO-31: is told, and hides nothing that comes after it", () => {
    const torn = at(LINES, 6).slice(0, 77);
    const lines = [...LINES.slice(0, 6), torn, "", ...LINES.slice(6)];
    expect(verify(bytesOf(lines), MARK)).toEqual({
      entries: LENGTH,
      head: MARK,
      torn: [
        { kind: "torn", line: 7, seq: 7 },
        { kind: "torn", line: 8, seq: 7 },
      ],
      acknowledged: [],
    });
    const edited = lines.with(10, at(lines, 10).replace("verified", "inferred"));
    expect(verify(bytesOf(edited)).broken).toMatchObject({ kind: "edited", line: 11, seq: 9 });
    const lost = lines.toSpliced(8, 1);
    expect(verify(bytesOf(lost)).broken).toMatchObject({ line: 7, seq: 7 });
  });

  test("STO-31: a hundred thousand of them are counted", () => {
    const { torn, entries } = verify(bytesOf([...LINES.slice(0, 6), ...Array(100_000).fill(""), ...LINES.slice(6)]));
    expect([torn.length, entries]).toEqual([100_000, LENGTH]);
  });
});

describe("a break that a person acknowledged", () => {
  // Two copies of one machine went on from the same entry, and a join kept the lines of both.
  const [one, other] = [chainOf(8), chainOf(5, { seed: "the other" })];
  const both = [...one, ...other.slice(1)];
  const lines = both.map((text) => ({ text, line: readLine(text) }));
  const all = [...lines, { text: "", line: undefined }];
  const said = (from: number, to: number): Acknowledgement => ({
    kind: "ledger",
    version: 1,
    store: "personal",
    device: CHAIN_DEVICE,
    from,
    to,
    follows: followsOf(both.slice(from - 1, to)),
    date: "2026-05-02",
    by: "fedcba9876543210",
  });
  const markAt = (line: number): Mark => {
    const { seq = 0, hash = "" } = lines[line - 1]?.line ?? {};
    return { seq, hash };
  };
  const verdict = (known: readonly Acknowledgement[], mark?: Mark) => verifyReadings(all, CHAIN_DEVICE, mark, known);

  test("STO-31: is passed over as it stood, and the chain is read on behind it", () => {
    expect(verdict([])).toMatchObject({ broken: { line: 9 }, acknowledged: [] });
    expect(verdict([said(9, 12)])).toEqual({
      entries: 5,
      head: markAt(12),
      torn: [],
      acknowledged: [{ line: 9, by: "fedcba9876543210", date: "2026-05-02" }],
    });
    expect(verdict([said(9, 10)])).toMatchObject({ entries: 5, acknowledged: [{ line: 9 }] });
    expect(verdict([said(9, 10)]).broken).toBeUndefined();
  });

  test("STO-31: is one again elsewhere, with other lines, or with more than stand there", () => {
    for (const known of [
      said(8, 12),
      said(10, 12),
      { ...said(9, 12), follows: "0".repeat(64) },
      { ...said(9, 12), to: 13 },
    ])
      expect(verdict([known])).toMatchObject({ broken: { line: 9 }, acknowledged: [] });
  });

  test("STO-31: is no missing end to a machine that has seen either of the two go on, and hides no other", () => {
    for (const line of [8, 10, 11, 12]) expect(verdict([said(9, 12)], markAt(line)).broken, `${line}`).toBeUndefined();
    expect(verdict([said(9, 12)], { seq: 9, hash: "0".repeat(64) }).broken).toMatchObject({ kind: "shorter", seen: 9 });
    expect(verdict([said(9, 12)], { seq: 7, hash: "0".repeat(64) }).broken).toMatchObject({ kind: "shorter", seen: 7 });
  });
});
