// Which memories become rules of an instruction file, and which are named instead (IMP-3).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readAlreadyIn } from "../../../src/recall/read-already.ts";
import { type Rules, rulesFor } from "../../../src/transfer/export-rules.ts";
import { besidesOurs, blockOf, driftOf, RULE_MAX, splice } from "../../../src/transfer/rules-block.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, type Planted, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox } from "../../support/store-box.ts";

const person = actOf("terminal", new Date("2026-06-01T10:00:00Z"), chance(7));
const PROJECT = { id: "example.org/a/b", root: "/nowhere" };
const HERE = `project: ${PROJECT.id}`;
let base: string;

beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

let planted = 0;
function said(stem: string, body: string, more: Partial<Planted> = {}): void {
  const about = { tier: "verified", verified: "2026-05-30", name: body, description: body, more: [HERE] };
  plant(base, stem, { id: idOf(++planted), ...about, body, ...more });
}

function exported(text = ""): Rules {
  const isSaid = readAlreadyIn([besidesOurs(text)]);
  return rulesFor([openBox(base)], { project: PROJECT, isSaid }, person);
}

function fileWith(text: string): string {
  const spliced = splice(text, blockOf(exported(text).rules));
  if (spliced.kind !== "spliced") throw new Error("damaged");
  return spliced.text;
}

const bodies = (): readonly string[] => exported().rules.map(({ body }) => body.trim());

describe("IMP-3: which of them", () => {
  test("a text that is too long is named, never cut: a part of it could say something else", () => {
    const words = "The tests run on every commit. ".repeat(RULE_MAX / 40);
    const heads = { name: "Tests", description: "When they run" };
    said("feedback_fits", `${words}Why: it fits.`, heads);
    said("feedback_long", `${words}They don't before a release. ${words}`, heads);
    const { rules, leftOut } = exported();
    expect(rules).toHaveLength(1);
    expect(leftOut).toEqual([{ stem: "feedback_long", why: "longer than 4000 characters" }]);
  });

  test("neither inferred, unattested nor quarantined words become a rule", () => {
    said("feedback_inferred", "Words of an agent.", { tier: "inferred" });
    said("feedback_forged", "Words of nobody.", { attested: false });
    said("feedback_out", "Words put away.", { tier: "quarantined", place: "quarantine" });
    expect(exported()).toEqual({ rules: [], leftOut: [], own: 0, said: 0, untrusted: 0 });
  });

  test("only what belongs to the team: nothing for everywhere, about somebody, or in the first person", () => {
    said("feedback_here", "Use pnpm here, not npm.");
    said("feedback_everywhere", "Answer in plain words.", { more: [] });
    said("feedback_there", "Use yarn there.", { more: ["project: example.org/c/d"] });
    said("user_editor", "The editor is neovim.");
    said("feedback_mine", "I prefer tables over lists.");
    said("feedback_me", "Ask me before a release.");
    said("reference_index", "The index is rebuilt at night; in my.cnf nothing changes.");
    expect(bodies()).toEqual(["Use pnpm here, not npm.", "The index is rebuilt at night; in my.cnf nothing changes."]);
    expect(exported().own).toBe(4);
  });

  test("each rule once, and none that the file says in other lines", () => {
    said("feedback_one", "Use pnpm here, not npm.");
    said("feedback_two", "use pnpm here, not npm", { name: "Package manager", description: "Which one" });
    said("project_tests", "Tests live beside the code.");
    const text = "# Shop\n\n- Tests live beside the code\n";
    expect(exported(text)).toMatchObject({ said: 1, rules: [{ body: "\nUse pnpm here, not npm.\n" }] });
    expect(exported().rules).toHaveLength(2);
    // What our own part says is no reason to take it out.
    expect(fileWith(fileWith(text))).toBe(fileWith(text));
  });

  test("a second run gives the same bytes, a new memory moves no line, and another name neither", () => {
    said("project_b", "Migrations run at night.");
    said("feedback_a", "Use pnpm here, not npm.");
    const first = fileWith("# Shop\n");
    expect(fileWith(first)).toBe(first);
    said("feedback_0", "Always squash before a merge.");
    const second = fileWith(first);
    const added = second.split("\n").filter((line) => !first.split("\n").includes(line));
    expect(added).toEqual(["- Always squash before a merge."]);
    expect(
      second
        .split("\n")
        .filter((line) => first.split("\n").includes(line))
        .filter((line) => line !== ""),
    ).toEqual(first.split("\n").filter((line) => line !== ""));
    expect(driftOf(first, blockOf(exported().rules))).toEqual({ missing: ["Always squash before a merge."], gone: [] });
  });
});

test("IMP-3: drift is told rule by rule, also where somebody changed our part by hand", () => {
  said("feedback_a", "Use pnpm here, not npm.\n\nWhy: the lock file.", { name: "Use pnpm", description: "Use pnpm" });
  const block = blockOf(exported().rules);
  const made = fileWith("# Shop\n");
  expect(driftOf(made, block)).toEqual({ missing: [], gone: [] });
  const changed = made.replace("the lock file", "the cache");
  expect(driftOf(changed, block)).toEqual({ missing: ["Use pnpm here, not npm."], gone: ["Use pnpm here, not npm."] });
  expect(driftOf(undefined, block)).toEqual({ missing: ["Use pnpm here, not npm."], gone: [] });
  expect(driftOf(made.replaceAll("\n", "\r\n"), block)).toEqual({ missing: [], gone: [] });
});
