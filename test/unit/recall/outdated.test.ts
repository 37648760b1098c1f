// CTX-8 through the use cases, over a real store and a real project folder.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { projectFiles } from "../../../src/recall/io/project-files.ts";
import { outdatedIn } from "../../../src/recall/outdated.ts";
import { recall } from "../../../src/recall/recall.ts";
import { search } from "../../../src/recall/search.ts";
import { type SessionContext, sessionStart } from "../../../src/recall/session-start.ts";
import { list } from "../../../src/review/list.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { actOf, CHECKS, chance } from "../../support/acts.ts";
import { blockIn } from "../../support/block.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const HERE = "example.org/team/shop";
const { config } = effectiveConfig(parseConfig(undefined, "user"));
const GONE = 'paths: ["src/pelican/**"]';

let base: string;
beforeEach(() => {
  base = makeBox("memory");
  mkdirSync(`${base}/shop/src`, { recursive: true });
  writeFileSync(`${base}/shop/src/main.ts`, "export {};\n");
});
afterEach(() => removeBox(base));

const isOutdated = (project = HERE): ReturnType<typeof outdatedIn> => outdatedIn(project, projectFiles(`${base}/shop`));
const verified = (stem: string, n: number, more: readonly string[]): string =>
  plant(base, stem, { tier: "verified", id: idOf(n), verified: "2026-05-31", more });

function start(about: object = { isOutdated: isOutdated() }): Promise<SessionContext> {
  return sessionStart([{ store: openBox(base).store, index: undefined }], {
    session: "s",
    host: "claude",
    source: "startup",
    project: HERE,
    now: NOW,
    config,
    judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
    notices: [],
    ...about,
  });
}

const textOf = async (about?: object): Promise<string> => {
  const { intent } = await start(about);
  return intent.kind === "context" ? intent.text : "";
};
const marked = (text: string): readonly string[] =>
  (blockIn(text) ?? []).flatMap(({ outdated, text: words }) => (outdated ? [words.split(".")[0] ?? ""] : []));

test("CTX-8: at session start, only what is of this project, and what is about files that are gone", async () => {
  verified("project_gone", 1, [`project: ${HERE}`, GONE]);
  verified("project_there", 2, [`project: ${HERE}`, 'paths: ["src/*.ts", "src/pelican/**"]']);
  verified("project_other", 3, ["project: example.org/team/other", GONE]);
  verified("user_everywhere", 4, [GONE]);
  plant(base, "project_guess", { tier: "inferred", id: idOf(5), more: [`project: ${HERE}`, GONE] });
  expect(marked(await textOf())).toEqual(["project gone", "project guess"]);
  expect(marked(await textOf({ isOutdated: isOutdated("example.org/team/other") }))).toEqual([]);
  expect(marked(await textOf({}))).toEqual([]);
});

test("CTX-6 CTX-8: the same bits, the same bytes; another bit changes its own group only", async () => {
  verified("project_gone", 1, [`project: ${HERE}`, GONE]);
  verified("project_plain", 2, [`project: ${HERE}`]);
  const before = await textOf();
  expect(await textOf()).toBe(before);
  mkdirSync(`${base}/shop/src/pelican`);
  writeFileSync(`${base}/shop/src/pelican/a.ts`, "");
  const fresh = await textOf();
  const kept = (text: string): readonly string[] => text.split("\n").filter((line) => !line.endsWith(":"));
  expect(kept(fresh).toSorted()).toEqual(kept(before).toSorted());
  expect(fresh).not.toContain("are gone");
  rmSync(`${base}/shop/src/pelican`, { recursive: true });
  expect(await textOf()).toBe(before);
});

test("CTX-7 CTX-8: the receipt says it", async () => {
  verified("project_gone", 1, [`project: ${HERE}`, GONE]);
  const { receipt } = await start();
  expect(receipt?.shown.map(({ rule }) => rule)).toEqual(["applies to this project, may be out of date"]);
});

test("CTX-8: with a prompt, asked of nothing but what is about to be shown", () => {
  const body = "The pelican cache is warmed by a nightly job.";
  const more = [`project: ${HERE}`, GONE];
  plant(base, "project_pelican", { tier: "verified", id: idOf(1), body, more });
  plant(base, "project_else", { tier: "verified", id: idOf(2), more });
  const asked: string[] = [];
  const found = search([withIndex(openBox(base), placesOf(base), config)], {
    text: "how is the pelican cache warmed by the nightly job?",
    interactive: false,
    project: HERE,
    now: NOW,
  });
  const told = recall(found, {
    most: 5,
    tokens: 600,
    now: NOW,
    isOutdated: (memory) => {
      asked.push(memory.stored.file);
      return isOutdated()(memory);
    },
  });
  expect(marked(told.text)).toEqual(["project pelican"]);
  expect(told.selection.shown[0]?.rule).toMatch(/^matches the prompt, score [\d.]+, may be out of date$/);
  expect(asked).toEqual(["project_pelican.md"]);
});

test("CTX-8: queued for review, unless it is retired or quarantined", () => {
  verified("project_gone", 1, [`project: ${HERE}`, GONE]);
  verified("project_there", 2, [`project: ${HERE}`, 'paths: ["src/*.ts"]']);
  verified("project_retired", 3, [`project: ${HERE}`, GONE, "status: retired"]);
  const held = ["quarantined-at: 2026-06-01T00:00:00Z", `project: ${HERE}`, GONE];
  plant(base, "project_held", { place: "quarantine", tier: "quarantined", id: idOf(4), more: held });
  const person = actOf("terminal", NOW, chance(1));
  const due = list([openBox(base)], { due: true }, person, { isOutdated: isOutdated() }).rows;
  expect(due.map(({ stem, due: why }) => [stem, why])).toEqual([["project_gone", ["outdated"]]]);
  expect(list([openBox(base)], { due: true }, person).rows).toEqual([]);
});
