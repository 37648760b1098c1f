// A derived file that others, accidents and other versions may have touched: it is made anew, or refused, and never
// believed against the store or turned into an error (SEA-1, SEA-6).
// check:all: many stores and indexes on disk.
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSearchIndex } from "../../src/recall/io/index/open-index.ts";
import { rootOf } from "../support/store-box.ts";
import { HERE, SearchBox, stems } from "../unit/recall/index/box.ts";

const CHILD = fileURLToPath(new URL("children/search-child.ts", import.meta.url));
const MEMORIES = 40;

let box: SearchBox;
beforeEach(async () => {
  box = new SearchBox();
  for (let n = 0; n < MEMORIES; n++) box.write(`user_m${n}`, { body: `stone number${n}` });
  await box.settle();
});
afterEach(() => box.close());

function built(): void {
  const index = box.open();
  expect(index.refresh()).toBe("current");
  index.close();
}

/** The index gives the same answers as one made from nothing. */
function expectWhole(): void {
  const index = box.open();
  expect(index.refresh()).toBe("current");
  expect(index.facts(["stone"], HERE)).toMatchObject({
    documents: MEMORIES,
    frequency: new Map([["stone", MEMORIES]]),
  });
  expect(stems(index.candidates(["number7"], HERE, 5))).toEqual(["user_m7"]);
  expect(index.candidates(["stone"], HERE, 100).length).toBe(MEMORIES);
  index.close();
}

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, seed = 7; at < length; at++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    bytes[at] = seed >>> 24;
  }
  return bytes;
}

describe("damage", () => {
  test("SEA-1: deleted, with or without its folder", () => {
    built();
    rmSync(box.file);
    expectWhole();
    rmSync(box.cacheDir, { recursive: true });
    expectWhole();
  });

  test("SEA-1: truncated anywhere", () => {
    built();
    const { size } = statSync(box.file);
    for (const at of [0, 1, 50, 100, 4096, 5000, 8192, size / 4, size / 2, size - 4096, size - 1]) {
      truncateSync(box.file, Math.floor(at));
      expectWhole();
    }
  });

  test("SEA-1: filled with noise, as a whole and page by page", () => {
    built();
    const whole = readFileSync(box.file);
    writeFileSync(box.file, noise(whole.length));
    expectWhole();
    built();
    const pages = Math.floor(whole.length / 4096);
    for (let page = 0; page < pages; page++) {
      const broken = Buffer.from(whole);
      noise(4096 - (page === 0 ? 100 : 0)).copy(broken, page * 4096 + (page === 0 ? 100 : 0));
      writeFileSync(box.file, broken);
      const index = box.open();
      // Noise that still reads as a page may lose rows; it must not throw, crash or invent a file.
      index.refresh();
      for (const { file } of index.candidates(["stone", "number7"], HERE, 100))
        expect(existsSync(box.pathOf(file.slice(0, -3)))).toBe(true);
      index.close();
    }
    rmSync(box.file);
    expectWhole();
  });

  test("SEA-1: another version inside, other tables, no tables", () => {
    const change = (sql: string): void => {
      const database = new DatabaseSync(box.file);
      database.exec(sql);
      database.close();
    };
    for (const sql of [
      "UPDATE meta SET value = '0 older' WHERE key = 'version'",
      "DELETE FROM meta",
      "DROP TABLE meta",
      "DROP TABLE words",
      "DROP TABLE scopes; CREATE TABLE scopes(id INTEGER PRIMARY KEY)",
      "DROP TABLE postings",
    ]) {
      built();
      change(sql);
      expectWhole();
    }
  });

  test("SEA-1: an index that lies is set right by the next scan of a changed file, and never reaches outside", () => {
    built();
    const database = new DatabaseSync(box.file);
    database.exec("UPDATE documents SET file = '../../secret.md', place = 'elsewhere'");
    database.close();
    const index = box.open();
    index.refresh();
    for (const { place, file } of index.candidates(["number7"], HERE, 5)) {
      expect(box.store.read({ place, file })).toMatchObject({ kind: "refused-file" });
    }
  });

  test("SEA-1: damage that appears while the index is open is mended on the way", () => {
    const index = box.open();
    index.refresh();
    const other = new DatabaseSync(box.file);
    other.exec("DROP TABLE postings");
    other.close();
    expect(index.facts(["stone"], HERE).frequency.get("stone")).toBe(MEMORIES);
    expect(index.candidates(["stone"], HERE, 100).length).toBe(MEMORIES);
  });
});

