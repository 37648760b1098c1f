// SEA-1: two versions of the program, or two Nodes, keep an index each; who has none builds it, whoever came before.
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nameOf, sweepUnused } from "../../../../src/recall/io/index/database.ts";
import { DEVELOPER_TEXT } from "../../../../src/recall/io/index/developer-text.ts";
import { HERE, SearchBox } from "./box.ts";

const [NEW, OLD] = ["9 1 78.2 17.0", "9 1 77.1 16.0"];
let box: SearchBox;
beforeEach(async () => {
  box = new SearchBox();
  box.write("user_stone", { body: "stone" });
  await box.settle();
});
afterEach(() => box.close());

test("in turns, neither empties the other's", () => {
  for (const version of [NEW, OLD]) expect(box.open({ version }).refresh({ depth: "files" })).toBe("current");
  for (let turn = 0; turn < 10; turn++) {
    const index = box.open({ version: turn % 2 === 0 ? NEW : OLD });
    expect(index.refresh({ depth: "places", most: 0 })).toBe("current");
    expect(index.candidates(["stone"], HERE, 5)).toHaveLength(1);
  }
});

test("what is damaged or forgotten goes with all of them", () => {
  for (const version of [NEW, OLD]) {
    const index = box.open({ version });
    index.refresh();
    index.close();
  }
  writeFileSync(`${box.folder}/${nameOf(NEW)}`, "no database at all, however one looks at it".repeat(200));
  expect(box.open({ version: NEW }).refresh({ depth: "places" })).toBe("current");
  expect(existsSync(`${box.folder}/${nameOf(OLD)}`)).toBe(false);
});

test("what nobody has used for two weeks is swept, with its log; the own one never", () => {
  for (const version of [NEW, OLD]) {
    const index = box.open({ version });
    index.refresh();
    index.close();
  }
  writeFileSync(`${box.folder}/index.db`, "of the first version", { mode: 0o600 });
  const place = { cacheDir: box.cacheDir, storeKey: "key", version: NEW };
  const now = new Date();
  sweepUnused(place, now);
  expect(readdirSync(box.folder)).toContain(nameOf(OLD));
  const before = now.getTime() / 1000 - 15 * 24 * 3600;
  for (const name of readdirSync(box.folder)) utimesSync(`${box.folder}/${name}`, before, before);
  sweepUnused(place, now);
  expect(readdirSync(box.folder).filter((name) => name.endsWith(".db"))).toEqual([nameOf(NEW)]);
});

test("it is whole with the counts of developer text, which whoever brings them fills in", () => {
  const index = box.open();
  expect([index.isWhole(), index.refresh(), index.isWhole()]).toEqual([false, "current", false]);
  const bringing = box.open({ background: DEVELOPER_TEXT });
  expect([bringing.refresh({ depth: "places" }), bringing.isWhole(), index.isWhole()]).toEqual(["current", true, true]);
});
