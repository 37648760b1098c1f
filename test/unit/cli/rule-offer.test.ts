// RUL-3: who is offered a rule, and what an answer makes of the memory.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withOfferedRule } from "../../../src/cli/rule-offer.ts";
import type { Invocation } from "../../../src/cli/spec.ts";
import type { AddRequest } from "../../../src/store/authored.ts";
import { recordSession } from "../../support/recorded-sessions.ts";

const SENTENCE = "use pnpm here, not npm";
const RULE = ["deny command npm", "instead use pnpm"];

interface Offered {
  readonly request: AddRequest;
  readonly questions: readonly string[];
  readonly shown: readonly string[];
}

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-offer-`));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function offered(
  given: AddRequest,
  answer: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Offered> {
  const questions: string[] = [];
  const shown: string[] = [];
  const bench = {
    project: { id: "example.org/shop" },
    here: { env: { CLAUDE_CONFIG_DIR: `${home}/.claude`, CODEX_HOME: `${home}/.codex` } },
    show: (line: string) => void shown.push(line),
    word: async (question: string) => {
      questions.push(question);
      return answer;
    },
  };
  const { options = {}, ...output } = more;
  const call = {
    bench,
    options,
    out: { columns: 80, options: { quiet: false, json: false, ...output } },
  } as unknown as Invocation;
  return { request: await withOfferedRule(call, given), questions, shown };
}

test.each([
  ["y", RULE],
  ["yes", RULE],
  ["Remind", ["remind command npm", "instead use pnpm"]],
  ["no", undefined],
  ["", undefined],
  ["anything else", undefined],
])("the answer %j", async (answer, rule) => {
  const { request, questions } = await offered({ text: SENTENCE }, answer);
  expect(request.rule).toEqual(rule);
  expect(questions).toEqual(["Stop `npm` in this project as well? y / remind / no:"]);
});

test("RUL-4: what it would have met in the sessions on this machine is told first, and often met it is a reminder", async () => {
  mkdirSync(`${home}/shop`);
  const calls = Array.from({ length: 7 }, (_, n) => ({ command: `npm install part${n}` }));
  recordSession(home, { host: "claude", n: 1, cwd: `${home}/shop`, calls });
  const everywhere = await offered({ text: SENTENCE, global: true }, "");
  expect(everywhere.shown).toEqual([
    expect.stringMatching(/^In your last session this would have stopped 7 of \d+ calls:$/),
    "  npm install part4",
    "  npm install part5",
    "  npm install part6",
    "  and 4 more",
  ]);
  expect(everywhere.questions).toEqual(["Stop `npm` everywhere as well? remind / y / no:"]);
  expect((await offered({ text: SENTENCE }, "")).shown).toEqual([]);
});

test("it says where the memory applies", async () => {
  const everywhere = { text: SENTENCE, global: true };
  expect((await offered(everywhere, "")).questions[0]).toMatch(/^Stop `npm` everywhere/);
  expect((await offered(everywhere, "", { options: { shared: true } })).questions[0]).toMatch(/in this project/);
});

test.each([
  ["a rule of its own", { text: SENTENCE, rule: ["remind command npm"] }, {}],
  ["a file with a head", { text: `---\nname: Package manager\n---\n${SENTENCE}\n` }, {}],
  ["a sentence that means none", { text: "npm is not slow" }, {}],
  ["--quiet", { text: SENTENCE }, { quiet: true }],
  ["--json", { text: SENTENCE }, { json: true }],
])("nobody is asked about %s", async (_, given, more) => {
  const { request, questions } = await offered(given, "y", more);
  expect(questions).toEqual([]);
  expect(request).toEqual(given);
});