describe("where there can be no index", () => {
  test("STO-4, SEA-1: it is private, whatever the umask", () => {
    const before = process.umask(0);
    try {
      built();
    } finally {
      process.umask(before);
    }
    expect(statSync(box.file).mode & 0o777).toBe(0o600);
    expect(statSync(box.folder).mode & 0o777).toBe(0o700);
  });

  test("STO-22: a link, a hard link, an open mode and a folder in its place are refused and left alone", () => {
    const plans: readonly (() => void)[] = [
      () => symlinkSync(`${box.base}/victim`, box.file),
      () => linkSync(`${box.base}/victim`, box.file),
      () => mkdirSync(box.file),
      () => writeFileSync(box.file, "", { mode: 0o666 }),
      () => symlinkSync(`${box.base}/victim`, `${box.file}-wal`),
    ];
    for (const [n, plan] of plans.entries()) {
      rmSync(box.folder, { recursive: true, force: true });
      mkdirSync(box.folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${box.base}/victim`, "precious", { mode: 0o600 });
      plan();
      if (n === 3) chmodSync(box.file, 0o666);
      const opened = openSearchIndex({ cacheDir: box.cacheDir, storeKey: "key", store: box.store });
      expect(opened, `plan ${n}`).toMatchObject({ kind: "no-index" });
      expect(readFileSync(`${box.base}/victim`, "utf8")).toBe("precious");
    }
    rmSync(box.folder, { recursive: true });
    symlinkSync(mkdtempSync(`${tmpdir()}/holdfast-elsewhere-`), box.folder);
    const opened = openSearchIndex({ cacheDir: box.cacheDir, storeKey: "key", store: box.store });
    expect(opened).toMatchObject({ kind: "no-index" });
    expect(lstatSync(box.folder).isSymbolicLink()).toBe(true);
  });

  test("STO-4: a cache that others can write is not used", () => {
    mkdirSync(box.cacheDir, { recursive: true });
    chmodSync(box.cacheDir, 0o777);
    const opened = openSearchIndex({ cacheDir: box.cacheDir, storeKey: "key", store: box.store });
    expect(opened).toMatchObject({ kind: "no-index" });
  });

  test("SEA-6: a cache that can't be made is no index, and no error", () => {
    writeFileSync(`${box.base}/file`, "");
    for (const cacheDir of [`${box.base}/file`, `${box.base}/file/below`, "/proc/holdfast"]) {
      expect(openSearchIndex({ cacheDir, storeKey: "key", store: box.store })).toMatchObject({ kind: "no-index" });
    }
  });

  test("SEA-6: another process that holds the index leaves it behind, not broken", async () => {
    built();
    const holder = new DatabaseSync(box.file);
    holder.exec("BEGIN IMMEDIATE");
    box.write("user_new", { body: "stone" });
    await box.settle();
    const index = box.open({ waitMs: 20 });
    expect(index.refresh()).toBe("behind");
    expect(index.facts(["stone"], HERE).documents).toBe(MEMORIES);
    holder.exec("ROLLBACK");
    holder.close();
    expect(index.refresh()).toBe("current");
    expect(index.facts(["stone"], HERE).documents).toBe(MEMORIES + 1);
  });
});

interface Said {
  readonly kind: "index" | "no-index";
  readonly state?: string;
  readonly documents?: number;
  readonly stones?: number;
  readonly found?: number;
  readonly reason?: string;
}

function child(): Promise<Said> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, ["--no-warnings", CHILD, rootOf(box.base), box.cacheDir]);
    let out = "";
    let err = "";
    started.stdout.on("data", (data) => (out += String(data)));
    started.stderr.on("data", (data) => (err += String(data)));
    started.on("close", (code) => (code === 0 ? resolve(JSON.parse(out) as Said) : reject(new Error(err))));
  });
}

describe("many processes", () => {
  const many = (): Promise<readonly Said[]> => Promise.all(Array.from({ length: 20 }, child));

  function expectSound(said: readonly Said[], total: number): void {
    for (const each of said) {
      expect(each.kind, each.reason).toBe("index");
      if (each.state === "empty") continue;
      expect(each).toMatchObject({ documents: total, stones: total, found: Math.min(60, total) });
    }
    expect(said.some(({ state }) => state === "current")).toBe(true);
  }

  test("SEA-1: twenty open it while it is built for the first time", async () => {
    for (let n = 0; n < 1500; n++) box.write(`user_more${n}`, { body: "stone" });
    expectSound(await many(), MEMORIES + 1500);
    const index = box.open();
    expect(index.refresh()).toBe("current");
    expect(index.facts(["stone"], HERE).documents).toBe(MEMORIES + 1500);
  });

  test("SEA-1: twenty open one of another version, and one that is noise", async () => {
    built();
    const database = new DatabaseSync(box.file);
    database.exec("UPDATE meta SET value = 'other' WHERE key = 'version'");
    database.close();
    expectSound(await many(), MEMORIES);
    writeFileSync(box.file, noise(20_000));
    const said = await many();
    // Some may find the file moved away under them; nobody fails, and the next one finds it whole.
    expect(
      said.every(({ kind, state, documents }) => kind === "no-index" || state === "empty" || documents === MEMORIES),
    ).toBe(true);
    expectWhole();
    expect(readdirSync(`${box.cacheDir}/index`)).toEqual(["key"]);
  });
});
