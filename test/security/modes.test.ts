// Who may read and write what this program keeps (STO-4), in real processes under real umasks.
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initStore, openStore } from "../../src/store/io/open-store.ts";
import { FILE, newStore, runChild, STORE_ID, scratch, text, thrown } from "../support/disk.ts";

const CHILD = new URL("children/make-everything.ts", import.meta.url);
const isRoot = process.geteuid?.() === 0;

describe("modes", () => {
  test.each(["000", "022", "077"])("STO-4: under umask %s directories are 0700 and files 0600", (umask) => {
    const base = scratch();
    expect(runChild(CHILD, [base], { umask })).toBe("made\n");
    const seen = readdirSync(base, { recursive: true, encoding: "utf8" });
    const wrong = seen.filter((name) => {
      const stats = lstatSync(join(base, name));
      return (stats.mode & 0o777) !== (stats.isDirectory() ? 0o700 : 0o600);
    });
    expect(wrong).toEqual([]);
    expect(seen.length).toBeGreaterThan(30);
  });

  test("STO-4: under umask 000 a shared store is as open as its repository, and no file is for the world to write", () => {
    const repository = scratch();
    chmodSync(repository, 0o755);
    const before = process.umask(0);
    try {
      initStore(`${repository}/.holdfast`, { scope: "shared", storeId: STORE_ID });
    } finally {
      process.umask(before);
    }
    expect(statSync(`${repository}/.holdfast`).mode & 0o777).toBe(0o755);
    expect(statSync(`${repository}/.holdfast/.gitignore`).mode & 0o777).toBe(0o644);
  });
});

describe("stores that others can change", () => {
  test.each([0o770, 0o707, 0o777, 0o720, 0o702])("STO-4: a personal store of mode %o is refused", (mode) => {
    const { root } = newStore();
    chmodSync(root, mode);
    expect(thrown(() => openStore(root, { scope: "personal" }))).toMatchObject({
      code: "unsafe-mode",
      hint: `chmod go-w ${root}`,
    });
  });

  test("STO-4: a shared store may be its group's, not the world's", () => {
    const { root } = newStore({ scope: "shared" });
    chmodSync(root, 0o775);
    expect(openStore(root, { scope: "shared" }).list().spots).toEqual([]);
    chmodSync(root, 0o777);
    expect(thrown(() => openStore(root, { scope: "shared" }))).toMatchObject({
      code: "unsafe-mode",
      hint: `chmod o-w ${root}`,
    });
  });

  test.each(["memories", "quarantine", ".local"])("STO-4: %s writable by others stops the write", async (name) => {
    const { root, store } = newStore();
    chmodSync(`${root}/${name}`, 0o777);
    await expect(
      store.withLock((writer) => writer.apply({ kind: "create", place: "memories", file: FILE, text: text() })),
    ).rejects.toMatchObject({ code: "unsafe-mode" });
  });

  test.runIf(isRoot)("STO-4, STO-22: foreign roots, directories, markers and memories are refused", () => {
    const { root, store } = newStore();
    const foreign = (path: string, check: () => void): void => {
      chownSync(path, 65534, 65534);
      check();
      chownSync(path, 0, 0);
    };
    foreign(root, () => expect(thrown(() => openStore(root, { scope: "personal" })).code).toBe("unsafe-mode"));
    foreign(root, () => expect(thrown(() => store.list()).code).toBe("unsafe-mode"));
    foreign(`${root}/memories`, () => expect(thrown(() => store.list()).code).toBe("unsafe-mode"));
    foreign(`${root}/holdfast.json`, () =>
      expect(thrown(() => openStore(root, { scope: "personal" })).code).toBe("unreadable"),
    );
    mkdirSync(`${root}/memories/${FILE}`);
    expect(store.read({ place: "memories", file: FILE })).toMatchObject({
      kind: "refused-file",
      reason: "not a regular file",
    });
  });

  test.runIf(isRoot)("STO-22: a memory owned by another user is refused", async () => {
    const { root, store } = newStore();
    await store.withLock((writer) => writer.apply({ kind: "create", place: "memories", file: FILE, text: text() }));
    chownSync(`${root}/memories/${FILE}`, 65534, 65534);
    expect(store.read({ place: "memories", file: FILE })).toMatchObject({
      kind: "refused-file",
      reason: "owned by user 65534",
    });
  });

  test.runIf(isRoot)("STO-4: a foreign lock file is refused", async () => {
    const { root, store } = newStore();
    await store.withLock(() => undefined);
    chownSync(`${root}/.local/lock.db`, 65534, 65534);
    await expect(store.withLock(() => undefined)).rejects.toMatchObject({ code: "unsafe-path" });
  });
});
