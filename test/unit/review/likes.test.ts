// What a new memory is like, before it is saved (ARR-8): the same words are known, the opposite is shown, the rest is left alone.
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { list } from "../../../src/review/list.ts";
import { likesOf } from "../../../src/review/waiting.ts";
import { type AddPlan, add, planAdd } from "../../../src/store/add.ts";
import { type Memory, readCatalogue, stemOf } from "../../../src/store/catalogue.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const SHOP = "example.org/team/shop";
let base: string;
let open: OpenStore;
let seed: number;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  seed = 1;
});
afterEach(() => removeBox(base));

const act = (channel: "terminal" | "mcp" | "cli" = "terminal") => actOf(channel, NOW, chance(seed++));
const memories = (): readonly Memory[] => readCatalogue(open.store).memories;
const files = (): readonly string[] => readdirSync(`${rootOf(base)}/memories`).sort();

async function saved(text: string, project?: string): Promise<void> {
  const done = await add(open, { text, ...(project === undefined ? {} : { project }) }, act());
  if (done.kind !== "added") throw new Error(`${text}: ${done.kind}`);
}

function likes(text: string, project?: string): readonly string[] {
  const planned = planAdd(open, { text, ...(project === undefined ? {} : { project }) }, act()) as AddPlan;
  return likesOf(planned.document, memories()).map(({ kind, memory }) => `${kind} ${stemOf(memory)}`);
}

describe("what is shown before saving", () => {
  test.each([
    ["use pnpm here, not npm", "use npm here, not pnpm"],
    ["always squash before merging a branch", "never squash before merging a branch"],
    ["mock the payment database in checkout tests", "don't mock the payment database in checkout tests"],
    ["Wir nutzen hier pnpm, nicht npm", "Wir nutzen hier npm, nicht pnpm"],
    ["항상 커밋 전에 테스트를 실행하세요", "커밋 전에 테스트를 실행하지 마세요"],
    ["提交之前总是运行测试", "提交之前不要运行测试"],
    ["コミット前に必ずテストを実行してください", "コミット前にテストを実行しないでください"],
  ])("ARR-8: the opposite of %s", async (one, other) => {
    await saved(one);
    expect(likes(other)).toEqual([`contradiction ${files()[0]?.replace(".md", "")}`]);
  });

  test("ARR-8: the same in other words; nothing of what only shares a subject", async () => {
    await saved("Run the linter before every commit, please.");
    expect(likes("Run the linter before each commit, please.")).toEqual([
      "duplicate feedback_run_the_linter_before_every",
    ]);
    for (const text of ["Run the tests on every push.", "The linter is configured in biome.json", "use tabs"])
      expect([text, likes(text)]).toEqual([text, []]);
  });

  test("ARR-8: of this project or of none; nothing that is put away or replaced", async () => {
    await saved("use pnpm here, not npm", "example.org/other");
    expect(likes("use npm here, not pnpm", SHOP)).toEqual([]);
    await saved("use pnpm here, not npm");
    expect(likes("use npm here, not pnpm", SHOP)).toEqual(["contradiction feedback_use_pnpm_here_not_npm_2"]);
  });
});

describe("the same words", () => {
  test("ARR-8, STO-24: case, blanks and the mark at the end make no second memory", async () => {
    await saved("use pnpm here, not npm");
    for (const text of ["Use pnpm here, not npm.", "use  PNPM here, not npm!"]) {
      expect(planAdd(open, { text }, act()).kind).toBe("already-known");
      expect(planAdd(open, { text }, act("mcp")).kind).toBe("already-known");
    }
  });

  test("ARR-8: signs, numbers, a project, tags and files are words of their own", async () => {
    await saved("The timeout is 1.5 seconds");
    expect(planAdd(open, { text: "The timeout is 15 seconds" }, act()).kind).toBe("add-plan");
    expect(planAdd(open, { text: "The timeout is 1.5 seconds", project: SHOP }, act()).kind).toBe("add-plan");
    expect(planAdd(open, { text: "The timeout is 1.5 seconds", tags: ["ci"] }, act()).kind).toBe("add-plan");
  });
});

describe("replacing", () => {
  test("ARR-8, TRU-22b: one plan; the old one is out of sight, and can be said again", async () => {
    await saved("use pnpm here, not npm");
    const [old] = memories();
    const done = await add(open, { text: "use npm here, not pnpm" }, act(), { replaces: old ? [old] : [] });
    expect(done.kind).toBe("added");
    const seen = (): readonly string[] => list([open], {}, act()).rows.map(({ stem }) => stem);
    expect(seen()).toEqual(["feedback_use_npm_here_not_pnpm"]);
    expect(list([open], { replaced: true }, act()).rows).toHaveLength(2);
    // An agent's replay of what was replaced stays one; a person may change their mind again.
    expect(planAdd(open, { text: "use pnpm here, not npm" }, act("mcp")).kind).toBe("already-known");
    const [now] = memories().filter((memory) => stemOf(memory) === "feedback_use_npm_here_not_pnpm");
    await add(open, { text: "use pnpm here, not npm" }, act(), { replaces: now ? [now] : [] });
    expect(seen()).toEqual(["feedback_use_pnpm_here_not_npm_2"]);
  });

  test("ARR-8, TRU-20: no agent replaces anything", async () => {
    await saved("use pnpm here, not npm");
    for (const channel of ["mcp", "cli"] as const)
      expect(await add(open, { text: "use npm here, not pnpm" }, act(channel), { replaces: memories() })).toMatchObject(
        {
          kind: "refusal",
          code: "needs-person",
        },
      );
    expect(files()).toEqual(["feedback_use_pnpm_here_not_npm.md"]);
  });
});
