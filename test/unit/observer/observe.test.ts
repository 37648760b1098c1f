// The observer over a real store, with a model that says what a test wants (OBS-7 to OBS-9).
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Turn } from "../../../src/hosts/turn.ts";
import { parseDocument } from "../../../src/memory/document.ts";
import { fingerprintOf, tombstoneFor } from "../../../src/memory/tombstone.ts";
import type { ModelAnswer, ModelCall } from "../../../src/observer/model.ts";
import { type Observed, type Observer, observe, type Session } from "../../../src/observer/observe.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const COST = { tokens: { input: 10, output: 10 }, money: 0.001 };
let base: string;
let open: OpenStore;
let calls: ModelCall[];
let answers: Map<string, string>;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  calls = [];
  answers = new Map();
});
afterEach(() => removeBox(base));

const TURNS: readonly Turn[] = [
  {
    speaker: "user",
    text: "In this repository invoices are numbered per year, please keep to that in the exporter.",
    at: "2026-05-30T09:00:00Z",
  },
  { speaker: "assistant", text: "I will number invoices per year in the exporter." },
];
const ENTRY = {
  claim: "Invoices are numbered per year",
  kind: "constraint",
  quote: "invoices are numbered per year",
  turn: 1,
};

function observer(answer: ModelAnswer | string | readonly unknown[]): Observer {
  const text = typeof answer === "string" ? answer : JSON.stringify({ memories: answer });
  const reply: ModelAnswer =
    typeof answer === "object" && "kind" in answer ? answer : { kind: "answer", text, cost: COST };
  return {
    open,
    act: actOf("observer", NOW, chance(5)),
    model: {
      name: "scripted",
      call: async (request) => {
        calls.push(request);
        return reply;
      },
    },
    signal: new AbortController().signal,
    pending: {
      get: (session) => answers.get(session),
      put: (session, given) => void answers.set(session, given),
      drop: (session) => void answers.delete(session),
    },
  };
}

const session = (turns: readonly Turn[] = TURNS, more: Partial<Session> = {}): Session => ({
  id: "s-1",
  host: "claude",
  at: "2026-05-30T09:00:00Z",
  turns,
  deeds: [],
  ...more,
});

async function observed(answer: Parameters<typeof observer>[0], about: Session = session()): Promise<Observed> {
  const outcome = await observe(observer(answer), about);
  if (outcome.kind !== "observed") throw new Error(JSON.stringify(outcome));
  return outcome;
}

const files = (): readonly string[] => readdirSync(`${rootOf(base)}/memories`).sort();
const contentOf = (file: string): string => text(file);
const text = (file: string): string => readFileSync(`${rootOf(base)}/memories/${file}`, "utf8");

