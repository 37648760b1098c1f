// What git takes of a store, asked of git itself.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPlainPath } from "../../../../src/disk/git/contents.ts";
import { isStorePath } from "../../../../src/store/export-document.ts";
import { newStore } from "../../../support/disk.ts";

const DEVICE = "0123456789abcdef";
const SHARED = [
  "memories/project_a.md",
  "memories/user_b__12ab34.md",
  "quarantine/project_c.md",
  `ledger/${DEVICE}.jsonl`,
  `tombstones/${DEVICE}.jsonl`,
  `attest/01JCQ0Z8M4X5T6V7W8Y9ZABCDE/${DEVICE}.1.json`,
  "allowances/secret-x.0123456789abcdef.json",
  "allowed_signers",
];
const LOCAL = [
  ".local/lock.db",
  "archive/2026-01/project_d.md",
  "audit/2026-01-01.md",
  "index.sqlite",
  "state/raw/x",
  "device-key.pem",
  "notes.txt",
  "memories/.holdfast-12-0123456789abcdef.tmp",
  "memories/project_a.md~",
  "memories/.project_a.md.swp",
  "memories/.DS_Store",
];

function git(root: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", root, "-c", "core.autocrlf=true", ...args], { encoding: "utf8", stdio: "pipe" });
}

describe("SYN-13: what is in git", () => {
  test("what every machine shares, and nothing derived or of one machine", () => {
    const { root } = newStore();
    git(root, "init", "-q");
    for (const path of [...SHARED, ...LOCAL]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), "x\r\n");
    }
    git(root, "add", "-A");
    const taken = git(root, "ls-files", "-z").split("\0").slice(0, -1);
    expect(taken.sort()).toEqual([...SHARED, ".gitattributes", ".gitignore", "holdfast.json"].sort());
    expect(git(root, "ls-files", "--eol", "memories/project_a.md")).toMatch(/^i\/crlf\s+w\/crlf\s+attr\/-text/);
  });

  test("every path of a store but the archive is one that the git edge writes; names are case-safe", () => {
    for (const path of SHARED.slice(0, -1))
      expect([path, isStorePath(path), isPlainPath(path)]).toEqual([path, true, true]);
    for (const path of ["memories/Project_a.md", "memories/projéct.md", "memories/a b.md"]) {
      expect(isStorePath(path), path).toBe(false);
    }
  });
});
