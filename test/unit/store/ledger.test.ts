import { createHmac } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { openDigestKeys } from "../../../src/store/io/digest-keys.ts";
import { openLedger } from "../../../src/store/io/ledger.ts";
import { openLedgerHeads } from "../../../src/store/io/ledger-heads.ts";
import { GENESIS, hashOf, type LedgerLine } from "../../../src/store/ledger.ts";
import type { Ledger, LedgerEvent } from "../../../src/store/records.ts";
import { verifyLedger } from "../../support/chains.ts";
import { ID, scratch, thrown } from "../../support/disk.ts";
import { idOf } from "../../support/memories.ts";

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

const OTHER = idOf(7) as MemoryId;

interface Opened {
  readonly base: string;
  readonly ledger: Ledger;
}

/** With keys and marks, as an entrance opens it. */
function opened(): Opened {
  const base = scratch();
  const state = `${base}/state`;
  const side = { digest: openDigestKeys(state, "key").digest, marks: openLedgerHeads(state, "key") };
  return { base, ledger: openLedger(`${base}/ledger`, DEVICE, side) };
}

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
      "sha256",
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

  test("STO-30: a line that lacks only its line end counts, and the chain goes on from it", () => {
    const folder = `${scratch()}/ledger`;
    const path = `${folder}/${DEVICE}.jsonl`;
    const ledger = openLedger(folder, DEVICE);
    ledger.append(EVENT, NOW);
    ledger.append(EVENT, NOW);
    truncateSync(path, statSync(path).size - 1);
    ledger.append({ ...EVENT, action: "edit" }, NOW);
    expect(verifyLedger(readFileSync(path), DEVICE)).toMatchObject({ entries: 3, torn: [] });
    expect(verifyLedger(readFileSync(path), DEVICE).broken).toBeUndefined();
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

  test("STO-34: an event with a word of its own is refused before anything is written", () => {
    const folder = `${scratch()}/ledger`;
    const ledger = openLedger(folder, DEVICE);
    const words = { actor: "me", channel: "pipe", action: "because", id: "x", from: "good", to: "bad", reason: "so" };
    for (const [key, word] of Object.entries(words)) {
      expect(thrown(() => ledger.append({ ...EVENT, [key]: word } as LedgerEvent, NOW)).code).toBe("usage");
    }
    expect(existsSync(folder)).toBe(false);
  });
});

