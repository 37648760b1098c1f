// The sessions that wait for the observer, over a real store and real files, with a model that a test scripts.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readers } from "../../../src/hosts/index.ts";
import type { InboxEntry } from "../../../src/listen/inbox.ts";
import { openTranscripts, READERS } from "../../../src/listen/io/transcripts.ts";
import { type Askable, type Distilled, type Distiller, distil } from "../../../src/observer/distil.ts";
import { readRuns } from "../../../src/observer/io/logs.ts";
import { noteSession, observerWaiting } from "../../../src/observer/io/queue.ts";
import { openObserverState, readBreaker, takeRun } from "../../../src/observer/io/state.ts";
import type { ModelAnswer, ModelCall } from "../../../src/observer/model.ts";
import type { Which } from "../../../src/observer/observing.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { refuse } from "../../../src/text/errors.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const COST = { tokens: { input: 10, output: 10 }, money: 0.001 };
type Failed = ModelAnswer & { kind: "failed" };
const failed = (status: number, then: Failed["then"]): Failed => ({
  kind: "failed",
  why: `The model's provider answered ${status}.`,
  then,
});
const FAILED = failed(503, "retry");
const { turns, works } = await readers();
let base: string;
let state: string;
let open: OpenStore;
let now: Date;
let calls: ModelCall[];
let told: string[];
let answer: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer>;
let asked: (model: Askable) => Askable;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  state = placesOf(base).state;
  now = new Date("2026-06-01T10:00:00Z");
  calls = [];
  told = [];
  answer = remembering;
  asked = (model) => model;
});
afterEach(() => removeBox(base));

function distiller(more: Partial<Distiller> = {}): Distiller {
  const model = {
    name: "scripted",
    call: async (request: ModelCall) => {
      calls.push(request);
      return answer(request);
    },
  };
  return {
    open,
    act: () => actOf("observer", now, chance(calls.length + 7)),
    signal: new AbortController().signal,
    state: openObserverState(state),
    transcripts: openTranscripts(state, now, READERS.observer),
    readers: turns,
    works,
    projectOf: () => undefined,
    modelFor: () => asked({ kind: "model", model, settings: "scripted" }),
    tell: (sentence) => void told.push(sentence),
    ...more,
  };
}

const run = (which: Which = "due", more: Partial<Distiller> = {}): Promise<Distilled> => distil(distiller(more), which);

/** Says of every sentence of a user that it is a fact. */
function remembering({ prompt }: ModelCall): ModelAnswer {
  const said = JSON.parse(prompt.slice(prompt.indexOf("\n") + 1)) as { turn: number; speaker: string; text: string }[];
  const memories = said
    .filter(({ speaker }) => speaker === "user")
    .map(({ turn, text }) => ({ claim: text, kind: "fact", quote: text, turn }));
  return { kind: "answer", text: JSON.stringify({ memories }), cost: COST };
}

const line = (type: "user" | "assistant", content: unknown): string =>
  `${JSON.stringify({ type, message: { role: type, content }, timestamp: "2026-05-30T09:00:00Z" })}\n`;
const sentence = (n: number): string =>
  `The service number ${n} keeps its ledgers in region ${["north", "south", "east", "west"][n % 4]}${n} for all of its customers there.`;
const recordOf = (session: string): string => `${base}/${session}.jsonl`;

function leave(session: string, text: string, more: Partial<InboxEntry> = {}): void {
  appendFileSync(recordOf(session), text);
  const at = now.toISOString();
  noteSession(state, {
    at,
    session,
    host: "claude",
    cwd: base,
    kind: "SessionEnd",
    transcript: recordOf(session),
    ...more,
  });
}

const memories = (): readonly string[] =>
  readdirSync(`${rootOf(base)}/memories`).filter((name) => name.endsWith(".md"));

