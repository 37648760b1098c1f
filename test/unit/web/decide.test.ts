// What the page can do, over a real store (REV-2): each decision through the one pipeline, by the channel "web", and only
// for what was shown.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256Hex } from "../../../src/text/digest.ts";
import { Fault } from "../../../src/text/errors.ts";
import { isStripped } from "../../../src/text/sanitise.ts";
import { idOf, plant } from "../../support/memories.ts";
import { ledgerOf, makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";
import { type Served, serve, type Told } from "./support.ts";

const OLD = "2026-11-01T00:00:00Z";
let base: string;
let served: Served;

beforeEach(async () => {
  base = makeBox();
  served = serve(base);
  await served.connect();
});
afterEach(() => removeBox(base));

function inferred(stem: string, n: number, more: object = {}): void {
  plant(base, stem, { tier: "inferred", id: idOf(n), created: OLD, ...more });
}

/** An agent says that it is wrong: then it is asked about before its time. */
function disputed(stem: string, n: number, created: string): void {
  inferred(stem, n, { created });
  const sha256 = sha256Hex(readFileSync(at("memories", stem)));
  const quote = "package.json says npm";
  const said = new Date(Date.now() + 1000).toISOString();
  openBox(base).feedback.append({ at: said, memory: idOf(n), sha256, verdict: "wrong", quote });
}

function at(place: "memories" | "quarantine", stem: string): string {
  return `${rootOf(base)}/${place}/${stem}.md`;
}

function last(): Record<string, unknown> {
  return JSON.parse(readFileSync(ledgerOf(base), "utf8").trim().split("\n").at(-1) ?? "");
}

async function rows(view = "waiting"): Promise<readonly { key: string; stem: string }[]> {
  return (await served.ask("/api/queue", { view })).body.rows;
}

// biome-ignore lint/suspicious/noExplicitAny: a card as it came
async function card(stem: string, view = "waiting"): Promise<any> {
  const row = (await rows(view)).find((each) => each.stem === stem);
  return (await served.ask("/api/card", { key: row?.key })).body;
}

async function decide(stem: string, kind: string, view = "waiting"): Promise<Told> {
  const { key, version } = await card(stem, view);
  return served.ask("/api/decide", { key, version, kind });
}

describe("decisions", () => {
  test("REV-2, TRU-20: confirm promotes, and the ledger says web", async () => {
    inferred("user_a", 1);
    const told = await decide("user_a", "confirm");
    expect(told.body).toMatchObject({ said: "confirmed", name: "user_a", gone: [`personal:${idOf(1)}`] });
    expect(readFileSync(at("memories", "user_a"), "utf8")).toContain("trust-level: verified");
    expect(last()).toMatchObject({
      channel: "web",
      actor: "user",
      action: "promote",
      from: "inferred",
      to: "verified",
    });
    expect(await rows()).toEqual([]);
    expect(served.told).toEqual(["session", "confirm user_a"]);
  });

  test("REV-2: demote, then restore from the quarantine", async () => {
    inferred("user_a", 1);
    await decide("user_a", "demote");
    expect(last()).toMatchObject({ channel: "web", action: "demote", to: "quarantined" });
    expect((await card("user_a", "quarantined")).actions.map((each: { word: string }) => each.word)).toEqual([
      "restore",
      "edit",
      "archive",
    ]);
    await decide("user_a", "confirm", "quarantined");
    expect(last()).toMatchObject({ channel: "web", action: "restore", to: "verified" });
  });

  test("TRU-9: undo takes decisions back one after the other, each once", async () => {
    inferred("user_a", 1);
    inferred("user_b", 2, { body: "Something else altogether, about birds and their nests. Why: so." });
    const before = ["user_a", "user_b"].map((stem) => readFileSync(at("memories", stem), "utf8"));
    await decide("user_a", "confirm");
    await decide("user_b", "demote");
    await decide("user_b", "confirm", "quarantined");
    expect((await served.ask("/api/undo")).body).toEqual({ said: "confirmed", key: `personal:${idOf(2)}` });
    expect(existsSync(at("quarantine", "user_b"))).toBe(true);
    expect((await served.ask("/api/undo")).body).toEqual({ said: "confirmed", key: `personal:${idOf(1)}` });
    expect(readFileSync(at("memories", "user_a"), "utf8")).toBe(before[0]);
    expect(last()).toMatchObject({ channel: "web", action: "undo" });
    expect((await served.ask("/api/undo")).body.problem.code).toBe("nothing-to-undo");
    expect((await rows()).map(({ stem }) => stem)).toEqual(["user_a"]);
  });

  test("REV-2: retire, and archive what is quarantined", async () => {
    inferred("user_a", 1);
    plant(base, "user_b", { place: "quarantine", tier: "quarantined", id: idOf(2), created: OLD });
    expect((await decide("user_a", "retire")).body.said).toBe("off");
    expect((await decide("user_b", "archive", "quarantined")).body.said).toBe("archived");
    expect(existsSync(at("quarantine", "user_b"))).toBe(false);
    expect((await decide("user_b", "archive", "quarantined")).status).toBe(400);
  });

  test("REV-2: what is not possible for a memory is refused by its own act", async () => {
    inferred("user_a", 1);
    expect((await decide("user_a", "archive")).body.problem.code).toBe("not-allowed");
    expect((await decide("user_a", "merge")).body.problem.code).toBe("not-allowed");
  });

  test("TRU-3: before its observation ends a confirmation makes it the person's own words, and the card says so", async () => {
    disputed("user_a", 1, "2026-11-14T00:00:00Z");
    const shown = await card("user_a");
    expect(shown.actions[0].word).toBe("make it yours");
    expect(shown.notes[0]).toContain("your own words");
  });
});

describe("edit", () => {
  test("REV-2: the author's part is edited, the rest stays, and it is checked again", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(1), created: OLD, verified: "2026-01-01" });
    const { key, version, draft } = await card("user_a");
    expect(draft).not.toMatch(/^(id|trust-level|created-at|last-verified):/m);
    const text = draft.replace("A body that is long enough", "Another body");
    const told = await served.ask("/api/edit", { key, version, text });
    expect(told.body).toMatchObject({ said: "saved", name: "user_a" });
    const now = readFileSync(at("memories", "user_a"), "utf8");
    expect(now).toContain("Another body");
    expect(now).toContain(`id: ${idOf(1)}`);
    expect(now).toContain("created-at: 2026-11-01T00:00:00Z");
    expect(last()).toMatchObject({ channel: "web", action: "edit" });
  });

  test("TRU-21: keys of the trust machine that are typed into the text count for nothing", async () => {
    inferred("user_a", 1);
    const { key, version, draft } = await card("user_a");
    const text = draft.replace("type: user", `type: user\nid: ${idOf(9)}\nsource: import`).replace("A body", "B body");
    expect((await served.ask("/api/edit", { key, version, text })).status).toBe(200);
    const made = last();
    expect(made["id"]).not.toBe(idOf(9));
    expect((await served.ask("/api/queue", { view: "waiting" })).body.rows).toEqual([]);
  });

  test("CHK-10: a text that fails its checks is not saved, and what was found is told", async () => {
    inferred("user_a", 1);
    const before = readFileSync(at("memories", "user_a"), "utf8");
    const { key, version, draft } = await card("user_a");
    const told = await served.ask("/api/edit", { key, version, text: draft.replace(/^name: .*$/m, "name: x") });
    expect([told.status, told.body.problem.code]).toEqual([409, "checks-failed"]);
    expect(told.body.problem.details.length).toBeGreaterThan(0);
    expect(readFileSync(at("memories", "user_a"), "utf8")).toBe(before);
    const unread = await served.ask("/api/edit", { key, version, text: "no frontmatter" });
    expect(unread.body.problem.code).toBe("checks-failed");
  });

  test("REV-2: the same text is no edit", async () => {
    inferred("user_a", 1);
    const { key, version, draft } = await card("user_a");
    const told = await served.ask("/api/edit", { key, version, text: draft });
    expect(told.body.problem.message).toBe("Nothing to do: the text is the same.");
  });

  test("REV-2: a file with the line ends and the mark of another system keeps them", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(1), created: OLD, verified: "2026-01-01" });
    const text = readFileSync(at("memories", "user_a"), "utf8");
    writeFileSync(at("memories", "user_a"), `\ufeff${text.replaceAll("\n", "\r\n")}`);
    const { key, version, draft } = await card("user_a");
    expect(draft).not.toContain("\r");
    await served.ask("/api/edit", { key, version, text: draft.replace("A body", "B body") });
    const now = readFileSync(at("memories", "user_a"), "utf8");
    expect(now).toContain("B body");
    expect(now.startsWith("\ufeff---\r\n")).toBe(true);
    expect(now.replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("a decision counts for exactly what was shown", () => {
  test("REV-2: when the file changed meanwhile, nothing is done; the new card can be decided", async () => {
    inferred("user_a", 1);
    const seen = await card("user_a");
    const other = readFileSync(at("memories", "user_a"), "utf8").replace("always", "never");
    writeFileSync(at("memories", "user_a"), other);
    const told = await served.ask("/api/decide", { key: seen.key, version: seen.version, kind: "confirm" });
    expect([told.status, told.body.problem.code]).toEqual([409, "changed-meanwhile"]);
    expect(readFileSync(at("memories", "user_a"), "utf8")).toBe(other);
    const fresh = (await served.ask("/api/card", { key: seen.key })).body;
    expect(fresh.body).toContain("never");
    expect((await served.ask("/api/decide", { key: seen.key, version: fresh.version, kind: "confirm" })).status).toBe(
      200,
    );
  });

  test("REV-2: a version of another card, or none, is refused", async () => {
    inferred("user_a", 1);
    inferred("user_b", 2, { body: "Something else altogether, about birds and their nests. Why: so." });
    const [a, b] = [await card("user_a"), await card("user_b")];
    for (const version of [b.version, "", a.version.slice(1)]) {
      const told = await served.ask("/api/decide", { key: a.key, version, kind: "confirm" });
      expect(told.body.problem.code).toBe("changed-meanwhile");
    }
  });

  test("REV-2: what a yes does is part of it: a card shown before the observation ended is looked at again", async () => {
    disputed("user_a", 1, "2026-11-08T12:00:01Z");
    const seen = await card("user_a");
    served.at(new Date("2026-11-15T12:00:02Z"));
    const told = await served.ask("/api/decide", { key: seen.key, version: seen.version, kind: "confirm" });
    expect(told.body.problem.code).toBe("changed-meanwhile");
  });

  test("REV-2: merging rests on the look-alikes that were shown", async () => {
    inferred("user_a", 1, { body: "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml." });
    inferred("user_b", 2, { body: "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml, always." });
    const seen = await card("user_a");
    expect(seen.comparisons).toHaveLength(1);
    expect(seen.comparisons[0].right.text).toContainEqual({ text: ", always", differs: true });
    const other = readFileSync(at("memories", "user_b"), "utf8");
    writeFileSync(at("memories", "user_b"), other.replace("always", "said nobody"));
    const told = await served.ask("/api/decide", { key: seen.key, version: seen.version, kind: "merge" });
    expect(told.body.problem.code).toBe("changed-meanwhile");
    const fresh = (await served.ask("/api/card", { key: seen.key })).body;
    const done = await served.ask("/api/decide", { key: fresh.key, version: fresh.version, kind: "merge" });
    expect(done.body.gone).toEqual(expect.arrayContaining([`personal:${idOf(1)}`, `personal:${idOf(2)}`]));
    expect(await rows()).toEqual([]);
  });

  test("REV-2: a yes rests on the look-alikes too: another text beside it is looked at first", async () => {
    inferred("user_a", 1, { body: "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml." });
    inferred("user_b", 2, { body: "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml, always." });
    const seen = await card("user_a");
    const other = readFileSync(at("memories", "user_b"), "utf8");
    writeFileSync(at("memories", "user_b"), other.replace("always", "said nobody"));
    const told = await served.ask("/api/decide", { key: seen.key, version: seen.version, kind: "confirm" });
    expect(told.body.problem.code).toBe("changed-meanwhile");
    expect(readFileSync(at("memories", "user_a"), "utf8")).toContain("trust-level: inferred");
  });

  test("REV-2: what was decided is no question any more", async () => {
    inferred("user_a", 1);
    const seen = await card("user_a");
    await served.ask("/api/decide", { key: seen.key, version: seen.version, kind: "retire" });
    const again = await served.ask("/api/decide", { key: seen.key, version: seen.version, kind: "confirm" });
    expect(again.body.problem.code).toBe("changed-meanwhile");
    expect((await served.ask("/api/card", { key: seen.key })).body.problem.code).toBe("not-found");
  });
});

describe("what is shown", () => {
  test("CHK-30: no hidden character reaches the page, and that there were some is told", async () => {
    const hidden = "safe\u202eevil\u2066 a\u200bb \u{e0041}\u{e0042} \u001b[31mred";
    inferred("user_a", 1, { body: `${hidden}\r\nnext line`, more: ['tags: ["t\\u202eag"]'] });
    const { body } = await served.ask("/api/card", { key: (await rows())[0]?.key });
    const shown = JSON.stringify({ ...body, draft: "" });
    expect([...shown].filter((char) => isStripped(char.codePointAt(0) ?? 0))).toEqual([]);
    expect(shown).not.toContain("\\u");
    expect(body.body).toBe("safeevil ab  [31mred\nnext line");
    expect(body.notes.at(-1)).toBe("6 hidden characters are left out here, as agents are not given them.");
  });

  test("REV-1: why it is here, the evidence, who uses it", async () => {
    inferred("user_a", 1, {
      more: ['evidence: "user, claude session s1, 2026-11-01T00:00:00Z: always so"', "tags: [one]"],
    });
    const shown = await card("user_a");
    expect(shown.why[0]).toBe("your own words, found in a session");
    expect(shown.facts).toContainEqual({ label: "Tags", text: "one" });
    expect(shown.facts).toContainEqual({ label: "Used", text: "never shown to an agent in the last 90 days" });
    expect(shown.facts.find((each: { label: string }) => each.label === "Evidence").text).toContain("always so");
  });

  test("MCP-1: a proposal stands beside what it would change", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(1), created: OLD, verified: "2026-11-10", body: "Tabs it is." });
    inferred("user_b", 2, {
      more: [`proposes: ${idOf(1)}`],
      body: "Spaces it is.\n\nWhy this change is proposed: they asked",
    });
    const shown = await card("user_b");
    expect(shown.actions[0].word).toBe("take up");
    expect(shown.comparisons[0].left).toMatchObject({ title: "user_a", tier: "verified" });
    expect(shown.comparisons[0].right.text).toContainEqual({ text: "Spaces", differs: true });
  });

  test("REV-2: an unknown list is not understood; an unreadable file is counted", async () => {
    writeFileSync(at("memories", "user_broken"), "no frontmatter");
    expect((await served.ask("/api/queue", { view: "all" })).status).toBe(400);
    expect((await served.ask("/api/queue", { view: "waiting" })).body).toMatchObject({ waiting: 0, broken: 1 });
  });
});

test.each([
  [new Fault("no-store", "There is no store.", "holdfast init"), { code: "no-store", hint: "holdfast init" }],
  [new Error("at secret/place"), { code: "io", message: "Something failed that should not." }],
])("SUR-4: a fault says what it is and what to do; anything else says nothing of itself", async (error, problem) => {
  const fails = thrower(error);
  const desk = { queue: fails, card: fails, since: fails, foresee: fails, decide: fails, undo: fails };
  const broken = serve(base, { desk });
  await broken.connect();
  const told = await broken.ask("/api/queue", { view: "waiting" });
  expect(told.status).toBe(500);
  expect(told.body.problem).toMatchObject(problem);
  expect(told.answer.body).not.toContain("secret/place");
  expect(broken.told.at(-1)).toBe(`failed ${String(error)}`);
});

function thrower(error: Error): () => never {
  return () => {
    throw error;
  };
}

test("REV-2: finishing is told to the terminal", async () => {
  expect((await served.ask("/api/finish")).status).toBe(200);
  expect(served.told).toEqual(["session", "finished"]);
});
