// AGT-20: Windows' spellings of one path, and back.
import { describe, expect, test } from "vitest";
import { native, slashed, windowsPath } from "../../../src/text/windows-paths.ts";

const joined = (path: string, cwd: string): string => {
  const { root, names } = windowsPath(path, cwd);
  return [root, ...names].join("/");
};

describe("AGT-20: the one form of a Windows path", () => {
  test.each([
    ["C:\\Users\\Jane Doe\\x", "/c/Users/Jane Doe/x"],
    ["C:/x/y/", "/c/x/y"],
    ["\\\\?\\C:\\x", "/c/x"],
    ["\\\\?\\UNC\\Server\\Share\\x", "//server/share/x"],
    ["\\\\server\\share\\x", "//server/share/x"],
    ["\\\\LOCALHOST\\D$\\x", "/d/x"],
    ["/c/x", "/c/x"],
    ["/cygdrive/d/x", "/d/x"],
    ["/mnt/c/x", "/c/x"],
    ["C:\\x.\\y. .\\z:stream", "/c/x/y/z"],
    ["C:", "/c"],
    ["C:\\", "/c"],
    ["/c/proj/D:/x", "/d/x"],
  ])("%s", (path, expected) => {
    expect(slashed(path)).toBe(expected);
  });

  test.each([
    ["x\\y", "C:\\a", "/c/a/x/y"],
    ["\\x", "D:\\a", "/d/x"],
    ["D:x", "D:\\a", "/d/a/x"],
    ["D:x", "C:\\a", "/d/x"],
    ["..\\x", "C:\\a", "/c/a/../x"],
    ["x", "\\\\s\\t\\a", "//s/t/a/x"],
  ])("%s from %s", (path, cwd, expected) => {
    expect(joined(path, cwd)).toBe(expected);
  });

  test.each([
    ["/c/Users/x", "C:\\Users\\x"],
    ["/c", "C:\\"],
    ["//s/t/x", "\\\\s\\t\\x"],
  ])("%s as Windows opens it", (path, expected) => {
    expect(native(path)).toBe(expected);
  });
});
