import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { asChecked } from "../../../src/checks/checked.ts";
import { openStore } from "../../../src/store/io/open-store.ts";
import type { Change, MemoryStore, StoreWriter } from "../../../src/store/memory-store.ts";
import type { RawNote } from "../../../src/store/records.ts";
import { sha256Hex } from "../../../src/text/digest.ts";
import type { Refusal } from "../../../src/text/errors.ts";
import { FILE, newStore, text } from "../../support/disk.ts";

const OLD = text("Old.");
const NEW = text("New.");
const BASE = sha256Hex(OLD);
const TEMP = ".holdfast-99-0123456789abcdef.tmp";

async function applied(store: MemoryStore, change: Change): Promise<Refusal | undefined> {
  return store.withLock((writer) => writer.apply(change));
}

describe("reading", () => {
  test("STO-22: many files are read as each alone is, in their order", () => {
    const { root, store } = newStore();
    for (const name of ["memories/user_a.md", "memories/user_b.md", "quarantine/user_a.md"]) {
      writeFileSync(`${root}/${name}`, text(name));
    }
    writeFileSync(`${root}/outside.md`, OLD);
    symlinkSync(`${root}/outside.md`, `${root}/memories/user_link.md`);
    linkSync(`${root}/outside.md`, `${root}/memories/user_second.md`);
    const files = ["user_b.md", "user_link.md", "user_second.md", "user_gone.md", "../outside.md", "user_a.md"];
    const spots = files.flatMap((file) => [
      { place: "memories", file } as const,
      { place: "quarantine", file } as const,
    ]);
    const byPlace = spots.toSorted((a, b) => (a.place < b.place ? 1 : -1));
    for (const order of [spots, byPlace]) {
      expect([...store.readEach(order)]).toEqual(order.map((spot) => store.read(spot)));
    }
    const kinds = [...store.readEach(byPlace)].map((read) => read?.kind);
    expect(kinds.filter((kind) => kind === "file")).toHaveLength(3);
    expect(kinds.filter((kind) => kind === "refused-file")).toHaveLength(4);
  });

  // Where a system opens names through a handle of their folder: macOS has no path for that.
  test.runIf(process.platform === "linux")(
    "STO-22: a directory swapped for a link while many files are read is not followed",
    () => {
      const { root, store } = newStore();
      for (const name of ["user_a.md", "user_b.md"]) writeFileSync(`${root}/memories/${name}`, OLD);
      const read = store.readEach(["user_a.md", "user_b.md"].map((file) => ({ place: "memories", file }) as const));
      const seen: unknown[] = [];
      for (const file of read) {
        seen.push(file?.kind === "file" ? new TextDecoder().decode(file.bytes) : file);
        if (seen.length > 1) break;
        mkdirSync(`${root}/elsewhere`);
        writeFileSync(`${root}/elsewhere/user_b.md`, NEW);
        renameSync(`${root}/memories`, `${root}/moved`);
        symlinkSync(`${root}/elsewhere`, `${root}/memories`);
      }
      expect(seen).toEqual([OLD, OLD]);
    },
  );

  test.runIf(existsSync("/proc/self/fd"))("STO-22: no handle stays open, whoever stops reading early", () => {
    const { root, store } = newStore();
    for (const name of ["user_a.md", "user_b.md"]) writeFileSync(`${root}/memories/${name}`, OLD);
    const spots = ["user_a.md", "user_b.md"].map((file) => ({ place: "memories", file }) as const);
    const handles = (): number => readdirSync("/proc/self/fd").length;
    const before = handles();
    for (const _ of store.readEach(spots)) break;
    expect([...store.readEach(spots)]).toHaveLength(2);
    expect(handles()).toBe(before);
  });

  test("STO-21: a listing sorts memory files, leftovers and strangers, and needs no lock", async () => {
    const { root, store } = newStore();
    for (const name of [
      `memories/${FILE}`,
      `memories/${TEMP}`,
      "memories/notes.txt",
      "quarantine/user_a.md",
      "quarantine/Project_B.md",
    ]) {
      writeFileSync(`${root}/${name}`, "x");
    }
    const during = await store.withLock(() => openStore(root, { scope: "personal" }).list());
    expect(during).toMatchObject({
      spots: [
        { place: "memories", file: FILE },
        { place: "quarantine", file: "user_a.md" },
      ],
      strangers: [
        { place: "memories", file: "notes.txt" },
        { place: "quarantine", file: "Project_B.md" },
      ],
    });
    writeFileSync(`${root}/memories/${TEMP}`, "x");
    expect(store.list().leftovers).toEqual([{ place: "memories", file: TEMP }]);
  });

  test("STO-20: a clone without empty directories is an empty store that can be written", async () => {
    const { root, store } = newStore();
    for (const name of ["memories", "quarantine", ".local"]) rmSync(`${root}/${name}`, { recursive: true });
    expect(store.list().spots).toEqual([]);
    expect(store.read({ place: "memories", file: FILE })).toBeUndefined();
    expect(await applied(store, { kind: "create", place: "memories", file: FILE, text: NEW })).toBeUndefined();
  });

  test("STO-12, STO-22: bytes and hash of a file; too large, linked and misnamed ones are refused", () => {
    const { root, store } = newStore();
    writeFileSync(`${root}/memories/${FILE}`, OLD);
    const read = store.read({ place: "memories", file: FILE });
    expect(read).toMatchObject({ kind: "file", sha256: BASE });
    expect(read?.kind === "file" && Buffer.from(read.bytes).toString()).toBe(OLD);
    writeFileSync(`${root}/memories/user_large.md`, Buffer.alloc(256 * 1024 + 1));
    writeFileSync(`${root}/memories/user_limit.md`, Buffer.alloc(256 * 1024));
    symlinkSync(FILE, `${root}/memories/user_link.md`);
    linkSync(`${root}/memories/${FILE}`, `${root}/memories/user_hard.md`);
    const reasons = ["user_large.md", "user_link.md", "user_hard.md", FILE, "../holdfast.json"].map((file) => {
      const result = store.read({ place: "memories", file });
      return result?.kind === "refused-file" ? result.reason : result?.kind;
    });
    expect(reasons).toEqual([
      "larger than 256 KiB",
      "a symbolic link",
      "a hard link",
      "a hard link",
      "not the name of a memory file",
    ]);
    expect(store.read({ place: "memories", file: "user_limit.md" })?.kind).toBe("file");
    expect(store.read({ place: "../archive" as "memories", file: FILE })?.kind).toBe("refused-file");
  });

  test("STO-22: a root replaced since it was opened is refused", () => {
    const { root, store } = newStore();
    const { root: other } = newStore();
    renameSync(root, `${root}.away`);
    symlinkSync(other, root);
    expect(() => store.list()).toThrow(/found a link/);
    rmSync(root);
    mkdirSync(root, 0o700);
    expect(() => store.list()).toThrow(/no longer the directory/);
  });
});

