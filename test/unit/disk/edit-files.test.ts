import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyFileEdits, type EditRecord, planRestore, readForeign } from "../../../src/disk/edit-files.ts";
import { isRefusal } from "../../../src/text/errors.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-edit-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (name: string): string => readFileSync(join(base, name), "utf8");
const code = (result: unknown): string | undefined => (isRefusal(result) ? result.code : undefined);

function records(result: ReturnType<typeof applyFileEdits>): readonly EditRecord[] {
  if (isRefusal(result)) throw new Error(result.message);
  return result;
}

function edit(name: string, before: string | undefined, after: string | undefined) {
  const asBytes = (value: string | undefined) => (value === undefined ? undefined : bytes(value));
  return { path: join(base, name), before: asBytes(before), after: asBytes(after) };
}

function toFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

describe("a transaction over foreign files (AGT-30)", () => {
  test("all are written; mode and group stay; nothing else is left in the folder", () => {
    writeFileSync(join(base, "a"), "one");
    chmodSync(join(base, "a"), 0o640);
    if (process.geteuid?.() === 0) chownSync(join(base, "a"), 0, 12345);
    const gid = statSync(join(base, "a")).gid;
    const done = records(applyFileEdits([edit("a", "one", "two"), edit("b", undefined, "new")]));
    expect([text("a"), text("b")]).toEqual(["two", "new"]);
    expect(statSync(join(base, "a")).mode & 0o777).toBe(0o640);
    expect(statSync(join(base, "a")).gid).toBe(gid);
    expect(statSync(join(base, "b")).mode & 0o777).toBe(0o600);
    expect(readdirSync(base).sort()).toEqual(["a", "b"]);
    expect(done.map((record) => record.beforeBase64)).toEqual([Buffer.from("one").toString("base64"), null]);
  });

  test("a file that is not as planned: nothing is written", () => {
    writeFileSync(join(base, "a"), "one");
    writeFileSync(join(base, "b"), "other");
    expect(code(applyFileEdits([edit("a", "one", "two"), edit("b", "expected", "x")]))).toBe("changed-meanwhile");
    expect([text("a"), text("b")]).toEqual(["one", "other"]);
  });

  test.each([
    ["changed", (path: string) => writeFileSync(path, "by another")],
    ["removed", (path: string) => rmSync(path)],
    ["made a folder", toFolder],
  ])("the second is %s while the first is written: the first goes back", (_, meddle) => {
    writeFileSync(join(base, "a"), "one");
    writeFileSync(join(base, "b"), "two");
    const plan = [edit("new/deep/c", undefined, "c"), edit("a", "one", "ONE"), edit("b", "two", "TWO")];
    const result = applyFileEdits(plan, (path) => {
      if (path.endsWith("/b")) meddle(path);
    });
    expect(isRefusal(result)).toBe(true);
    expect(text("a")).toBe("one");
    expect(existsSync(join(base, "new"))).toBe(false);
    expect(readdirSync(base).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  test("a new file never overwrites one that appeared meanwhile", () => {
    const result = applyFileEdits([edit("a", undefined, "ours")], (path) => writeFileSync(path, "theirs"));
    expect(code(result)).toBe("changed-meanwhile");
    expect(text("a")).toBe("theirs");
  });

  test("a fault in the middle puts everything back", () => {
    writeFileSync(join(base, "a"), "one");
    const result = applyFileEdits([edit("a", "one", "two"), edit("b", undefined, "x")], (path) => {
      if (path.endsWith("/b")) throw new Error("pulled the plug");
    });
    expect(code(result)).toBe("io");
    expect([text("a"), existsSync(join(base, "b"))]).toEqual(["one", false]);
  });
});

describe("links (AGT-30)", () => {
  test("a linked settings file is edited at its target, stays a link, and the plan says so", () => {
    mkdirSync(join(base, "dotfiles"));
    writeFileSync(join(base, "dotfiles/claude.json"), "one");
    symlinkSync("dotfiles/claude.json", join(base, "settings.json"));
    expect(readForeign(join(base, "settings.json"))).toMatchObject({
      linked: true,
      target: join(base, "dotfiles/claude.json"),
    });
    const [record] = records(applyFileEdits([edit("settings.json", "one", "two")]));
    expect(lstatSync(join(base, "settings.json")).isSymbolicLink()).toBe(true);
    expect(text("dotfiles/claude.json")).toBe("two");
    const restore = planRestore(record as EditRecord, bytes("two"));
    if (restore === "changed") throw new Error("expected a restore");
    records(applyFileEdits([restore]));
    expect([text("dotfiles/claude.json"), lstatSync(join(base, "settings.json")).isSymbolicLink()]).toEqual([
      "one",
      true,
    ]);
  });

  test("a link to nothing, a link to itself, a hard link and a folder are refused", () => {
    symlinkSync("absent", join(base, "dangling"));
    symlinkSync("loop", join(base, "loop"));
    writeFileSync(join(base, "a"), "x");
    linkSync(join(base, "a"), join(base, "hard"));
    mkdirSync(join(base, "folder"));
    for (const name of ["dangling", "loop", "hard", "folder"]) {
      expect(code(readForeign(join(base, name))), name).toBe("unsafe-path");
      expect(code(applyFileEdits([edit(name, undefined, "x")])), name).toBe("unsafe-path");
    }
    expect(text("a")).toBe("x");
  });
});

describe("restoring (AGT-30)", () => {
  test("untouched since: byte for byte, odd bytes too", () => {
    const before = Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x0d, 0x0a, 0x7d, 0xff);
    writeFileSync(join(base, "a"), before);
    const [record] = records(applyFileEdits([{ path: join(base, "a"), before, after: bytes("{}") }]));
    const kept = JSON.parse(JSON.stringify(record)) as EditRecord;
    records(applyFileEdits([planRestore(kept, bytes("{}"))].filter((plan) => plan !== "changed")));
    expect(readFileSync(join(base, "a")).equals(before)).toBe(true);
  });

  test("a file and folders that we made go again; a folder with something else in it stays", () => {
    const [record] = records(applyFileEdits([edit("x/y/a", undefined, "ours")]));
    expect(record?.madeDirectories).toEqual([join(base, "x/y"), join(base, "x")]);
    expect(statSync(join(base, "x")).mode & 0o777).toBe(0o700);
    writeFileSync(join(base, "x/theirs"), "");
    const restore = planRestore(record as EditRecord, bytes("ours"));
    if (restore === "changed") throw new Error("expected a restore");
    records(applyFileEdits([restore]));
    expect([existsSync(join(base, "x/y")), existsSync(join(base, "x/theirs"))]).toEqual([false, true]);
  });

  test("changed or removed since: no restore", () => {
    const [record] = records(applyFileEdits([edit("a", undefined, "ours")]));
    expect(planRestore(record as EditRecord, bytes("ours and more"))).toBe("changed");
    expect(planRestore(record as EditRecord, undefined)).toBe("changed");
  });
});
