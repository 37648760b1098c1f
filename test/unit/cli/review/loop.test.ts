// The terminal at the same desk as the page (REV-1, REV-2), over a real store: keys are scripted, the screen is a text.
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands } from "../../../../src/cli/commands/review.ts";
import { makeOutput } from "../../../../src/cli/output.ts";
import type { Workbench } from "../../../../src/compose/command-line.ts";
import { actOf, chance } from "../../../support/acts.ts";
import { idOf, plant } from "../../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const WAITING = { tier: "inferred", created: "2026-05-01T10:00:00Z" } as const;
let base: string;

beforeEach(() => {
  base = makeBox("memory");
  plant(base, "project_a", { ...WAITING, id: idOf(1), body: "The tests run in a container.\n" });
  plant(base, "project_b", { ...WAITING, id: idOf(2), body: "Invoices are rounded half to even.\n" });
});
afterEach(() => removeBox(base));

const file = (stem: string): string => `${rootOf(base)}/memories/${stem}.md`;
const tierOf = (stem: string): string | undefined => /trust-level: (\w+)/.exec(readFileSync(file(stem), "utf8"))?.[1];

/** A key may do something else on its way, as another process would. */
async function review(...keys: readonly (string | (() => string))[]): Promise<string> {
  const open = openBox(base);
  const told: string[] = [];
  const say = (text: string): void => void told.push(text);
  const act = actOf("terminal", NOW, chance(7));
  const left = [...keys];
  const bench = {
    act,
    actNow: () => act,
    editorAct: { ...act, channel: "editor" },
    stores: () => [open],
    storeOf: () => open,
    project: undefined,
    receipts: () => [],
    isOutdated: undefined,
    keys: {
      press: async () => {
        const key = left.shift();
        return typeof key === "function" ? key() : key;
      },
    },
    editText: (text: string) => text.replace("container", "sandbox"),
    seen: { kind: "person" },
  } as never as Workbench;
  const out = makeOutput({ color: false, quiet: false, json: false, columns: 100 }, say, say);
  await commands["review"]?.run({ verb: "review", names: [], options: { origin: undefined }, out, bench } as never);
  return told.join("");
}

test("REV-1: a memory that changed since it was shown is shown again as it is, and nothing is decided", async () => {
  const screen = await review(() => {
    writeFileSync(file("project_a"), readFileSync(file("project_a"), "utf8").replace("container", "virtual machine"));
    return "c";
  }, "q");
  expect(screen).toContain("It changed since it was shown");
  expect(screen.split("It changed")[1]).toContain("virtual machine");
  expect(tierOf("project_a")).toBe("inferred");
});

test("REV-1: u takes decisions back one after the other, and asks about each again", async () => {
  const screen = await review("c", "c", "q");
  expect(screen).toContain("2 confirmed");
  expect([tierOf("project_a"), tierOf("project_b")]).toEqual(["verified", "verified"]);
  removeBox(base);
  base = makeBox("memory");
  for (const [at, stem] of ["project_a", "project_b", "project_c"].entries())
    plant(base, stem, { ...WAITING, id: idOf(at + 1), body: `Rule ${at} of the ${stem} house.\n` });
  expect(await review("u", "c", "c", "u", "u", "q")).toMatch(/Nothing was decided yet\.[\s\S]*undone[\s\S]*undone/);
  expect([tierOf("project_a"), tierOf("project_b")]).toEqual(["inferred", "inferred"]);
});

test("REV-1: an edit is asked about before it is written, and a no leaves the question", async () => {
  expect(await review("e", "n", "q")).not.toContain("saved");
  expect(readFileSync(file("project_a"), "utf8")).toContain("container");
  expect(await review("e", "y", "q")).toMatch(/saved +project_a/);
  expect(readFileSync(file("project_a"), "utf8")).toContain("sandbox");
});