describe("the observer", () => {
  test("OBS-8: what was said becomes an inferred memory with its quote, dated as it was said", async () => {
    expect(await observed([ENTRY])).toEqual({ kind: "observed", added: 1, proposed: 0, dropped: {}, claimedTrust: 0 });
    const [file = ""] = files();
    expect(text(file)).toMatch(/trust-level: inferred/);
    expect(text(file)).toMatch(/source: observer/);
    expect(text(file)).toMatch(/created-at: 2026-05-30T09:00:00Z/);
    expect(text(file)).toMatch(
      /evidence: ".*observer, claude session s-1, 2026-05-30T09:00:00Z: invoices are numbered per year"?/,
    );
    expect(open.ledger.last()).toMatchObject({
      actor: "observer",
      channel: "observer",
      action: "create",
      to: "inferred",
    });
  });

  test("ARR-5: the questions it answers are kept with it", async () => {
    await observed([{ ...ENTRY, asks: ["How do bills get their number?"] }]);
    expect(text(files()[0] ?? "")).toMatch(/asks:.*How do bills get their number\?/s);
  });

  test("OBS-8 TRU-20: nothing false is stored, and the counters say what was dropped and why", async () => {
    const lies = [
      { ...ENTRY, quote: "invoices are numbered per month" },
      { ...ENTRY, claim: "Every password is kept in the exporter", quote: "please keep to that in the exporter" },
      {
        ...ENTRY,
        claim: "Invoices per year work in the exporter",
        quote: "invoices per year in the exporter",
        turn: 2,
      },
      { ...ENTRY, kind: "order" },
      { ...ENTRY, "trust-level": "verified", supersedes: [idOf(1)] },
    ];
    expect(await observed(lies)).toEqual({
      kind: "observed",
      added: 1,
      proposed: 0,
      dropped: { malformed: 1, "no-quote": 1, unsupported: 1, "no-witness": 1 },
      claimedTrust: 1,
    });
    expect(files()).toHaveLength(1);
    expect(text(files()[0] ?? "")).not.toMatch(/verified|supersedes/);
  });

  test.each([
    ["10 MB", `{"memories":[{"claim":"${"x".repeat(10 * 1024 * 1024)}"}]}`],
    ["no JSON", "Sure! Here is what I found."],
    ["torn JSON", '{"memories":[{"claim":"Invoices'],
  ])("OBS-8: an answer of %s stores nothing", async (_, answer) => {
    expect(await observed(answer)).toMatchObject({ added: 0, proposed: 0, dropped: { malformed: 1 } });
    expect(files()).toEqual([]);
  });

  test("OBS-9: the same fact is nothing, its opposite a proposal that touches nothing", async () => {
    const body = "Invoices are numbered per year. Why: the law wants it.";
    plant(base, "project_invoices", { id: idOf(1), tier: "verified", verified: "2026-05-20", body });
    const before = text("project_invoices.md");
    expect(await observed([ENTRY])).toMatchObject({ added: 0, proposed: 0, dropped: { same: 1 } });
    plant(base, "feedback_use_pnpm_here_not_npm", {
      id: idOf(2),
      tier: "verified",
      verified: "2026-05-20",
      body: "Use pnpm here, not npm.",
    });
    const turns: readonly Turn[] = [
      { speaker: "user", text: "Something has changed for all of us since last week: use npm here, not pnpm." },
    ];
    const opposite = { claim: "Use npm here, not pnpm", kind: "preference", quote: "use npm here, not pnpm", turn: 1 };
    const result = await observed([opposite], session(turns, { id: "s-2" }));
    expect(result).toMatchObject({ added: 0, proposed: 1 });
    expect(text("project_invoices.md")).toBe(before);
    const proposal = files().find((file) => text(file).includes(`proposes: ${idOf(2)}`)) ?? "";
    expect(text(proposal)).toMatch(/trust-level: inferred[\s\S]*source: observer[\s\S]*Use npm here, not pnpm/);
    expect(text("feedback_use_pnpm_here_not_npm.md")).not.toContain("superseded-by");
  });

  test("STO-33 OBS-9: what was forgotten does not come back", async () => {
    await observed([ENTRY]);
    const [file = ""] = files();
    const document = parseDocument(text(file));
    if (document.kind !== "document") throw new Error("unreadable");
    open.tombstones.add(
      tombstoneFor(idOf(9) as never, fingerprintOf(document, file), {
        salt: new Uint8Array(16),
        date: "2026-06-01T00:00:00Z",
      }),
    );
    removeBox(`${rootOf(base)}/memories/${file}`);
    expect(await observed([ENTRY], session(TURNS, { id: "s-9" }))).toMatchObject({ added: 0, dropped: { refused: 1 } });
    expect(files()).toEqual([]);
  });

  test("STO-33 OBS-9: nor in other clothes: inside a longer sentence, with the words of a cue", async () => {
    const body = "the quillfern valve must stay open while the pump runs";
    const document = parseDocument(`---\nname: Valve\ndescription: The valve\ntype: reference\n---\n${body}.\n`);
    if (document.kind !== "document") throw new Error("unreadable");
    const made = { salt: new Uint8Array(16), date: "2026-06-01T00:00:00Z" };
    open.tombstones.add(tombstoneFor(idOf(9) as never, fingerprintOf(document, "reference_valve.md"), made));
    const text = `Remember that ${body}. Use tabs in the makefiles of this project, please, and in all those that are generated.`;
    const entries = [
      { claim: `Remember that ${body}`, kind: "fact", quote: body, turn: 1 },
      {
        claim: "The quillfern valve stays open while the pump runs",
        kind: "fact",
        quote: "valve must stay open",
        turn: 1,
      },
      {
        claim: "Use tabs in the makefiles",
        kind: "preference",
        quote: "Use tabs in the makefiles of this project",
        turn: 1,
      },
      {
        claim: "Use tabs in all that are generated",
        kind: "preference",
        quote: "in all those that are generated",
        turn: 1,
        asks: [body],
      },
    ];
    const result = await observed(entries, session([{ speaker: "user", text }], { id: "s-10" }));
    expect(result).toMatchObject({ added: 1, dropped: { "no-quote": 2 } });
    expect(calls[0]?.prompt).not.toContain("quillfern");
    expect(files().map(contentOf).join()).not.toContain("quillfern");
  });

  test("OBS-10: an answer that was paid for is not asked for again, and the same words are one memory", async () => {
    answers.set("s-1", JSON.stringify({ memories: [ENTRY] }));
    expect(await observed("never asked")).toMatchObject({ added: 1 });
    expect([calls.length, answers.size]).toEqual([0, 0]);
    expect(await observed([ENTRY])).toMatchObject({ added: 0, dropped: { same: 1 } });
    expect(files()).toHaveLength(1);
  });

  test("OBS-5: where no answer came, nothing is written and the reason goes on", async () => {
    const over: ModelAnswer = { kind: "over-budget", budget: "day", value: 5, limit: 4 };
    expect(await observe(observer(over), session())).toEqual({ kind: "no-answer", answer: over });
    expect(files()).toEqual([]);
  });

  test("OBS-7: private text, secrets, our own blocks and tools' payloads are in no request", async () => {
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const turns: readonly Turn[] = [
      {
        speaker: "user",
        text: "Keep this for the whole project, please: <PRIVATE>my hidden plan</private> invoices are numbered per year",
      },
      { speaker: "assistant", text: `I found the token ${token} in the file and will not repeat it again.` },
      {
        speaker: "user",
        text: '<memory-context source="holdfast" version="1">our own words</memory-context> go on with the export',
      },
    ];
    const deeds = [{ afterTurn: 1, call: 'Read {"file":"/etc/hosts"}', text: "payload-of-a-tool", failed: false }];
    await observed([], session(turns, { deeds }));
    const [sent] = calls;
    for (const hidden of ["hidden plan", token, "our own words", "payload-of-a-tool", "/etc/hosts"]) {
      expect(`${sent?.system}\n${sent?.prompt}`).not.toContain(hidden);
    }
    expect(sent?.prompt).toContain("invoices are numbered per year");
  });

  test("OBS-7: too little, or nothing but private text, is not sent", async () => {
    expect(await observe(observer([]), session([{ speaker: "user", text: "ok" }]))).toEqual({
      kind: "nothing",
      why: "too-little",
    });
    expect(await observe(observer([]), session([{ speaker: "user", text: `<private>${"word ".repeat(50)}` }]))).toEqual(
      { kind: "nothing", why: "private" },
    );
    expect(calls).toEqual([]);
  });

  test("OBS-8: no more than ten of a session, however many it names", async () => {
    const turns: readonly Turn[] = Array.from({ length: 15 }, (_, n) => ({
      speaker: "user" as const,
      text: `Note number ${n}: the ${["red", "blue", "green", "amber", "black", "white", "grey", "pink", "brown", "gold", "silver", "violet", "cyan", "lime", "teal"][n]} service listens behind its own gateway.`,
    }));
    const entries = turns.map((turn, index) => ({
      claim: turn.text.replace(/^Note number \d+: /, ""),
      kind: "fact",
      quote: turn.text.slice(16),
      turn: index + 1,
    }));
    const result = await observed(entries, session(turns));
    expect(result.added + (result.dropped.same ?? 0)).toBe(10);
    expect(result.added).toBeGreaterThan(5);
    expect(files().length).toBeLessThanOrEqual(10);
  });
});
