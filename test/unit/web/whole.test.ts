// The page of the whole store, over a real one (SUR-13): what it lists and finds, what it shows of one memory, and that every
// act is asked for first and done by the one pipeline.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appendReceipt } from "../../../src/recall/io/receipts.ts";
import type { Receipt } from "../../../src/recall/receipts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { ledgerOf, makeBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";
import { NOW, type Served, serve, type Told } from "./support.ts";

const OLD = "2026-11-01T00:00:00Z";
const ALL = { text: "", tier: "", kind: "", tag: "", project: "", since: "", replaced: "", from: "0", fresh: "" };
let base: string;
let served: Served;

beforeEach(async () => {
  base = makeBox();
  plant(base, "project_a", {
    name: "Deploys wait",
    tier: "inferred",
    id: idOf(1),
    created: OLD,
    body: "Ship at noon.",
  });
  plant(base, "feedback_b", {
    name: "Use pnpm",
    tier: "verified",
    verified: "2026-11-02",
    id: idOf(2),
    created: "2026-11-03T00:00:00Z",
    more: ["kind: preference", "tags: [tooling]", "project: github.com/acme/shop", "source: user"],
    body: "Use pnpm in this repository, not npm.",
  });
  plant(base, "user_q", { place: "quarantine", tier: "quarantined", id: idOf(3), created: OLD, name: "Held back" });
  served = serve(base);
  await served.connect();
});
afterEach(() => removeBox(base));

async function list(asked: Partial<typeof ALL> = {}): Promise<Told> {
  return served.ask("/api/list", { ...ALL, ...asked });
}

