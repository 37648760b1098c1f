// STO-20 on Windows: a name that somebody holds open is waited for; no other system, and no other error, is.
import { describe, expect, test } from "vitest";
import { patiently } from "../../../src/disk/patient.ts";

function failing(code: string, times: number): { readonly calls: () => number; readonly act: () => string } {
  let calls = 0;
  return {
    calls: () => calls,
    act: () => {
      if (calls++ < times) throw Object.assign(new Error(code), { code });
      return "done";
    },
  };
}

describe("STO-20: patience on Windows", () => {
  test.each(["EPERM", "EACCES", "EBUSY"])("%s passes", (code) => {
    const { act, calls } = failing(code, 20);
    let waited = 0;
    expect(patiently(act, { platform: "win32", wait: (ms) => (waited += ms) })).toBe("done");
    expect(calls()).toBe(21);
    expect(waited).toBeGreaterThan(200);
  });

  test("it ends", () => {
    const { act, calls } = failing("EPERM", 1000);
    let waited = 0;
    expect(() => patiently(act, { platform: "win32", wait: (ms) => (waited += ms) })).toThrow("EPERM");
    expect(calls()).toBe(61);
    expect(waited).toBeLessThan(3000);
  });

  test("another error is told at once", () => {
    const { act, calls } = failing("ENOENT", 1);
    expect(() => patiently(act, { platform: "win32", wait: () => {} })).toThrow("ENOENT");
    expect(calls()).toBe(1);
  });

  test.each(["linux", "darwin"] as const)("on %s nothing is tried again", (platform) => {
    const { act, calls } = failing("EPERM", 1);
    expect(() => patiently(act, { platform, wait: () => {} })).toThrow("EPERM");
    expect(calls()).toBe(1);
  });
});
