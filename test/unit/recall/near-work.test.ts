// What is near the work at hand (ARR-2): by words and by meaning, over real files, a real index and the table that is shipped.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { NEAR } from "../../../src/compose/meaning.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { type NearFrom, nearBy } from "../../../src/recall/io/index/near.ts";
import type { IndexedStore } from "../../../src/recall/judged.ts";
import { type Near, nearWork } from "../../../src/recall/near.ts";
import { topicOf, type Work } from "../../../src/recall/topic.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const { config } = effectiveConfig(parseConfig(undefined, "user"));
const NOTES = [
  ["pnpm", "Always pnpm here. npm and yarn leave a second lockfile behind."],
  ["cents", "Money is an integer of cents."],
  ["port", "Postgres listens on 5433."],
  ["logo", "The logo is orange."],
  ["tea", "Tea is served at four."],
] as const;
let base: string;
const opened: IndexedStore[] = [];

beforeEach(() => {
  base = makeBox("memory");
  for (const [at, [stem, body]] of NOTES.entries())
    plant(base, `user_${stem}`, { tier: "verified", id: idOf(at + 1), name: `Note ${at}`, description: ".", body });
});
afterEach(() => {
  for (const { index } of opened.splice(0)) index?.close();
  removeBox(base);
});

function near(
  work: Partial<Work>,
  table: NearFrom = NEAR,
  useful: readonly Near[] = [],
): readonly (readonly [string, string])[] {
  const store = withIndex(openBox(base), placesOf(base), config, { near: table });
  store.index?.refresh();
  opened.push(store);
  const topic = topicOf({ subjects: [], changed: [], names: [], ...work });
  const found = nearWork([store], topic, { today: "2026-06-01" }, useful);
  return found.map(({ file, rule }) => [file.replace(/^user_|\.md$/g, ""), rule]);
}

const SUBJECTS = ["fix the dependency installation in the build"];
const NO_TABLE = nearBy(() => undefined);

describe("ARR-2: near the work at hand", () => {
  test("no word shared: what the commits mean brings it, and `why` says so", () => {
    expect(near({ subjects: SUBJECTS }, NO_TABLE)).toEqual([]);
    expect(near({ subjects: SUBJECTS })[0]).toEqual(["pnpm", "near in meaning to this session's branch and commits"]);
  });

  test("what shares a word and a meaning comes before what has one of them, under the rule of the words", () => {
    const order = near({ subjects: ["format the amount of money in cents"] });
    expect(order[0]).toEqual(["cents", "near this session's commits"]);
    expect(new Set(order.map(([file]) => file)).size).toBe(order.length);
  });

  test("names of files and packages mean nothing by themselves", () => {
    const names = { changed: ["src/dependency.ts"], names: ["installation", "build"] };
    expect(near(names)).toEqual(near(names, NO_TABLE));
  });

  test("what was useful lately stands among the near ones, once, and comes first where it is near as well", () => {
    const was = (stem: string): Near => {
      return { scope: "personal", place: "memories", file: `user_${stem}.md`, rule: "was useful lately" };
    };
    const order = near({ subjects: ["format the amount of money in cents"] }, NO_TABLE, [was("tea"), was("cents")]);
    expect(order).toEqual([
      ["cents", "near this session's commits"],
      ["tea", "was useful lately"],
    ]);
  });

  test("everybody's branch says nothing, and so does a folder without a history", () => {
    expect(near({ branch: "main" })).toEqual([]);
    expect(near({})).toEqual([]);
  });
});
