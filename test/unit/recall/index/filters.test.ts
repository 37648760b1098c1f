// SEA-5: what may not be shown takes nobody's place, however well it matches.
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeId } from "../../../../src/memory/ids.ts";
import type { SearchIndex } from "../../../../src/recall/search-index.ts";
import { HERE, SearchBox, stems, TODAY } from "./box.ts";

const GOOD = 100;
const OF_EACH = 900;
const REPLACING = 90;
/** What is let through without a project or branch, replaced ones among them. */
const LET_THROUGH = GOOD + OF_EACH + REPLACING;

function id(n: number): string {
  return makeId(1_700_000_000_000 + n, new Uint8Array(10));
}

/** How each of the filtered kinds says so. */
const KINDS: readonly (readonly [string, (n: number) => { place?: "quarantine"; head: readonly string[] }])[] = [
  ["retired", () => ({ head: ["status: retired"] })],
  ["place", () => ({ place: "quarantine", head: [] })],
  ["tier", () => ({ head: ["trust-level: quarantined"] })],
  ["held", () => ({ head: ["trust-level: verified", "holds: [01JCQ0Z8M4X5T6V7W8Y9ZABCDE]"] })],
  ["expired", (n) => ({ head: [`expires: 2026-${n % 2 === 0 ? "06-14" : "05-01"}`] })],
  ["project", (n) => ({ head: [`project: elsewhere-${n % 40}`] })],
  ["branch", () => ({ head: ["branch: feature"] })],
  ["proposal", (n) => ({ head: [`proposes: ${id(n)}`] })],
  ["twin", (n) => ({ head: [`id: ${id(50_000 + n)}`] })],
  ["namesake", () => ({ head: [] })],
  ["replaced", (n) => ({ head: [`id: ${id(90_000 + n)}`] })],
];

let box: SearchBox;
let index: SearchIndex;
beforeAll(() => {
  box = new SearchBox();
  for (const [kind, about] of KINDS) {
    for (let n = 0; n < OF_EACH; n++) {
      // Shorter and with the word in every field: each of them beats every good one.
      const { place, head } = about(n);
      const where = place === undefined ? {} : { place };
      box.write(`user_${kind}_${n}`, {
        ...where,
        name: "stone",
        head: ["tags: [stone]", ...head],
        body: "stone stone",
      });
      if (kind === "twin") box.write(`user_held_copy_${n}`, { place: "quarantine", head: [`id: ${id(50_000 + n)}`] });
      if (kind === "namesake") box.write(`user_${kind}_${n}`, { place: "quarantine" });
    }
  }
  for (let n = 0; n < REPLACING; n++) {
    const replaced = Array.from({ length: OF_EACH / REPLACING }, (_, m) => id(90_000 + n * (OF_EACH / REPLACING) + m));
    const head = [`id: ${id(n)}`, "trust-level: verified", `supersedes: [${replaced.join(", ")}]`];
    box.write(`user_replacing_${n}`, { head });
  }
  const filler = "word ".repeat(80);
  for (let n = 0; n < GOOD; n++) box.write(`user_good_${n}`, { name: "good", body: `${filler}stone` });
  index = box.open();
  index.refresh();
}, 120_000);
afterAll(() => box.close());

describe("10,000 memories of which 9,900 may not be shown", () => {
  test("SEA-5: none of the filtered kinds is proposed, and all the others are", () => {
    const found = stems(index.candidates(["stone"], HERE, 200));
    const open = found.filter((stem) => !stem.startsWith("user_replaced_"));
    expect(open.filter((stem) => !stem.startsWith("user_good_"))).toEqual([]);
    expect(open.length).toBe(GOOD);
  });

  test("SEA-5, TRU-22b: what a file claims to replace comes apart, and takes no slot of another", () => {
    const found = index.candidates(["stone"], HERE, 60);
    expect(
      stems(found)
        .slice(0, 60)
        .every((stem) => stem.startsWith("user_good_")),
    ).toBe(true);
    const apart = found.slice(60);
    expect(apart.length).toBe(60);
    const claimants = index.claimants(apart.map((each) => each.id));
    expect(apart.every((each) => claimants.get(each.id)?.[0]?.file.startsWith("user_replacing_"))).toBe(true);
  });

  test("SEA-7: facts count what the filter lets through, and nothing else", () => {
    const facts = index.facts(["stone"], HERE);
    expect(facts.documents).toBe(LET_THROUGH);
    expect(facts.frequency.get("stone")).toBe(GOOD + OF_EACH);
  });

  test("SEA-5: project, branch and day each open what they are about", () => {
    const count = (filter: object): number => index.facts([], { ...HERE, ...filter }).documents - LET_THROUGH;
    expect(count({ project: "elsewhere-3" })).toBe(23);
    expect(count({ project: "Elsewhere-3" })).toBe(0);
    expect(count({ branches: ["other", "feature"] })).toBe(OF_EACH);
    expect(count({ branches: ["other"] })).toBe(0);
    expect(count({ today: "2026-06-14" })).toBe(OF_EACH / 2);
    expect(count({ today: "2026-01-01" })).toBe(OF_EACH);
    const here = stems(index.candidates(["stone"], { today: TODAY, project: "elsewhere-3" }, 20));
    expect(here.slice(0, 20).every((stem) => stem.startsWith("user_project_"))).toBe(true);
  });

  test("STO-20: a copy in quarantine keeps its twin out until it is gone", async () => {
    box.remove("user_namesake_0", "quarantine");
    box.remove("user_held_copy_0", "quarantine");
    index.refresh({ depth: "places" });
    const found = stems(index.candidates(["stone"], HERE, 2))
      .slice(0, 2)
      .toSorted();
    expect(found).toEqual(["user_namesake_0", "user_twin_0"]);
    writeFileSync(box.pathOf("user_namesake_0", "quarantine"), "not even a memory", { mode: 0o600 });
    box.write("user_held_copy_0", { place: "quarantine", head: [`id: ${id(50_000)}`] });
    index.refresh({ depth: "places" });
    const after = stems(index.candidates(["stone"], HERE, 200));
    expect(after.filter((stem) => /^user_(namesake|twin)/.test(stem))).toEqual([]);
    expect(index.facts([], HERE).documents).toBe(LET_THROUGH);
  });
});
