// What a hub keeps of others' answers (HUB-8): tenants choose what it asks for, and its memory is everybody's.
import { describe, expect, test } from "vitest";
import { AGE_MS, MOST, openRecent } from "../../../hub/src/recent.ts";

describe("openRecent", () => {
  test("HUB-8: what was found is found once, for an hour", async () => {
    let [now, asked] = [0, 0];
    const recent = openRecent<number>(() => now);
    const find = async (): Promise<number> => ++asked;
    expect([await recent.of("a", find), await recent.of("a", find), await recent.of("b", find)]).toEqual([1, 1, 2]);
    now += AGE_MS;
    expect(await recent.of("a", find)).toBe(1);
    now += 1;
    expect(await recent.of("a", find)).toBe(3);
  });

  test("HUB-8: however many names are asked for, few are kept, and of them those that somebody asked for", async () => {
    const recent = openRecent<string>(() => 0);
    const asked: string[] = [];
    const ask = (name: string): Promise<string> =>
      recent.of(name, async () => {
        asked.push(name);
        return name;
      });
    for (let n = 0; n < 10 * MOST; n++) {
      await ask("always");
      await ask(`once ${n}`);
    }
    expect(asked.filter((name) => name === "always")).toEqual(["always"]);
    const before = asked.length;
    for (let n = 0; n < 10 * MOST; n++) await ask(`once ${n}`);
    expect(asked.length - before).toBeGreaterThanOrEqual(9 * MOST);
  });

  test("HUB-8: what failed is asked for again, by everybody who waited for it too", async () => {
    const recent = openRecent<string>(() => 0);
    const fails = async (): Promise<string> => Promise.reject(new Error("away"));
    const both = await Promise.allSettled([recent.of("a", fails), recent.of("a", async () => "never asked")]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await recent.of("a", async () => "here")).toBe("here");
  });
});
