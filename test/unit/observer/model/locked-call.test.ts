// OBS-1, OBS-3, OBS-5, OBS-6, OBS-11: a call around a provider: paid for before, settled after, written down in any case.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asChecked } from "../../../../src/checks/checked.ts";
import type { Spend } from "../../../../src/observer/budget.ts";
import { openModel, type ProviderSettings } from "../../../../src/observer/io/model/locked-call.ts";
import { addressFault } from "../../../../src/observer/io/model/post.ts";
import { openSpend } from "../../../../src/observer/io/model/spend.ts";
import type { Cost, ModelAnswer } from "../../../../src/observer/model.ts";
import { type HostileModel, type Reply, startHostileModel } from "../../../e2e-observer/hostile-model.ts";
import { scratch } from "../../../support/disk.ts";

let model: HostileModel;
beforeAll(async () => {
  model = await startHostileModel();
});
afterAll(() => model.close());

const KEY = "sk-test-key-000";
const SAID: Reply = { kind: "speak", blocks: [{ type: "text", text: '{"a":1}' }], usage: { input: 50, output: 7 } };

interface Ran {
  readonly answer: ModelAnswer;
  readonly log: readonly Readonly<Record<string, unknown>>[];
  readonly notices: readonly string[];
  readonly bounds: readonly Cost[];
  readonly settled: readonly Cost[];
  readonly requests: number;
}

let serial = 0;
async function run(
  replies: readonly Reply[],
  change: { spend?: Partial<Spend>; provider?: (url: string) => ProviderSettings; limit?: number; state?: string } = {},
): Promise<Ran> {
  const name = `case-${++serial}`;
  const url = model.script(name, replies);
  const stateDir = change.state ?? scratch();
  const [bounds, settled, notices]: [Cost[], Cost[], string[]] = [[], [], []];
  const opened = openModel({
    provider: change.provider?.(url) ?? { kind: "anthropic", url, model: "claude-haiku-5-5", key: KEY, pauseMs: 5 },
    spend: {
      reserve: async (session, bound) => {
        bounds.push(bound);
        return { kind: "reserved", id: "1", session, bound };
      },
      settle: async (_, cost) => void settled.push(cost),
      ...change.spend,
    },
    stateDir,
    mask: (text) => text.replaceAll("hunter2", "[masked]"),
    notice: (sentence) => void notices.push(sentence),
    now: () => new Date("2026-11-15T12:00:00Z"),
    timeLimitMs: change.limit ?? 15_000,
  });
  const request = {
    source: "observer",
    session: "s",
    system: "fixed",
    prompt: asChecked("hunter2 is the password"),
    schema: { type: "object" },
    maxOutputTokens: 100,
  } as const;
  const answer = await opened.call(request, new AbortController().signal);
  const text = change.state === undefined ? readFileSync(join(stateDir, "observer-audit.log"), "utf8") : "";
  const log = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Ran["log"][number]]));
  return { answer, log, notices, bounds, settled, requests: model.seen(name).length };
}