describe("writing", () => {
  test("STO-20 STO-21: several rewrites together: each as seen, or refused and left alone", async () => {
    const { root, store } = newStore();
    for (const file of ["user_a.md", "user_b.md", "user_c.md"])
      writeFileSync(`${root}/memories/${file}`, OLD, { mode: 0o600 });
    writeFileSync(`${root}/quarantine/user_q.md`, OLD, { mode: 0o600 });
    const change = (file: string, more: object = {}) =>
      ({ kind: "rewrite", place: "memories", file, base: BASE, text: NEW, ...more }) as const;
    const wanted = [
      change("user_a.md"),
      change("user_b.md", { base: "0".repeat(64) }),
      change("user_gone.md"),
      change("../x.md"),
      change("user_c.md", { text: asChecked("x".repeat(256 * 1024 + 1)) }),
      change("user_q.md", { place: "quarantine" }),
    ];
    const answers = await store.withLock((writer) => writer.rewriteEach(wanted));
    const codes = (answers as readonly (Refusal | undefined)[]).map((each) => each?.code);
    expect(codes).toEqual([undefined, "changed-meanwhile", "not-found", "unsafe-path", "too-large", undefined]);
    const read = (path: string): string => readFileSync(`${root}/${path}`, "utf8");
    expect([read("memories/user_a.md"), read("quarantine/user_q.md")]).toEqual([NEW, NEW]);
    expect([read("memories/user_b.md"), read("memories/user_c.md")]).toEqual([OLD, OLD]);
    expect(readdirSync(`${root}/memories`).toSorted()).toEqual(["user_a.md", "user_b.md", "user_c.md"]);
  });

  test("STO-20: create, rewrite, move and remove, each with its refusals", async () => {
    const { root, store } = newStore();
    const create = { kind: "create", place: "memories", file: FILE, text: OLD } as const;
    expect(await applied(store, create)).toBeUndefined();
    expect(await applied(store, create)).toMatchObject({ code: "exists" });
    expect(await applied(store, { ...create, place: "quarantine" })).toMatchObject({ code: "exists" });

    const rewrite = { kind: "rewrite", place: "memories", file: FILE, base: BASE, text: NEW } as const;
    expect(await applied(store, { ...rewrite, base: "0".repeat(64) })).toMatchObject({ code: "changed-meanwhile" });
    expect(await applied(store, { ...rewrite, file: "user_x.md" })).toMatchObject({ code: "not-found" });
    expect(readFileSync(`${root}/memories/${FILE}`, "utf8")).toBe(OLD);
    expect(await applied(store, rewrite)).toBeUndefined();

    const move = {
      kind: "move",
      file: FILE,
      from: "memories",
      to: "quarantine",
      base: sha256Hex(NEW),
      text: OLD,
    } as const;
    expect(await applied(store, { ...move, base: BASE })).toMatchObject({ code: "changed-meanwhile" });
    expect(await applied(store, { ...move, from: "quarantine", to: "memories" })).toMatchObject({ code: "not-found" });
    expect(await applied(store, move)).toBeUndefined();
    expect(existsSync(`${root}/memories/${FILE}`)).toBe(false);
    expect(readFileSync(`${root}/quarantine/${FILE}`, "utf8")).toBe(OLD);

    const remove = { kind: "remove", place: "quarantine", file: FILE, base: BASE } as const;
    expect(await applied(store, { ...remove, base: sha256Hex(NEW) })).toMatchObject({ code: "changed-meanwhile" });
    expect(await applied(store, remove)).toBeUndefined();
    expect(store.list()).toEqual({ spots: [], strangers: [], leftovers: [] });
  });

  test("TRU-5, STO-6: archiving keeps the bytes and the name; an attempt that was killed is finished", async () => {
    const { root, store } = newStore();
    const archive = { kind: "archive", file: FILE, base: BASE, month: "2026-11" } as const;
    writeFileSync(`${root}/quarantine/${FILE}`, OLD);
    expect(await applied(store, { ...archive, base: sha256Hex(NEW) })).toMatchObject({ code: "changed-meanwhile" });
    expect(await applied(store, { ...archive, month: "../.." })).toMatchObject({ code: "unsafe-path" });
    expect(await applied(store, archive)).toBeUndefined();
    expect(readFileSync(`${root}/archive/2026-11/${FILE}`, "utf8")).toBe(OLD);
    writeFileSync(`${root}/quarantine/${FILE}`, OLD);
    expect(await applied(store, archive)).toBeUndefined();
    expect(existsSync(`${root}/quarantine/${FILE}`)).toBe(false);
    writeFileSync(`${root}/quarantine/${FILE}`, NEW);
    expect(await applied(store, { ...archive, base: sha256Hex(NEW) })).toMatchObject({ code: "exists" });
    expect(readFileSync(`${root}/quarantine/${FILE}`, "utf8")).toBe(NEW);
  });

  test("STO-12: what could not be read back is not written", async () => {
    const { store } = newStore();
    const large = asChecked("x".repeat(256 * 1024 + 1));
    expect(await applied(store, { kind: "create", place: "memories", file: FILE, text: large })).toMatchObject({
      code: "too-large",
    });
  });

  test("STO-21: a second writer waits and is refused with a code that may be retried", async () => {
    const { root, store } = newStore();
    const other = openStore(root, { scope: "personal", waitMs: 60 });
    const result = await store.withLock(() => other.withLock(() => "ran unlocked"));
    expect(result).toMatchObject({ kind: "refusal", code: "locked", hint: "Try again." });
    expect(await other.withLock(() => "ran")).toBe("ran");
  });

  test("STO-21: a writer is worth nothing after its lock; the lock goes when the work throws", async () => {
    const { store } = newStore();
    let leaked: StoreWriter | undefined;
    await store.withLock((writer) => {
      leaked = writer;
    });
    expect(() => leaked?.apply({ kind: "create", place: "memories", file: FILE, text: NEW })).toThrow(/after its lock/);
    await expect(store.withLock(() => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
    expect(await store.withLock(() => "again")).toBe("again");
  });

  test("STO-21: `lock = shared` takes the lock directory as well", async () => {
    const { root, store } = newStore({ lock: "shared" });
    const during = await store.withLock(() => readdirSync(`${root}/.local`));
    expect(during).toEqual(["lock.db", "lock.db-line", "shared-lock"]);
    expect(readdirSync(`${root}/.local`)).toEqual(["lock.db", "lock.db-line"]);
  });

  test("STO-21: work whose shared lock was broken is stopped before it writes", async () => {
    const { root, store } = newStore({ lock: "shared" });
    const write = store.withLock((writer) => {
      rmSync(`${root}/.local/shared-lock`, { recursive: true });
      return writer.apply({ kind: "create", place: "memories", file: FILE, text: NEW });
    });
    await expect(write).rejects.toMatchObject({ code: "locked" });
    expect(store.list().spots).toEqual([]);
  });
});

describe("what a killed writer left", () => {
  test("STO-20: a name in both directories: quarantine/ stands and the other's bytes are kept", async () => {
    const kept: { text: string; note: RawNote }[] = [];
    const { root, store } = newStore({
      keep: (bytes, note) => kept.push({ text: Buffer.from(bytes).toString(), note }),
    });
    writeFileSync(`${root}/memories/${FILE}`, OLD);
    writeFileSync(`${root}/quarantine/${FILE}`, NEW);
    await store.withLock(() => undefined);
    expect(store.list().spots).toEqual([{ place: "quarantine", file: FILE }]);
    expect(kept).toEqual([{ text: OLD, note: { from: `${root}/memories/${FILE}`, why: expect.any(String) } }]);
  });

  test("STO-20: without a place to keep them no bytes are removed; nor are they when keeping fails", async () => {
    const { root, store } = newStore();
    writeFileSync(`${root}/memories/${FILE}`, OLD);
    writeFileSync(`${root}/quarantine/${FILE}`, NEW);
    await store.withLock(() => undefined);
    const failing = openStore(root, {
      scope: "personal",
      keep: () => {
        throw new Error("disk full");
      },
    });
    await expect(failing.withLock(() => undefined)).rejects.toThrow("disk full");
    expect(readFileSync(`${root}/memories/${FILE}`, "utf8")).toBe(OLD);
  });

  test("STO-20: temporary files are removed under the lock; a file with its temporary name is whole again", async () => {
    const { root, store } = newStore();
    writeFileSync(`${root}/memories/${FILE}`, OLD);
    linkSync(`${root}/memories/${FILE}`, `${root}/memories/${TEMP}`);
    writeFileSync(`${root}/quarantine/${TEMP}`, "torn");
    expect(store.read({ place: "memories", file: FILE })?.kind).toBe("file");
    await store.withLock(() => undefined);
    expect(store.list()).toEqual({ spots: [{ place: "memories", file: FILE }], strangers: [], leftovers: [] });
  });
});