async function names(asked: Partial<typeof ALL> = {}): Promise<readonly string[]> {
  return (await list(asked)).body.rows.map(({ name }: { name: string }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: a card as it came
async function card(n: number): Promise<any> {
  return (await served.ask("/api/memory", { key: `personal:${idOf(n)}` })).body;
}

async function ask(n: number, kind: string, text = ""): Promise<Told> {
  const { key, version } = await card(n);
  return served.ask("/api/ask", { key, version, kind, text });
}

async function done(n: number, kind: string, text = ""): Promise<Told> {
  const { ticket, word } = (await ask(n, kind, text)).body;
  return served.ask("/api/do", { ticket, typed: word });
}

function textOf(stem: string, place = "memories"): string {
  return readFileSync(`${rootOf(base)}/${place}/${stem}.md`, "utf8");
}

function last(): Record<string, unknown> {
  return JSON.parse(readFileSync(ledgerOf(base), "utf8").trim().split("\n").at(-1) ?? "");
}

describe("the list", () => {
  test("SUR-13: every memory is a row, newest first, with its handle, tier, kind, project and day", async () => {
    const { body } = await list({ fresh: "yes" });
    expect([body.found, body.all]).toEqual([3, 3]);
    expect(body.rows[0]).toEqual({
      key: `personal:${idOf(2)}`,
      handle: "m0002",
      tier: "verified",
      name: "Use pnpm",
      kind: "preference",
      where: "shop",
      date: "2026-11-03",
      marks: [],
    });
    expect(await names({ from: "2" })).toHaveLength(1);
    expect(body.known).toMatchObject({ tags: ["tooling"], projects: ["github.com/acme/shop"] });
  });

  test.each([
    [{ tier: "quarantined" }, ["Held back"]],
    [{ kind: "preference" }, ["Use pnpm"]],
    [{ tag: "tooling" }, ["Use pnpm"]],
    [{ project: "acme/shop" }, ["Use pnpm"]],
    [{ since: "2026-11-02" }, ["Use pnpm"]],
    [{ tier: "inferred", tag: "tooling" }, []],
    [{ text: "deploys" }, ["Deploys wait"]],
    [{ text: "shipping" }, ["Deploys wait"]],
    [{ text: "repository" }, ["Use pnpm"]],
    [{ text: "held" }, ["Held back"]],
    [{ text: "pnpm", tier: "inferred" }, []],
  ])("SUR-13: %j finds %j", async (asked, found) => {
    expect(await names(asked)).toEqual(found);
  });

  test.each([[{ tier: "trusted" }], [{ kind: "x" }], [{ since: "yesterday" }], [{ from: "-1" }], [{ from: "x" }]])(
    "SUR-13: %j is not understood",
    async (asked) => {
      expect((await list(asked)).status).toBe(400);
    },
  );

  test("ARR-4: what another memory replaced is out of sight unless it is asked for", async () => {
    plant(base, "feedback_c", { name: "Replacer", tier: "verified", id: idOf(4), more: [`supersedes: [${idOf(1)}]`] });
    expect(await names()).not.toContain("Deploys wait");
    expect(await names({ replaced: "yes" })).toContain("Deploys wait");
  });

  test("SUR-13: what came, changed or went is in the next answer", async () => {
    await list();
    plant(base, "project_new", { name: "Just came", tier: "inferred", id: idOf(9), created: OLD });
    expect(await names({ text: "came" })).toEqual(["Just came"]);
    const path = `${rootOf(base)}/memories/project_a.md`;
    writeFileSync(path, textOf("project_a").replace("Deploys wait", "Deploys hurry"));
    expect(await names()).toContain("Deploys hurry");
  });
});

describe("a memory", () => {
  test("SUR-13: its acts have the words of the command line", async () => {
    const words = async (n: number): Promise<string[]> =>
      (await card(n)).actions.map(({ word }: { word: string }) => word);
    expect(await words(1)).toEqual(["Confirm", "Edit", "Off", "Forget"]);
    expect(await words(3)).toEqual(["Edit", "On", "Forget"]);
  });

  test("SUR-13: its past: who did what, and which sessions were given it", async () => {
    await done(1, "confirm");
    const shown = { id: idOf(1), file: "project_a.md", name: "Deploys wait", tier: "inferred", scope: "personal" };
    appendReceipt(placesOf(base).state, {
      at: "2026-11-14T10:00:00Z",
      session: "6f1c0000-1111",
      host: "claude",
      event: "UserPromptSubmit",
      tokens: 9,
      shown: [{ ...shown, form: "full", tokens: 9, rule: "matches the prompt" }],
      withheld: [],
    });
    served.at(new Date(NOW.getTime() + 60_000));
    const past = (await served.ask("/api/past", { key: `personal:${idOf(1)}` })).body;
    expect(past.acts[0]).toMatchObject({ what: expect.stringContaining("inferred -> verified") });
    expect(past.acts[0].who).toContain("user, web");
    expect(past.given).toEqual([
      {
        when: "2026-11-14 10:00",
        what: "UserPromptSubmit: matches the prompt",
        who: "claude, session 6f1c0000-1111",
      },
    ]);
  });

  test("TRU-27: what changed since it was signed stands beside what was signed", async () => {
    await done(1, "confirm");
    writeFileSync(`${rootOf(base)}/memories/project_a.md`, textOf("project_a").replace("noon", "midnight"));
    const shown = await card(1);
    expect(shown.tier).toBe("unattested");
    expect(shown.comparisons[0].left.text).toContainEqual({ text: "noon", differs: true });
    const asked = (await ask(1, "confirm")).body;
    expect(asked.word).toBe("midnight");
  });

  test("SUR-13: the rules, in force or only text", async () => {
    const rule = ["rule:", "  - deny command npm install"];
    plant(base, "feedback_r", { name: "No npm", tier: "verified", id: idOf(5), more: rule });
    plant(base, "feedback_s", { name: "Says an agent", tier: "inferred", id: idOf(6), more: rule });
    const { rules } = (await served.ask("/api/rules")).body;
    expect(rules).toMatchObject([
      { name: "No npm", inForce: true, lines: ["deny command npm install"], told: "has not fired" },
      { name: "Says an agent", inForce: false, told: "inferred" },
    ]);
  });
});

test("SUR-13: use: tiers, twelve weeks, what was given most, and how much never", async () => {
  const session = (id: string, at: Date): Receipt =>
    ({
      at: at.toISOString(),
      session: id,
      host: "claude",
      event: "x",
      tokens: 1,
      shown: [{ id: idOf(1) }],
      withheld: [],
    }) as unknown as Receipt;
  for (const id of ["s1", "s1", "s2"]) appendReceipt(placesOf(base).state, session(id, NOW));
  const { tiers, weeks, most, never } = (await served.ask("/api/use")).body;
  expect([weeks.length, weeks.at(-1).sessions, most[0].sessions]).toEqual([12, 2, 2]);
  expect(most).toHaveLength(1);
  expect(tiers.map(({ tier }: { tier: string }) => tier)).toContain("verified");
  expect(never).toBeGreaterThan(0);
});

describe("acts", () => {
  test("TRU-26: confirming asks for a word of the text, and only that word does it", async () => {
    const asked = (await ask(1, "confirm")).body;
    expect(asked.text).toContain("Ship at noon");
    expect(asked.text).toContain(asked.word);
    const wrong = await served.ask("/api/do", { ticket: asked.ticket, typed: "yes" });
    expect([wrong.status, wrong.body.problem.code]).toEqual([409, "needs-person"]);
    const again = await served.ask("/api/do", { ticket: asked.ticket, typed: asked.word });
    expect(again.body.problem.code).toBe("changed-meanwhile");
    expect(textOf("project_a")).toContain("trust-level: inferred");
    const settled = await done(1, "confirm");
    expect(settled.body.said).toBe("confirmed");
    expect(textOf("project_a")).toContain("trust-level: verified");
    expect(last()).toMatchObject({ channel: "web", action: "promote", id: idOf(1) });
  });

  test("SUR-13: a question is dropped by the next one, and no other is answered with its ticket", async () => {
    const first = (await ask(1, "confirm")).body;
    await ask(2, "off");
    const late = await served.ask("/api/do", { ticket: first.ticket, typed: first.word });
    expect(late.body.problem.code).toBe("changed-meanwhile");
    expect((await served.ask("/api/do", { ticket: "", typed: "" })).status).toBe(409);
    expect(existsSync(ledgerOf(base))).toBe(false);
  });

  test("REV-2: what changed between question and answer is not done", async () => {
    const { ticket, word } = (await ask(1, "confirm")).body;
    writeFileSync(`${rootOf(base)}/memories/project_a.md`, textOf("project_a").replace("noon", "night"));
    const answer = await served.ask("/api/do", { ticket, typed: word });
    expect(answer.body.problem.code).toBe("changed-meanwhile");
    expect(existsSync(ledgerOf(base))).toBe(false);
  });

  test("SUR-13: off takes out of use, on brings back, and coming back asks for a word", async () => {
    expect((await ask(2, "off")).body.word).toBe("");
    expect((await done(2, "off")).body.said).toBe("off");
    expect(textOf("feedback_b")).toContain("status: retired");
    expect((await list()).body.rows.find(({ name }: { name: string }) => name === "Use pnpm").marks).toEqual(["off"]);
    expect((await ask(2, "on")).body.word).not.toBe("");
    expect((await done(2, "on")).body.said).toBe("on");
    expect(textOf("feedback_b")).not.toContain("status: retired");
    expect((await done(3, "on")).body.said).toBe("on");
    expect(last()).toMatchObject({ action: "restore", channel: "web" });
    expect((await ask(2, "on")).status).toBe(409);
  });

  test("SUR-13: an edit shows what becomes of name and description before it is saved", async () => {
    const derived = { name: "Use tabs.", description: "Use tabs.", body: "Use tabs." };
    plant(base, "feedback_d", { ...derived, name: "Use tabs", tier: "inferred", id: idOf(7), created: OLD });
    const { draft } = await card(7);
    const asked = (await ask(7, "edit", draft.replace("\nUse tabs.\n", "\nUse spaces here.\n"))).body;
    expect(asked.heads).toEqual([
      { label: "name", before: "Use tabs", after: "Use spaces here" },
      { label: "description", before: "Use tabs.", after: "Use spaces here." },
    ]);
    expect(asked.comparisons[0].right.text).toContainEqual({ text: "spaces here", differs: true });
    expect(textOf("feedback_d")).toContain("Use tabs.");
    await served.ask("/api/do", { ticket: asked.ticket, typed: asked.word });
    expect(textOf("feedback_d")).toContain("name: Use spaces here");
  });

  test("SUR-13: a name of one's own is said to stay", async () => {
    const { draft } = await card(2);
    const asked = (await ask(2, "edit", draft.replace("not npm", "never npm"))).body;
    expect(asked.lines.join()).toContain("The name is your own and stays");
  });

  test("FOR-1: forgetting shows what goes, and then it is gone", async () => {
    const asked = (await ask(2, "forget")).body;
    expect(asked.lines[0]).toContain("Goes: feedback_b (verified)");
    expect(existsSync(`${rootOf(base)}/memories/feedback_b.md`)).toBe(true);
    const gone = await served.ask("/api/do", { ticket: asked.ticket, typed: "" });
    expect(gone.body).toMatchObject({ said: "forgotten", name: "Use pnpm" });
    expect(existsSync(`${rootOf(base)}/memories/feedback_b.md`)).toBe(false);
    expect(await names()).toEqual(["Deploys wait", "Held back"]);
    expect(served.told).toContain("forget Use pnpm");
  });

  test("FOR-1: another version than the one shown is not forgotten", async () => {
    const { key } = await card(2);
    const asked = await served.ask("/api/ask", { key, version: "0", kind: "forget", text: "" });
    expect(asked.body.problem.code).toBe("changed-meanwhile");
  });

  test("SUR-13: the last act is taken back", async () => {
    const before = textOf("feedback_b");
    await done(2, "off");
    const undone = await served.ask("/api/take-back");
    expect(undone.body).toEqual({ said: "off", key: `personal:${idOf(2)}` });
    expect(textOf("feedback_b")).toBe(before);
  });

  test.each(["promote", "merge", "retire", "archive", "", "__proto__"])(
    "SUR-13: %j is no act of the page",
    async (kind) => {
      expect((await ask(1, kind)).status).toBe(400);
    },
  );
});

describe("who is not the person gains nothing (TRU-20, REV-4)", () => {
  const CALLS = [
    "/api/list",
    "/api/memory",
    "/api/past",
    "/api/ask",
    "/api/do",
    "/api/take-back",
    "/api/rules",
    "/api/use",
  ];

  test.each(CALLS)("TRU-20: %s is refused without the session's secret, and from another page", async (target) => {
    for (const headers of [
      { "x-holdfast-session": [] },
      { "x-holdfast-session": ["A".repeat(43)] },
      { origin: ["http://127.0.0.1:1"] },
      { "sec-fetch-site": ["cross-site"] },
      { host: ["evil.example"] },
    ])
      expect((await served.ask(target, {}, { headers })).status).toBeGreaterThanOrEqual(401);
  });

  test("TRU-20: a field more, a field less or a field that is no text is not understood", async () => {
    const { ticket, word } = (await ask(1, "confirm")).body;
    for (const fields of [
      { ticket, typed: word, channel: "terminal" },
      { ticket },
      { ticket, typed: true },
      { ticket, typed: word, person: "yes" },
    ])
      expect((await served.ask("/api/do", fields)).status).toBe(400);
    expect(textOf("project_a")).toContain("trust-level: inferred");
  });

  test("TRU-20: no act is done without its question", async () => {
    const { key, version } = await card(1);
    for (const target of ["/api/confirm", "/api/forget", "/api/off", "/api/on"])
      expect((await served.ask(target, { key, version })).status).toBe(404);
    expect((await served.ask("/api/do", { ticket: key, typed: version })).status).toBe(409);
    expect(existsSync(ledgerOf(base))).toBe(false);
  });
});