describe("the sessions that wait", () => {
  test("OBS-10: what was said since the last time is asked about once, and nothing is left behind", async () => {
    leave("a", line("user", sentence(1)));
    expect(await run()).toEqual({ sessions: 1, added: 1, proposed: 0, left: 0 });
    expect([memories().length, observerWaiting(state)]).toEqual([1, 0]);
    expect(readdirSync(`${state}/observer/pending`)).toEqual([]);
    leave("a", line("user", sentence(2)));
    expect(await run()).toMatchObject({ sessions: 1, added: 1 });
    expect(calls[1]?.prompt).toContain("number 2");
    expect(calls[1]?.prompt).not.toContain("number 1");
    expect(readRuns(state)).toMatchObject([{ session: "a", outcome: "observed", added: 1 }, { added: 1 }]);
  });

  test("OBS-7: a session is asked about three times at most, and words too few wait for more", async () => {
    for (let n = 0; n < 5; n++) {
      leave("a", line("user", sentence(n)));
      await run();
    }
    expect(calls).toHaveLength(3);
    expect(observerWaiting(state)).toBe(0);
    leave("b", line("user", "Just a few words."));
    expect(await run()).toMatchObject({ sessions: 1, added: 0 });
    leave("b", line("user", sentence(9)));
    await run();
    expect(calls[3]?.prompt).toContain("Just a few words.");
  });

  test("OBS-7: a private span that one part of a session opened is private in the next", async () => {
    leave("a", line("user", `${sentence(1)} <private> the plan`));
    await run();
    leave("a", line("user", sentence(2)));
    await run();
    expect(calls).toHaveLength(1);
    leave("a", line("user", `</private> ${sentence(3)}`));
    await run();
    expect(calls[1]?.prompt).toContain("number 3");
    expect(calls[1]?.prompt).not.toContain("number 2");
  });

  test("OBS-10: a session that goes on waits until it is silent; a person's run does not", async () => {
    leave("a", line("user", sentence(1)), { kind: "Stop" });
    expect(await run()).toEqual({ sessions: 0, added: 0, proposed: 0, left: 0 });
    expect(observerWaiting(state)).toBe(1);
    now = new Date(now.getTime() + 11 * 60_000);
    expect(await run()).toMatchObject({ added: 1 });
    leave("b", line("user", sentence(2)), { kind: "Stop" });
    expect(await run("all")).toMatchObject({ added: 1 });
  });

  test("OBS-10: killed after the answer, it is neither asked again nor added twice; what was said since comes too", async () => {
    leave("a", line("user", sentence(1)));
    const real = openObserverState(state);
    const killed = {
      ...real,
      keep: () => undefined,
      sessions: { ...real.sessions, done: died, back: () => undefined },
    };
    const transcripts = { ...openTranscripts(state, now, READERS.observer), remember: died };
    await expect(run("due", { state: killed, transcripts })).resolves.toMatchObject({ fault: expect.any(Error) });
    expect([calls.length, memories().length]).toEqual([1, 1]);
    expect(statSync(`${state}/observer/pending/${readdirSync(`${state}/observer/pending`)[0]}`).mode & 0o777).toBe(
      0o600,
    );
    appendFileSync(recordOf("a"), line("user", sentence(2)));
    expect(await run()).toMatchObject({ sessions: 1, added: 1 });
    expect([calls.length, memories().length]).toEqual([2, 2]);
    expect(calls[1]?.prompt).not.toContain("number 1");
    expect(readdirSync(`${state}/observer/pending`)).toEqual([]);
  });

  test("OBS-10: killed between the mark and the removal of the answer, the answer is not used again", async () => {
    leave("a", line("user", sentence(1)));
    const real = openObserverState(state);
    await run("due", { state: { ...real, pending: { ...real.pending, drop: () => undefined } } });
    expect(readdirSync(`${state}/observer/pending`)).toHaveLength(1);
    leave("a", line("user", sentence(2)));
    expect(await run()).toMatchObject({ added: 1 });
    expect([calls.length, memories().length]).toEqual([2, 2]);
  });

  test("OBS-10: what a host tells while the model thinks is looked at the next time", async () => {
    leave("a", line("user", sentence(1)));
    answer = (call) => {
      leave("a", line("user", sentence(2)));
      answer = remembering;
      return remembering(call);
    };
    await run();
    expect(observerWaiting(state)).toBe(1);
    expect(await run()).toMatchObject({ added: 1 });
    expect(calls[1]?.prompt).not.toContain("number 1");
  });

  test("OBS-10: the store's lock is free while the model thinks", async () => {
    leave("a", line("user", sentence(1)));
    let written: unknown;
    answer = async (call) => {
      written = await openBox(base).store.withLock(() => "written");
      return remembering(call);
    };
    await run();
    expect(written).toBe("written");
  });

  test("OBS-10: a store that others hold for too long costs no answer", async () => {
    leave("a", line("user", sentence(1)));
    const busy = new Proxy(open.store, {
      get: (store, name) => {
        if (name === "withLock") return async () => refuse("locked", "busy");
        const value: unknown = Reflect.get(store, name);
        return typeof value === "function" ? value.bind(store) : value;
      },
    });
    expect(await run("due", { open: { ...open, store: busy } })).toEqual({
      sessions: 0,
      added: 0,
      proposed: 0,
      left: 1,
    });
    expect(await run()).toMatchObject({ sessions: 1, added: 1 });
    expect(calls).toHaveLength(1);
  });

  test("OBS-10: one runner at a time", async () => {
    const release = await takeRun(state);
    expect(await takeRun(state)).toBeUndefined();
    release?.();
    (await takeRun(state))?.();
  });

  test("OBS-10: an answer older than 14 days is gone before the next run", async () => {
    openObserverState(state).pending.put("/old.jsonl", { text: "x", to: 1 });
    const [name = ""] = readdirSync(`${state}/observer/pending`);
    utimesSync(`${state}/observer/pending/${name}`, new Date(0), new Date(Date.now() - 15 * 86_400_000));
    (await takeRun(state))?.();
    expect(readdirSync(`${state}/observer/pending`)).toEqual([]);
  });

  test("CFG-1: a project that switched it off is never asked about, not even later", async () => {
    leave("a", line("user", sentence(1)));
    asked = () => ({ kind: "off" });
    expect(await run()).toMatchObject({ sessions: 1, added: 0 });
    asked = (model) => model;
    leave("a", line("user", sentence(2)));
    await run();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.prompt).not.toContain("number 1");
  });

  test("OBS-10: without a key, or in a pause, the session waits", async () => {
    leave("a", line("user", sentence(1)));
    asked = () => ({ kind: "later" });
    expect(await run()).toEqual({ sessions: 0, added: 0, proposed: 0, left: 1 });
    expect([calls.length, observerWaiting(state)]).toEqual([0, 1]);
  });

  test("OBS-8: a result counts as witness for the turns after it, by its own call", async () => {
    const used = { type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test ledgers" } };
    const result = { type: "tool_result", tool_use_id: "t1", content: "12 passed, ledgers ok" };
    const claim = "The tests of the ledgers passed after the change in the exporter of the service.";
    leave(
      "a",
      line("user", sentence(1)) + line("assistant", [used]) + line("user", [result]) + line("assistant", claim),
    );
    answer = () => ({
      kind: "answer",
      text: JSON.stringify({ memories: [{ claim, kind: "fact", quote: claim, turn: 2 }] }),
      cost: COST,
    });
    expect(await run()).toMatchObject({ added: 1 });
  });
});

