// An edit that corrects a memory leaves nothing of the old sentence for an agent, unless a person wrote it there.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withBody } from "../../../src/memory/compose.ts";
import { textField } from "../../../src/memory/fields.ts";
import { add } from "../../../src/store/add.ts";
import { type AddRequest, authoredDocument } from "../../../src/store/authored.ts";
import { type Memory, readCatalogue } from "../../../src/store/catalogue.ts";
import { editedDocument, planEdit } from "../../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../../src/store/context.ts";
import { leftStanding } from "../../../src/store/guess.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { write } from "../../../src/store/write.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const OLD = "use pnpm here, not npm";
const NEW = "use yarn here, not npm";
let base: string;
let open: OpenStore;
let person: Act;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  person = actOf("terminal", NOW, chance(1));
});
afterEach(() => removeBox(base));

const all = (): readonly Memory[] => readCatalogue(open.store).memories;

async function added(request: AddRequest, act: Act = person): Promise<Memory> {
  const result = await add(open, request, act);
  const memory = all().find(({ stored }) => result.kind === "added" && stored.file === result.planned.file);
  if (memory === undefined) throw new Error(JSON.stringify(result));
  return memory;
}

function bodyOf(memory: Memory, body: string): string {
  const next = withBody(memory.document, `${body}\n`);
  if (next.kind !== "document") throw new Error("no body");
  return next.text;
}

async function apply(plan: ReturnType<typeof planTierChange>): Promise<void> {
  if (plan.kind !== "plan") throw new Error(plan.message);
  expect((await write(open, plan, person)).kind).toBe("written");
}

async function edit(memory: Memory, text: string, said?: readonly string[]): Promise<Memory> {
  const plan = planEdit(open, memory, text, person, said);
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  expect((await write(open, plan, person)).kind).toBe("written");
  const file = plan.steps[0]?.change.file;
  const found = all().find((each) => each.stored.file === file);
  // What was shown before the question is what was written.
  expect(plan.steps[0]?.change).toMatchObject({ text: found?.document.text });
  if (found === undefined) throw new Error("gone");
  return found;
}

const head = ({ document }: Memory): readonly (string | undefined)[] => [
  textField(document, "name"),
  textField(document, "description"),
];

describe("what was taken from the text follows it", () => {
  test("SUR-00, T7: a corrected sentence is all that is left, verified, under the same file name", async () => {
    const memory = await added({ text: OLD });
    const after = await edit(memory, bodyOf(memory, NEW));
    expect(after.tier).toBe("verified");
    expect(after.stored.file).toBe(memory.stored.file);
    expect(head(after)).toEqual([NEW, NEW]);
    expect(readFileSync(`${rootOf(base)}/memories/${after.stored.file}`, "utf8")).not.toContain("pnpm");
    // And again: what was derived once more is still no word of its own.
    expect(head(await edit(after, bodyOf(after, "use bun here")))).toEqual(["use bun here", "use bun here"]);
  });

  test("SUR-00: a long text is cut as `add` cuts it, and its end marks are left out of the name alone", async () => {
    const long = `${"the build takes a while on this machine ".repeat(8).trim()}.`;
    const memory = await added({ text: "# Builds are fast!\n\nMostly." });
    expect(head(memory)).toEqual(["Builds are fast", "Builds are fast!"]);
    const after = await edit(memory, bodyOf(memory, long));
    const fresh = authoredDocument({ text: long });
    if (fresh.kind !== "authored") throw new Error(fresh.message);
    expect(head(after)).toEqual([textField(fresh.document, "name"), textField(fresh.document, "description")]);
    expect(after.document.text).toContain("\u2026");
  });

  test("TRU-3, ARR-4: an inferred memory's own words have the new name, and stay in its file", async () => {
    const memory = await added({ text: OLD }, actOf("mcp", NOW, chance(2)));
    const after = await edit(memory, bodyOf(memory, NEW));
    expect([after.tier, after.id, after.stored.file, ...head(after)]).toEqual([
      "verified",
      memory.id,
      memory.stored.file,
      NEW,
      NEW,
    ]);
    expect(all()).toHaveLength(1);
  });

  test("TRU-7, SUR-00: so does the draft of a quarantined memory that is restored", async () => {
    const memory = await added({ text: OLD });
    await apply(planTierChange(memory, { verb: "demote" }, person));
    const [out] = all();
    const document = out && editedDocument(out, bodyOf(out, NEW));
    if (out === undefined || document?.kind !== "document") throw new Error("no draft");
    await apply(planTierChange(out, { verb: "restore", document }, person));
    expect(all().map((each) => [each.tier, ...head(each)])).toEqual([["verified", NEW, NEW]]);
  });

  test("SUR-00: a later line of the body changes neither", async () => {
    const memory = await added({ text: OLD });
    const after = await edit(memory, bodyOf(memory, `${OLD}\n\nWhy: one lock file.`));
    expect(head(after)).toEqual([OLD, OLD]);
    expect(leftStanding(memory.document, after.document)).toEqual([]);
  });
});

describe("what an author wrote stays", () => {
  test("SUR-00: each of the two for itself, and what stays is named", async () => {
    const named = await added({ text: OLD, name: "Package manager" });
    const after = await edit(named, bodyOf(named, NEW));
    expect(head(after)).toEqual(["Package manager", NEW]);
    expect(leftStanding(named.document, after.document)).toEqual(["name"]);
    const described = await added({ text: "the cache is cold", description: "About the cache" });
    const later = await edit(described, bodyOf(described, "the cache is warm"));
    expect(head(later)).toEqual(["the cache is warm", "About the cache"]);
    expect(leftStanding(described.document, later.document)).toEqual(["description"]);
  });

  test("SUR-00: nothing is told where the first line is the same, or now says what the name says", async () => {
    const memory = await added({ text: OLD, name: "Use yarn", description: "Use yarn" });
    const longer = await edit(memory, bodyOf(memory, `${OLD}\n\nWhy: one lock file.`));
    expect(leftStanding(memory.document, longer.document)).toEqual([]);
    const agreeing = await edit(longer, bodyOf(longer, "Use yarn"));
    expect(leftStanding(longer.document, agreeing.document)).toEqual([]);
  });

  test("SUR-00: a key that the editor changed, or that was given by name, is the author's word", async () => {
    const memory = await added({ text: OLD });
    const inEditor = bodyOf(memory, NEW).replace(`name: ${OLD}`, "name: Yarn");
    expect(head(await edit(memory, inEditor))).toEqual(["Yarn", NEW]);
    const other = await added({ text: "tests run on Mondays" });
    const kept = await edit(other, bodyOf(other, "tests run on Fridays"), ["name"]);
    expect(head(kept)).toEqual(["tests run on Mondays", "tests run on Fridays"]);
  });

  test("STO-20: comments, unknown keys and the other keys are as they were", async () => {
    const memory = await added({ text: `---\nname: ${OLD}  # mine\nteam: platform\n---\n${OLD}\n` });
    const after = await edit(memory, bodyOf(memory, NEW));
    const same = (text: string): string => text.replaceAll(OLD, NEW);
    expect(after.document.text).toBe(same(memory.document.text));
  });

  test("CHK-1: text that can't be a name is refused by the checks, and nothing is written", async () => {
    const memory = await added({ text: OLD });
    for (const body of ["", "!", "\u0000 zero", "a\u2028b\u202e"]) {
      const plan = planEdit(open, memory, bodyOf(memory, body), person);
      expect([body, plan]).toMatchObject([body, { kind: "refusal", code: "checks-failed" }]);
    }
    expect(all().map(head)).toEqual([[OLD, OLD]]);
  });
});
