// STO-4 on Windows: who an access list lets in, as icacls saves it; and a home that can't be written.
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openTo, ownArguments } from "../../../src/disk/private-acl.ts";
import { foreignModesIn } from "../../../src/disk/private-modes.ts";
import { scratch } from "../../support/disk.ts";

const OWN = "(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1-2-3-1001)";

describe("STO-4: access lists", () => {
  test.each([
    ["the user, the system and administrators", `D:PAI${OWN}`, undefined],
    ["everyone reads", `D:AI${OWN}(A;OICI;0x1200a9;;;WD)`, "readable"],
    ["users read", `D:AI${OWN}(A;OICIID;FR;;;BU)`, "readable"],
    ["signed-in users change", `D:AI${OWN}(A;OICIIOID;0x1301bf;;;AU)`, "writable"],
    ["users may add files", `D:AI${OWN}(A;CIID;0x1200a9;;;BU)(A;CIID;DCLC;;;BU)`, "writable"],
    ["everyone is kept out", `D:AI(D;OICI;FA;;;WD)${OWN}`, undefined],
  ])("%s", (_, list, expected) => {
    expect(openTo(`store\r\n${list}\r\n`)).toBe(expected);
  });

  test("what is set leaves nobody else", () => {
    expect(ownArguments("C:\\x y", "jane")).toEqual([
      "C:\\x y",
      "/inheritance:r",
      "/grant:r",
      "jane:(OI)(CI)F",
      "/grant:r",
      "*S-1-5-18:(OI)(CI)F",
      "/grant:r",
      "*S-1-5-32-544:(OI)(CI)F",
    ]);
  });
});

describe("STO-4: a folder that can't be written", () => {
  test("is told, also where it would have to be made first", () => {
    const file = `${scratch()}/file`;
    writeFileSync(file, "", { mode: 0o600 });
    const root = `${file}/state/holdfast`;
    expect(foreignModesIn({ root })).toEqual([{ path: root, problem: "unwritable" }]);
    expect(foreignModesIn({ root: `${scratch()}/new/holdfast` })).toEqual([]);
  });
});