describe("what goes wrong", () => {
  test("OBS-11: three failures in a row and no call is made for an hour; the sessions wait", async () => {
    for (let n = 0; n < 5; n++) leave(`s${n}`, line("user", sentence(n)));
    answer = () => FAILED;
    const distilled = await run();
    expect(distilled).toMatchObject({ sessions: 0, left: 5, held: expect.stringContaining("3 calls in a row failed") });
    expect(calls).toHaveLength(3);
    answer = remembering;
    now = new Date(now.getTime() + 59 * 60_000);
    expect(await run()).toMatchObject({ left: 5 });
    expect(calls).toHaveLength(3);
    now = new Date(now.getTime() + 2 * 60_000);
    expect(await run()).toMatchObject({ sessions: 5, added: 5 });
    expect(readBreaker(state)).toEqual({ failures: 0 });
  });

  test("OBS-11: a success between failures begins the count anew", async () => {
    let n = 0;
    for (let at = 0; at < 6; at++) leave(`s${at}`, line("user", sentence(at)));
    answer = (call) => (++n % 3 === 0 ? remembering(call) : FAILED);
    expect(await run()).toMatchObject({ sessions: 2, left: 4 });
    expect(calls).toHaveLength(6);
  });

  test("OBS-11: a refused key stops it and is told, until the settings change", async () => {
    leave("a", line("user", sentence(1)));
    leave("b", line("user", sentence(2)));
    answer = () => failed(401, "stop");
    expect(await run()).toMatchObject({ left: 2, held: "The model's provider answered 401." });
    expect(told).toEqual([
      "The observer has stopped: The model's provider answered 401. Look: holdfast observe status",
    ]);
    answer = remembering;
    now = new Date(now.getTime() + 48 * 3_600_000);
    expect(await run()).toMatchObject({ left: 2 });
    expect(calls).toHaveLength(1);
    asked = (model) => ({ ...model, settings: "another" }) as Askable;
    expect(await run()).toMatchObject({ sessions: 2, added: 2 });
  });

  test("OBS-11: a request that is refused as such is not made again", async () => {
    leave("a", line("user", sentence(1)));
    answer = () => failed(400, "never");
    expect(await run()).toMatchObject({ sessions: 1, left: 0 });
    await run();
    expect(calls).toHaveLength(1);
  });

  test("OBS-5: over budget is told once a day with budget, value and limit, and the session waits", async () => {
    leave("a", line("user", sentence(1)));
    answer = () => ({ kind: "over-budget", budget: "day", value: 51_234, limit: 50_000 });
    await run();
    await run();
    expect(told).toEqual([
      expect.stringMatching(/^WARN token_budget_exceeded: .*observer-day-tokens .* 51,234 tokens.* 50,000/),
    ]);
    answer = () => ({ kind: "over-budget", budget: "month-money", value: 5.013, limit: 5 });
    await run();
    expect(told[1]).toMatch(/observer-month-cents would have come to 501.3 cents, its limit is 500 cents/);
    now = new Date(now.getTime() + 86_400_000);
    await run();
    expect(told).toHaveLength(3);
    expect(observerWaiting(state)).toBe(1);
    expect(readRuns(state)[0]).toMatchObject({ outcome: "over-budget", why: "token_budget_exceeded: day" });
    answer = remembering;
    expect(await run()).toMatchObject({ added: 1 });
  });

  test("OBS-3: a model that tried to act is not asked about this again", async () => {
    leave("a", line("user", sentence(1)));
    answer = () => ({ kind: "denied", attempts: ["Bash"], cost: COST });
    expect(await run()).toMatchObject({ sessions: 1, added: 0 });
    await run();
    expect(calls).toHaveLength(1);
    expect(readRuns(state)).toMatchObject([{ outcome: "denied", why: "asked for Bash" }]);
  });

  test("OBS-10: one session that can't be handled does not keep the others waiting", async () => {
    leave("a", line("user", sentence(1)));
    leave("b", line("user", sentence(2)));
    answer = (call) => {
      if (call.prompt.includes("number 1")) throw new Error("broken");
      return remembering(call);
    };
    expect(await run()).toMatchObject({ sessions: 1, added: 1, left: 1, fault: expect.any(Error) });
    expect(observerWaiting(state)).toBe(1);
  });

  test("OBS-10: a record that is gone, a host that nobody knows and a damaged state file are no fault", async () => {
    leave("a", "", { transcript: `${base}/gone.jsonl` });
    leave("b", line("user", sentence(1)), { host: "constructor" });
    writeFileSync(`${state}/observer/breaker.json`, "{");
    writeFileSync(`${state}/observer/waiting/${"0".repeat(32)}.json`, "nothing");
    expect(await run()).toMatchObject({ sessions: 2, left: 0 });
    expect(existsSync(`${state}/observer/runs.jsonl`)).toBe(false);
    expect(readFileSync(`${state}/observer/breaker.json`, "utf8")).toBe("{");
  });
});

function died(): never {
  throw new Error("killed here");
}
