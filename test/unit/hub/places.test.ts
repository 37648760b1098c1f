// Where a tenant is, of what databases say of themselves (HUB-15), and how they are named.
import { describe, expect, test } from "vitest";
import type { Engine, Facts } from "../../../hub/src/doctor/facts.ts";
import { placesOf } from "../../../hub/src/doctor/places.ts";
import { type Place, whereIn } from "../../../hub/src/places.ts";
import { settingsFrom } from "../../../hub/src/settings.ts";

const here = (moves: number): Place => ({ state: "here", other: null, moves });
const went = (other: string, moves: number): Place => ({ state: "moved", other, moves });
const copy = (state: "arriving" | "ready", moves: number): Place => ({ state, other: "first", moves });

type Said = Readonly<Record<string, Place | undefined>>;
const at = (said: Said): ReturnType<typeof whereIn> => whereIn(new Map(Object.entries(said)));

describe("whereIn", () => {
  test.each<readonly [string, Said, ReturnType<typeof whereIn>]>([
    ["nobody has it", { first: undefined, second: undefined }, "nowhere"],
    ["it never moved", { first: here(0), second: undefined }, { name: "first", moves: 0, isReady: false }],
    [
      "a copy is being made",
      { first: here(0), second: copy("arriving", 1) },
      { name: "first", moves: 0, isReady: false },
    ],
    [
      "the copy is whole, and nothing has happened",
      { first: here(0), second: copy("ready", 1) },
      { name: "first", moves: 0, isReady: false },
    ],
    [
      "it moved, and nobody said so yet",
      { first: went("second", 1), second: copy("ready", 1) },
      { name: "second", moves: 1, isReady: true },
    ],
    ["it moved", { first: went("second", 1), second: here(1) }, { name: "second", moves: 1, isReady: false }],
    ["it came back", { first: here(2), second: went("first", 2) }, { name: "first", moves: 2, isReady: false }],
    [
      "the first was restored to before the move",
      { first: here(0), second: here(1) },
      { name: "second", moves: 1, isReady: false },
    ],
    [
      "the second was restored to the middle of the copy",
      { first: went("second", 1), second: copy("arriving", 1) },
      "between",
    ],
    ["the second was restored to before all", { first: went("second", 1), second: undefined }, "between"],
    [
      "a copy that was never gone on with is no place to go to",
      { first: went("third", 1), second: copy("ready", 1), third: undefined },
      "between",
    ],
    ["nor is one of an earlier move", { first: went("second", 3), second: copy("ready", 1) }, "between"],
    ["a copy alone is no tenant", { second: copy("ready", 1) }, "between"],
  ])("HUB-15: %s", (_, said, where) => expect(at(said)).toEqual(where));
});

describe("settings", () => {
  const named = (others: string): unknown => {
    const settings = settingsFrom({ HOLDFAST_HUB_DATABASE: "postgres://a", HOLDFAST_HUB_DATABASES: others });
    return typeof settings === "string" ? settings : Object.fromEntries(settings.databases);
  };

  test("HUB-15: other databases have names, each once; a wrong list is told without what stands in it", () => {
    expect(named("")).toEqual({ first: "postgres://a" });
    expect(named(" b=postgres://x:y@h/b\n c-2=postgresql://c ")).toEqual({
      ...{ first: "postgres://a", b: "postgres://x:y@h/b", "c-2": "postgresql://c" },
    });
    for (const wrong of [
      "first=postgres://b",
      "b=postgres://b b=postgres://c",
      "postgres://secret",
      "b=secret",
      "B=postgres://b",
    ])
      expect(named(wrong)).toMatch(/^HOLDFAST_HUB_DATABASES is no list of NAME=/);
    expect(named("b=secret")).not.toMatch(/secret/);
  });
});

describe("doctor", () => {
  const looked = (all: Readonly<Record<string, Said>>): ReturnType<typeof placesOf> => {
    const engines = Object.entries(all).map(([name, said]) => {
      const places = Object.entries(said).flatMap(([tenant, place]) => (place ? [{ tenant, ...place }] : []));
      return [name, { places } as unknown as Engine] as const;
    });
    const others = new Map(engines);
    const engine = others.get("first") ?? "none";
    others.delete("first");
    return placesOf({ engine, others } as unknown as Facts);
  };

  test("HUB-15: it counts who is where, and says nothing of one database that has all", () => {
    expect(looked({ first: { a: here(0) } })).toEqual([]);
    const [found] = looked({ first: { a: here(0), b: went("second", 1) }, second: { b: here(1) } });
    expect(found).toMatchObject({ health: "ok", message: "each tenant is in one database: first 1, second 1" });
  });

  test("HUB-15: it names who went to nowhere, who is in two places, and a move that was not ended, with what to do", () => {
    expect(looked({ first: { a: went("second", 1) } })[0]).toMatchObject({
      health: "error",
      message: "a went to second, which does not have it",
    });
    expect(looked({ first: { a: here(0) }, second: { a: here(1) } })[0]).toMatchObject({
      health: "error",
      message: "a is in second, and first has it as it was before a move",
      remedy: "holdfast-hub move a --to second",
    });
    expect(looked({ first: { a: here(0) }, second: { a: copy("ready", 1) } })[0]).toMatchObject({
      health: "warning",
      message: expect.stringContaining("was not ended: what is erased may lie in second"),
      remedy: expect.stringMatching(/^holdfast-hub move a --to first, which takes the copy away, or --to second,/),
    });
  });
});