describe("the keyed digest", () => {
  test("STO-30: of the new file, by a key per memory; none for an intent or a removal", () => {
    const { base, ledger } = opened();
    ledger.append(EVENT, NOW, "Use pnpm here.\n");
    ledger.append({ ...EVENT, id: OTHER }, NOW, "Use pnpm here.\n");
    ledger.append({ ...EVENT, action: "reaffirm" }, NOW, "Use pnpm here.\n");
    ledger.append({ ...EVENT, action: "intent" }, NOW);
    const [first, second, third, intent] = lines(`${base}/ledger`).map((line) => line.sha256);
    const key = readFileSync(`${base}/state/digest-keys/key/${ID}`);
    expect(key).toHaveLength(32);
    expect(first).toBe(createHmac("sha256", key).update("Use pnpm here.\n").digest("hex"));
    expect(third).toBe(first);
    expect(second).toMatch(/^[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    expect(intent).toBeNull();
    expect(statSync(`${base}/state/digest-keys/key/${ID}`).mode & 0o777).toBe(0o600);
    expect(statSync(`${base}/state/digest-keys/key`).mode & 0o777).toBe(0o700);
  });

  test("STO-30: forgetting drops the key, and no later key gives the same digest", () => {
    const base = scratch();
    const keys = openDigestKeys(base, "key");
    const before = keys.digest(ID, "words");
    expect(keys.digest(ID, "words")).toBe(before);
    expect(keys.drop(ID)).toBe(true);
    expect(keys.drop(ID)).toBe(false);
    expect(existsSync(`${base}/digest-keys/key/${ID}`)).toBe(false);
    expect(keys.digest(ID, "words")).not.toBe(before);
  });

  test("STO-30, STO-22: a key caught half written is made anew; a link in its place is refused", () => {
    const base = scratch();
    const keys = openDigestKeys(base, "key");
    keys.digest(ID, "words");
    truncateSync(`${base}/digest-keys/key/${ID}`, 7);
    expect(keys.digest(ID, "words")).toBe(keys.digest(ID, "words"));
    expect(statSync(`${base}/digest-keys/key/${ID}`).size).toBe(32);
    symlinkSync(`${base}/elsewhere`, `${base}/digest-keys/key/${OTHER}`);
    expect(thrown(() => keys.digest(OTHER, "words")).code).toBe("unsafe-path");
    expect(thrown(() => keys.digest("../../x" as MemoryId, "words")).code).toBe("unsafe-path");
    expect(existsSync(`${base}/elsewhere`)).toBe(false);
  });
});

describe("the mark", () => {
  const verdict = ({ ledger }: Opened) => {
    const [file] = ledger.files();
    if (!(file?.content instanceof Uint8Array)) throw new Error("no ledger");
    return verifyLedger(file.content, DEVICE, file.mark);
  };
  const cutTo = ({ base }: Opened, count: number) => {
    const path = `${base}/ledger/${DEVICE}.jsonl`;
    const kept = readFileSync(path, "utf8").split("\n").slice(0, count);
    writeFileSync(path, kept.map((line) => `${line}\n`).join(""));
  };
  const grown = (count: number): Opened => {
    const all = opened();
    for (let n = 0; n < count; n++) all.ledger.append(EVENT, NOW);
    return all;
  };

  test("STO-31: follows every entry, 0600, and a whole ledger agrees with it", () => {
    const all = grown(5);
    const [file] = all.ledger.files();
    expect(file?.mark).toEqual({ seq: 5, hash: lines(`${all.base}/ledger`)[4]?.hash });
    expect(verdict(all)).toMatchObject({ entries: 5, torn: [] });
    expect(verdict(all).broken).toBeUndefined();
    expect(statSync(file?.markPath ?? "").mode & 0o777).toBe(0o600);
  });

  test("STO-31: a ledger cut short stays an alarm, however much is appended to it", () => {
    const all = grown(5);
    cutTo(all, 3);
    expect(verdict(all).broken).toEqual({ kind: "shorter", line: 4, seq: 4, seen: 5 });
    all.ledger.append(EVENT, NOW);
    expect(verdict(all).broken).toMatchObject({ kind: "shorter", seen: 5 });
    for (let n = 0; n < 60; n++) all.ledger.append({ ...EVENT, action: "edit" }, NOW);
    expect(verdict(all).broken).toEqual({ kind: "replaced", line: 5, seq: 5 });
  });

  test("STO-31: a file that vanished is told, also when a new one took its place", () => {
    const all = grown(5);
    rmSync(`${all.base}/ledger`, { recursive: true });
    expect(all.ledger.files()).toMatchObject([{ device: DEVICE, content: "gone", mark: { seq: 5 } }]);
    all.ledger.append(EVENT, NOW);
    expect(verdict(all).broken).toMatchObject({ kind: "shorter", seen: 5 });
  });

  test("STO-31: a mark that lags, is lost or is damaged is no alarm, and follows again", () => {
    const all = grown(5);
    const path = `${all.base}/state/ledger-heads/key/${DEVICE}`;
    const early = readFileSync(path);
    all.ledger.append(EVENT, NOW);
    all.ledger.append(EVENT, NOW);
    const latest = readFileSync(path, "latin1");
    // A seq of one record with the hash of another, as a reader may catch it: the checksum tells.
    const mixed = `${early.toString("latin1").slice(0, 17)}${latest.slice(17)}`;
    const marks = [5, undefined, undefined, undefined, undefined];
    for (const [index, harm] of [early, mixed, "", "0000", latest.slice(0, 50)].entries()) {
      writeFileSync(path, harm);
      expect(all.ledger.files()[0]?.mark?.seq).toBe(marks[index]);
      expect(verdict(all).broken).toBeUndefined();
      all.ledger.append(EVENT, NOW);
      expect(all.ledger.files()[0]?.mark?.seq).toBe(verdict(all).entries);
    }
    rmSync(`${all.base}/state`, { recursive: true });
    expect(verdict(all).broken).toBeUndefined();
    all.ledger.append(EVENT, NOW);
    expect(all.ledger.files()[0]?.mark?.seq).toBe(verdict(all).entries);
  });

  test("STO-31, STO-22: what can't hold a mark never stops an entry, and a link is not written through", () => {
    const all = grown(1);
    const path = `${all.base}/state/ledger-heads/key/${DEVICE}`;
    writeFileSync(`${all.base}/elsewhere`, "as it was");
    rmSync(path);
    symlinkSync(`${all.base}/elsewhere`, path);
    all.ledger.append(EVENT, NOW);
    rmSync(path);
    linkSync(`${all.base}/elsewhere`, path);
    all.ledger.append(EVENT, NOW);
    rmSync(`${all.base}/state/ledger-heads`, { recursive: true });
    writeFileSync(`${all.base}/state/ledger-heads`, "a file");
    all.ledger.append(EVENT, NOW);
    expect(readFileSync(`${all.base}/elsewhere`, "utf8")).toBe("as it was");
    expect(lines(`${all.base}/ledger`)).toHaveLength(4);
    expect(thrown(() => all.ledger.files()).code).toBe("unsafe-path");
  });

  test("STO-31: what is no device's file is passed over; a link is named, not followed", () => {
    const all = grown(1);
    writeFileSync(`${all.base}/ledger/notes.txt`, "x");
    writeFileSync(`${all.base}/ledger/${DEVICE}.jsonl.orig`, "x");
    symlinkSync(`/etc/hostname`, `${all.base}/ledger/${"a".repeat(16)}.jsonl`);
    const [own, linked, ...more] = all.ledger.files();
    expect(own?.device).toBe(DEVICE);
    expect(linked).toMatchObject({ device: "a".repeat(16), content: { refused: "a symbolic link" } });
    expect(more).toEqual([]);
  });
});