describe("a locked call", () => {
  test("OBS-1: what was said, what it cost, and one line in the log", async () => {
    const { answer, log, bounds, settled } = await run([SAID]);
    const cost = { tokens: { input: 50, output: 7 }, money: (50 * 1 + 7 * 5) / 1e6 };
    expect(answer).toEqual({ kind: "answer", text: '{"a":1}', cost });
    expect(settled).toEqual([cost]);
    expect(bounds[0]?.tokens.output).toBe(100);
    expect(bounds[0]?.tokens.input).toBeGreaterThan(40);
    expect(log).toEqual([
      {
        ts: "2026-11-15T12:00:00.000Z",
        source: "observer",
        session: "s",
        project: null,
        provider: "anthropic",
        model: "claude-haiku-5-5",
        tool: null,
        input: "fixed\n\n[masked] is the password",
        result: "allowed",
        tokens: cost.tokens,
        cost: cost.money,
      },
    ]);
  });

  test("OBS-2: no tools are offered, and the key stands in one header", async () => {
    const url = model.script("asked", [SAID]);
    await run([SAID], { provider: () => ({ kind: "openai", url, model: "m", key: KEY }) });
    const [seen] = model.seen("asked");
    expect(Object.keys(seen?.body ?? {}).filter((name) => /tool|function/.test(name))).toEqual([]);
    expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen?.text).not.toContain(KEY);
  });

  test("OBS-5: over budget, no request leaves and the log says which", async () => {
    const over = { kind: "over-budget", budget: "day", value: 9, limit: 8 } as const;
    const { answer, log, requests, settled } = await run([SAID], { spend: { reserve: async () => over } });
    expect([answer, requests, settled]).toEqual([over, 0, []]);
    expect(log).toMatchObject([{ result: "error", reason: "token_budget_exceeded" }]);
  });

  test("OBS-3: an attempt is denied, written down, told, and its words are gone", async () => {
    const blocks = [
      { type: "text", text: "hello" },
      { type: "tool_use", name: "Bash", input: { command: "echo hunter2" } },
    ];
    const { answer, log, notices } = await run([{ kind: "speak", blocks, usage: { input: 1, output: 1 } }]);
    expect(answer).toMatchObject({ kind: "denied", attempts: ["Bash"] });
    expect(JSON.stringify(answer)).not.toContain("hello");
    expect(log.map(({ tool, result }) => [tool, result])).toEqual([
      [null, "denied"],
      ["Bash", "denied"],
    ]);
    expect(log[1]?.["input"]).toBe('{"command":"echo [masked]"}');
    expect(notices).toEqual(["A model tried to act and was denied: Bash."]);
  });

  test("OBS-5: a bill above the bound is written down and told", async () => {
    const { log, notices, settled } = await run([{ ...SAID, usage: { input: 1_000_000, output: 7 } } as Reply]);
    expect(log).toMatchObject([{ result: "allowed", reason: "usage_above_bound" }]);
    expect(notices).toHaveLength(1);
    expect(settled[0]?.tokens.input).toBe(1_000_000);
  });

  test("OBS-5: an endpoint that counts nothing does not switch the ceilings off", async () => {
    const text = "The tests need a database that runs. ".repeat(400);
    const spoken = JSON.stringify({ memories: [] });
    const calls = async (usage: { readonly input: number; readonly output: number }): Promise<number> => {
      const url = model.script(
        `counted-${usage.input}`,
        Array<Reply>(12).fill({ ...SAID, blocks: [{ type: "text", text: spoken }], usage } as Reply),
      );
      const limits = { call: 1e6, session: 1e6, day: 1e6, month: 1e6, "day-money": 0.0335, "month-money": 1 };
      const stateDir = scratch();
      const opened = openModel({
        provider: { kind: "anthropic", url, model: "claude-haiku-5-5", key: KEY, pauseMs: 5 },
        spend: openSpend(stateDir, { limits }),
        stateDir,
        mask: (words) => words,
        notice: () => undefined,
        now: () => new Date("2026-11-15T12:00:00Z"),
      });
      let made = 0;
      for (let call = 0; call < 12; call++) {
        const request = {
          source: "observer",
          session: "s",
          system: "fixed",
          prompt: asChecked(text),
          schema: {},
          maxOutputTokens: 500,
        } as const;
        if ((await opened.call(request, new AbortController().signal)).kind === "answer") made++;
      }
      return made;
    };
    expect(await calls({ input: Math.round(text.length / 4), output: 6 })).toBe(5);
    expect(await calls({ input: 0, output: 0 })).toBe(5);
  });

  test("OBS-5: what is not known costs the bound; what was refused costs nothing", async () => {
    const hung = await run([{ kind: "hang" }], { limit: 200 });
    expect(hung.answer.kind).toBe("failed");
    expect(hung.settled).toEqual(hung.bounds);
    const refused = await run([{ kind: "status", status: 400 }]);
    expect(refused.settled[0]?.tokens).toEqual({ input: 0, output: 0 });
  });

  test("OBS-6: a log that can't be written is told, and the answer stands", async () => {
    const state = "/dev/null/state";
    const { answer, notices } = await run([SAID], { state });
    expect(answer.kind).toBe("answer");
    expect(notices[0]).toContain("audit log can't be written");
    expect(statSync("/dev/null").isFile()).toBe(false);
  });

  test("OBS-5: books that can't be written after the call are told, and the answer stands", async () => {
    const settle = async (): Promise<void> => {
      throw new Error("disk full");
    };
    const { answer, notices } = await run([SAID], { spend: { settle } });
    expect(answer.kind).toBe("answer");
    expect(notices[0]).toContain("disk full");
  });
});

describe("errors", () => {
  const then = (answer: ModelAnswer): string => (answer.kind === "failed" ? answer.then : answer.kind);

  test.each([
    [400, "never", 1],
    [413, "never", 1],
    [422, "never", 1],
    [401, "stop", 1],
    [403, "stop", 1],
    [404, "stop", 1],
    [302, "stop", 1],
    [429, "retry", 4],
    [500, "retry", 4],
    [529, "retry", 4],
  ])("OBS-11: %i is %s after %i requests", async (status, next, requests) => {
    const ran = await run([{ kind: "status", status, headers: { location: "/elsewhere" } }]);
    expect([then(ran.answer), ran.requests]).toEqual([next, requests]);
  });

  test("OBS-11: tried again inside the time limit only", async () => {
    const headers = { "retry-after": "30" };
    const ran = await run([{ kind: "status", status: 429, headers }], { limit: 300 });
    expect([then(ran.answer), ran.requests]).toEqual(["retry", 1]);
  });

  test("OBS-11: a server that recovers has answered", async () => {
    const ran = await run([{ kind: "status", status: 529 }, { kind: "status", status: 429 }, SAID]);
    expect([ran.answer.kind, ran.requests]).toEqual(["answer", 3]);
  });

  test("OBS-11: without a key nothing is asked", async () => {
    const ran = await run([SAID], { provider: (url) => ({ kind: "anthropic", url, model: "m", key: undefined }) });
    expect([then(ran.answer), ran.requests]).toEqual(["stop", 0]);
  });

  test("OBS-2: in clear text to this machine only", () => {
    for (const good of [
      "https://api.example.com",
      "http://127.0.0.1:1",
      "http://localhost:11434/v1",
      "http://[::1]:1",
    ]) {
      expect(addressFault(good)).toBeUndefined();
    }
    for (const bad of [
      "http://api.example.com",
      "http://127.0.0.1.evil.com",
      "ftp://localhost",
      "file:///etc/passwd",
      "",
      "x",
    ]) {
      expect(addressFault(bad)).toBeDefined();
    }
  });
});
