// A tenant's share of a process's connections (HUB-12).
import { expect, test } from "vitest";
import { turnsOf } from "../../../hub/src/turns.ts";

const LONG_MS = 60_000;

test("HUB-12: so many at once and no more, in the order in which they came; the others are not asked to wait", async () => {
  const turn = turnsOf(2, LONG_MS);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<void> => {
    started.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  };
  const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => turn(name.slice(0, 1), work(name)));
  await settled();
  expect(started).toEqual(["a1", "a2", "b1"]);
  ends.get("a2")?.();
  await settled();
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  // Whoever comes now is behind the fourth.
  all.push(turn("a", work("a5")));
  ends.get("a1")?.();
  await settled();
  expect(started.at(-1)).toBe("a4");
  for (const name of ["a3", "a4", "b1"]) ends.get(name)?.();
  await settled();
  ends.get("a5")?.();
  await Promise.all(all);
});

test("HUB-12: what fails gives its turn back, and who waited too long is told to come again and takes none", async () => {
  const turn = turnsOf(1, 20);
  await expect(turn("a", () => Promise.reject(new Error("it broke")))).rejects.toThrow("it broke");
  let end: () => void = () => undefined;
  const busy = turn("a", () => new Promise<void>((resolve) => (end = resolve)));
  let ran = false;
  const late = turn("a", async () => (ran = true));
  await expect(late).rejects.toMatchObject({ code: "unavailable" });
  end();
  await busy;
  expect(ran).toBe(false);
  expect(await turn("a", async () => "again")).toBe("again");
});

test("HUB-8: who has to wait is looked at before, and whoever is refused then has waited for nobody", async () => {
  const turn = turnsOf(1, LONG_MS);
  const asked: string[] = [];
  let end: () => void = () => undefined;
  const first = (name: string) => async (): Promise<void> => {
    asked.push(name);
    if (name === "stranger") throw new Error("not here");
  };
  const busy = turn("a", () => new Promise<void>((resolve) => (end = resolve)), first("one"));
  await expect(turn("a", async () => "done", first("stranger"))).rejects.toThrow("not here");
  const waits = turn("a", async () => "done", first("two"));
  await settled();
  end();
  await busy;
  expect([await waits, asked]).toEqual(["done", ["stranger", "two"]]);
});

/** Every step that only waits for another has been taken. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
