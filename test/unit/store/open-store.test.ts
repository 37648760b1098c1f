import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { findSharedStore, initStore, openStore, storeKey } from "../../../src/store/io/open-store.ts";
import { FILE, newStore, STORE_ID, scratch, text, thrown } from "../../support/disk.ts";

const personal = { scope: "personal", storeId: STORE_ID } as const;

describe("making a store", () => {
  test("STO-2: the marker, the directories, and what git must know; a second time changes nothing", () => {
    const root = `${scratch()}/.holdfast`;
    expect(initStore(root, personal)).toBe("created");
    expect(readFileSync(`${root}/holdfast.json`, "utf8")).toBe(`{"format":1,"store-id":"${STORE_ID}"}\n`);
    expect(readdirSync(root).sort()).toEqual([
      ".gitattributes",
      ".gitignore",
      ".local",
      "holdfast.json",
      "memories",
      "quarantine",
    ]);
    expect(readFileSync(`${root}/.gitattributes`, "utf8")).toBe("* -text !filter !ident !working-tree-encoding\n");
    expect(initStore(root, { ...personal, storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDX" })).toBe("exists");
    expect(openStore(root, { scope: "personal" }).info.storeId).toBe(STORE_ID);
  });

  test("STO-20: what a killed init left is no store, and the next init completes it", () => {
    const { root } = newStore();
    rmSync(`${root}/holdfast.json`);
    rmSync(`${root}/quarantine`, { recursive: true });
    expect(thrown(() => openStore(root, { scope: "personal" })).code).toBe("no-store");
    expect(initStore(root, personal)).toBe("created");
    expect(readdirSync(root)).toContain("quarantine");
  });

  test("STO-4: a shared store follows its repository's modes, without writing by the world", () => {
    for (const [around, folder, file] of [
      [0o755, 0o755, 0o644],
      [0o775, 0o775, 0o664],
      [0o700, 0o700, 0o600],
    ] as const) {
      const repository = scratch();
      chmodSync(repository, around);
      initStore(`${repository}/.holdfast`, { scope: "shared", storeId: STORE_ID });
      expect(statSync(`${repository}/.holdfast/memories`).mode & 0o777).toBe(folder);
      expect(statSync(`${repository}/.holdfast/holdfast.json`).mode & 0o777).toBe(file);
      expect(statSync(`${repository}/.holdfast/.local`).mode & 0o777).toBe(0o700);
    }
  });

  test("STO-1: git ignores what belongs to this machine only", () => {
    const { root } = newStore();
    execFileSync("git", ["init", "-q", root]);
    mkdirSync(`${root}/archive/2026-11`, { recursive: true });
    for (const name of [
      ".local/lock.db",
      "archive/2026-11/a.md",
      "memories/.holdfast-1-0123456789abcdef.tmp",
      `memories/${FILE}`,
    ]) {
      writeFileSync(`${root}/${name}`, "");
    }
    const seen = execFileSync("git", ["-C", root, "ls-files", "--others", "--exclude-standard"], { encoding: "utf8" });
    expect(seen.trim().split("\n").sort()).toEqual([
      ".gitattributes",
      ".gitignore",
      "holdfast.json",
      `memories/${FILE}`,
    ]);
  });
});

describe("opening a store", () => {
  test("STO-2: no marker fails closed, with an example and the command", () => {
    const { root } = newStore();
    for (const path of [scratch(), `${scratch()}/absent`, `${root}/memories`]) {
      expect(thrown(() => openStore(path, { scope: "personal" }))).toMatchObject({
        code: "no-store",
        hint: "holdfast init",
        message: expect.stringContaining("~/.holdfast"),
      });
    }
  });

  test.each([
    "",
    " ".repeat(5000),
    "[]",
    "null",
    '{"format":0}',
    `{"format":"1","store-id":"${STORE_ID}"}`,
    '{"format":1,"store-id":"../x"}',
  ])("STO-2: marker %# is none", (content) => {
    const { root } = newStore();
    writeFileSync(`${root}/holdfast.json`, content);
    expect(thrown(() => openStore(root, { scope: "personal" })).code).toBe("unreadable");
  });

  test("STO-2, STO-22: a marker behind a link is none; a root behind the user's own link is resolved once", () => {
    const { root } = newStore();
    const folder = scratch();
    symlinkSync(root, `${folder}/link`);
    expect(openStore(`${folder}/link`, { scope: "personal" }).info.root).toBe(root);
    writeFileSync(`${folder}/marker`, readFileSync(`${root}/holdfast.json`));
    rmSync(`${root}/holdfast.json`);
    symlinkSync(`${folder}/marker`, `${root}/holdfast.json`);
    expect(thrown(() => openStore(root, { scope: "personal" })).message).toContain("a symbolic link");
  });

  test("SUR-8, AGT-30: a newer format is read and never written", async () => {
    const { root } = newStore();
    writeFileSync(`${root}/memories/${FILE}`, text());
    writeFileSync(`${root}/holdfast.json`, `{"format":2,"store-id":"${STORE_ID}"}`);
    const store = openStore(root, { scope: "personal" });
    expect(store.info).toMatchObject({ format: 2, writable: false });
    expect(store.list().spots).toEqual([{ place: "memories", file: FILE }]);
    expect(await store.withLock(() => "ran")).toMatchObject({ kind: "refusal", code: "newer-format" });
  });

  test("STO-1, STO-22: a project's shared store is a real directory with a real marker", () => {
    const { root } = newStore();
    const repository = scratch();
    expect(findSharedStore(repository)).toBeUndefined();
    symlinkSync(root, `${repository}/.holdfast`);
    expect(findSharedStore(repository)).toBeUndefined();
    expect(thrown(() => openStore(`${repository}/.holdfast/`, { scope: "shared" })).code).toBe("unsafe-path");
    rmSync(`${repository}/.holdfast`);
    mkdirSync(`${repository}/.holdfast`);
    expect(findSharedStore(repository)).toBeUndefined();
    initStore(`${repository}/.holdfast`, { scope: "shared", storeId: STORE_ID });
    expect(findSharedStore(repository)).toBe(`${repository}/.holdfast`);
    expect(findSharedStore(`${repository}/.holdfast/holdfast.json`), "below a file").toBeUndefined();
  });

  test("STO-3: clones of one store have different keys", () => {
    const { root, store } = newStore();
    const copy = `${scratch()}/copy`;
    cpSync(root, copy, { recursive: true });
    chmodSync(copy, 0o700);
    const other = openStore(copy, { scope: "personal" });
    expect(storeKey(store.info)).toMatch(new RegExp(`^${STORE_ID}-[0-9a-f]{16}$`));
    expect(storeKey(other.info)).not.toBe(storeKey(store.info));
  });

  test("STO-4: foreign and writable stores are refused, with what to run", () => {
    const { root } = newStore();
    chmodSync(root, 0o777);
    expect(thrown(() => openStore(root, { scope: "personal" }))).toMatchObject({
      code: "unsafe-mode",
      hint: `chmod go-w ${root}`,
    });
    chmodSync(root, 0o700);
    if (process.geteuid?.() !== 0) return;
    chownSync(root, 65534, 65534);
    expect(thrown(() => openStore(root, { scope: "personal" }))).toMatchObject({
      code: "unsafe-mode",
      hint: "Run the command as that user, without sudo.",
    });
  });
});
