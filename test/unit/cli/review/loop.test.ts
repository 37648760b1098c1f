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

interface Reviewed {
  readonly screen: string;
  readonly output: string;
  /** What was drawn, each time alone on the alternate screen. */
  readonly pages: readonly (readonly string[])[];
  readonly ended: unknown;
}

/** A key may do something else on its way, as another process would. */
async function review(...keys: readonly (string | (() => string))[]): Promise<string> {
  return (await reviewAt({ rows: 24, columns: 80 }, keys)).screen;
}

async function reviewAt(
  size: ReturnType<Workbench["screen"]>,
  keys: readonly (string | (() => string))[],
): Promise<Reviewed> {
  const open = openBox(base);
  const told: string[] = [];
  const output: string[] = [];
  const pages: (readonly string[])[] = [];
  const say = (text: string): void => void output.push(text);
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
    screen: () => size,
    page: {
      draw: (lines: readonly string[]) => {
        pages.push(lines);
        told.push(...lines.map((line) => `${line}\n`));
      },
      leave: () => void told.push("(back)\n"),
    },
    show: (line: string) => void told.push(`${line}\n`),
    editText: (text: string) => text.replace("container", "sandbox"),
    seen: { kind: "person" },
  } as never as Workbench;
  const out = makeOutput({ color: false, quiet: false, json: false, columns: 100 }, say, say);
  const call = { verb: "review", names: [], options: { origin: undefined }, out, bench } as never;
  const run = async (): Promise<unknown> => commands["review"]?.run(call);
  const ended = await run().catch((fault: unknown) => fault);
  return { screen: told.join(""), output: output.join(""), pages, ended };
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

test("TRU-26: cards stand on the terminal that has the keys, wherever the output goes; without one no key counts", async () => {
  const nowhere = await reviewAt(undefined, ["c", "c"]);
  expect(nowhere.ended).toMatchObject({ kind: "refusal", code: "needs-person" });
  expect(tierOf("project_a")).toBe("inferred");
  const { screen, output } = await reviewAt({ rows: 24, columns: 80 }, ["c", "q"]);
  expect(screen).toContain("The tests run in a container.");
  expect(output).not.toContain("container");
});

test("TRU-26: no page is higher than the screen, and a yes counts on the last one alone", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} of the long text.`);
  const wide = `${"x".repeat(400)} ${"\u6587".repeat(100)}`;
  plant(base, "project_a", { ...WAITING, id: idOf(1), body: `${[...lines, wide].join("\n")}\n` });
  const size = { rows: 14, columns: 40 };
  const { pages } = await reviewAt(size, ["c", "v", "x", "q"]);
  expect(tierOf("project_a")).toBe("inferred");
  for (const page of pages) expect(page.length).toBeLessThan(size.rows - 1);
  const columns = (line: string): number => [...line].reduce((sum, char) => sum + (char < "\u1100" ? 1 : 2), 0);
  expect(Math.max(...pages.flat().map(columns))).toBeLessThanOrEqual(size.columns);
  const count = Number(/page 1 of (\d+)/.exec(pages[0]?.join("\n") ?? "")?.[1]);
  expect(count).toBeGreaterThan(4);
  const all = await reviewAt(size, [...Array.from({ length: count }, () => "c"), "q"]);
  expect(tierOf("project_a")).toBe("verified");
  const text = all.pages.slice(0, count).flat().join("\n");
  for (const line of lines) expect(text).toContain(line);
});

test("REV-1: what was decided is told once more where it stays, without what was taken back", async () => {
  const screen = await review("c", "u", "d", "c", "q");
  const [, after = ""] = screen.split("(back)\n");
  expect(after).toMatch(/^quarantined {2}project_a\nconfirmed {2}project_b\n\n1 quarantined, 1 confirmed\n/);
});

test("TRU-26: a fault on the way gives the screen back before it is told", async () => {
  const failing = (): string => {
    throw new Error("no more keys");
  };
  const { ended, screen } = await reviewAt({ rows: 24, columns: 80 }, [failing]);
  expect(ended).toMatchObject({ message: "no more keys" });
  expect(screen).toMatch(/\(back\)\n$/);
});
