import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { deviceOf } from "../../../src/store/io/device-key.ts";
import { scratch, thrown } from "../../support/disk.ts";

describe("the device key", () => {
  test("STO-4: made once, 0600, and its fingerprint stays", () => {
    const data = `${scratch()}/share/holdfast`;
    const first = deviceOf(data, "laptop.example.org");
    expect(first.id).toMatch(/^[0-9a-f]{16}$/);
    expect(first.nickname).toBe("laptop");
    expect(statSync(`${data}/device-key.pem`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${data}/device-key.pem`, "utf8")).toContain("PRIVATE KEY");
    expect(deviceOf(data, "").nickname).toBe("unnamed");
    expect(deviceOf(data, "x").id).toBe(first.id);
    expect(readdirSync(data).filter((name) => !name.startsWith(".made-"))).toEqual(["device-key.pem"]);
    expect(deviceOf(scratch(), "laptop").id).not.toBe(first.id);
  });

  test("STO-4: a key others can read is refused with the chmod to run; a damaged one is not replaced", () => {
    const data = scratch();
    deviceOf(data);
    chmodSync(`${data}/device-key.pem`, 0o640);
    expect(thrown(() => deviceOf(data))).toMatchObject({
      code: "unsafe-mode",
      hint: `chmod 600 ${data}/device-key.pem`,
    });
    chmodSync(`${data}/device-key.pem`, 0o600);
    writeFileSync(`${data}/device-key.pem`, "damaged");
    expect(thrown(() => deviceOf(data)).code).toBe("unreadable");
    expect(readFileSync(`${data}/device-key.pem`, "utf8")).toBe("damaged");
  });
});
