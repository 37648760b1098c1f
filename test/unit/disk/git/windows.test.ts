// SYN-12 on Windows: an address with a drive's letter is a folder there, and no hooks come from a folder that anybody can make.
import { describe, expect, test } from "vitest";
import { protocolsFor } from "../../../../src/disk/git/remote.ts";
import { nowhere } from "../../../../src/disk/git/settings.ts";

describe("SYN-12: addresses", () => {
  test.each(["C:\\Users\\Jane Doe\\memory.git", "D:/memory.git", "\\\\server\\share\\memory.git"])(
    "a folder on Windows: %s",
    (url) => {
      expect(protocolsFor(url, "win32")).toEqual(["file"]);
    },
  );

  test("the same letter is a host elsewhere", () => {
    expect(protocolsFor("C:/memory.git", "linux")).toEqual(["https", "ssh"]);
  });

  test.each(["/srv/my memory.git", "./my memory"])("a folder may have spaces: %s", (url) => {
    expect(protocolsFor(url, "linux")).toEqual(["file"]);
  });

  test.each(["https://x.example/a b", "host:a b", "/srv/a\nb", "/srv/a\tb", " ", "file:///a b"])(
    "refused still: %j",
    (url) => {
      expect(() => protocolsFor(url, "linux")).toThrow(/refused/);
    },
  );

  test("nothing is at nowhere", () => {
    expect(nowhere("linux")).toBe("/dev/null");
    expect(nowhere("win32")).toBe("NUL");
  });
});
