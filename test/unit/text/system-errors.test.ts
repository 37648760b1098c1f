// What the system says, in words (SUR-4).
import { expect, test } from "vitest";
import { Fault } from "../../../src/text/errors.ts";
import { faultOf, wordsIn, wordsOf } from "../../../src/text/system-errors.ts";

test.each([
  ["ENOSPC", "no space left on the disk"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ENOLCK", "locks are not supported on this file system"],
  ["EIO", "the disk reports an error"],
])("SUR-4: %s is said in words, with what to do", (code, found) => {
  const fault = faultOf(Object.assign(new Error("x"), { code }));
  expect(fault).toMatchObject({ code: "io", message: `It could not be done: ${found} (${code}).` });
  expect(fault?.hint).toMatch(/[.:]/);
});

test.each([
  [13, "ENOSPC"],
  [8, "EROFS"],
  [8 + 256, "EROFS"],
  [10 + 256 * 12, "EIO"],
  [3, "EACCES"],
])("SUR-4: SQLite's %i is %s", (errcode, name) => {
  const error = Object.assign(new Error("x"), { code: "ERR_SQLITE_ERROR", errcode });
  expect(wordsOf(error)?.message).toContain(`(${name})`);
});

test("SUR-4: what names nothing of the system is no fault of it; a fault stays itself", () => {
  expect(wordsOf(Object.assign(new Error("x"), { code: "ERR_SQLITE_ERROR", errcode: 11 }))).toBeUndefined();
  for (const other of [new TypeError("x"), undefined, "ENOSPC", { code: 28 }, { code: "ENOENT" }])
    expect(faultOf(other)).toBeUndefined();
  const fault = new Fault("locked", "busy");
  expect(faultOf(fault)).toBe(fault);
});

test("SUR-4: git passes it on in the C library's words", () => {
  expect(wordsIn("error: file write error: No space left on device")?.message).toContain("no space left on the disk");
  expect(wordsIn("git@example.org: Permission denied (publickey).")).toBeUndefined();
});
