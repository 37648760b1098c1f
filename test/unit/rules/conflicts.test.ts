// RUL-8: contradictory rules and dead ones, as the audit of a real store tells them.
import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../../src/health/audit/index.ts";
import { openReports } from "../../../src/health/io/reports.ts";
import { isRuleProblem, parseRule, type Rule } from "../../../src/memory/rule.ts";
import { projectFiles } from "../../../src/recall/io/project-files.ts";
import { conflictBetween } from "../../../src/rules/conflicts.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const HERE = "example.org/team/shop";

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

function ruleOf(...lines: readonly string[]): Rule {
  const rule = parseRule(lines);
  if (isRuleProblem(rule)) throw new Error(rule.hint);
  return rule;
}

describe("RUL-8: two rules that can't both be meant", () => {
  test.each([
    ["effects", ["deny command npm install"], ["ask command npm install"]],
    ["exception", ["remind command npm publish", "unless command npm install"], ["deny command npm install"]],
    ["instead", ["deny command npm", "instead use pnpm install"], ["deny command pnpm", "instead use npm"]],
    ["instead", ["deny command npm", "instead run `yarn add`"], ["deny command yarn add"]],
  ] as const)("%s: %j against %j", (kind, one, other) => {
    const weigh = (lines: readonly string[]) => ({ rule: ruleOf(...lines), narrowness: 1 });
    expect(conflictBetween(weigh(one), weigh(other))?.kind).toBe(kind);
    expect(conflictBetween(weigh(other), weigh(one))?.kind).toBe(kind);
  });

  test.each([
    ["the same said twice", ["deny command npm"], ["deny command npm"]],
    ["different acts", ["deny command npm install"], ["ask command npm publish"]],
    ["the better way is another subcommand", ["deny command npm", "instead use pnpm"], ["deny command pnpm dlx"]],
    ["a file of that name", ["deny command npm", "instead use pnpm"], ["deny edit pnpm"]],
  ] as const)("no: %s", (_, one, other) => {
    const weigh = (lines: readonly string[]) => ({ rule: ruleOf(...lines), narrowness: 1 });
    expect(conflictBetween(weigh(one), weigh(other))).toBeUndefined();
  });

  test("the narrower one's exception is what it is for", () => {
    const wide = { rule: ruleOf("deny command npm install"), narrowness: 0 };
    const rule = ruleOf("remind command npm publish", "unless command npm install");
    expect(conflictBetween(wide, { rule, narrowness: 1 })).toBeUndefined();
    expect(conflictBetween({ ...wide, narrowness: 2 }, { rule, narrowness: 1 })?.kind).toBe("exception");
  });
});

describe("RUL-8: what audit says of the rules", () => {
  let n = 0;
  const say = (stem: string, lines: readonly string[], more: readonly string[] = [], tier = "verified"): string => {
    const id = idOf(++n);
    const rule = `rule: [${lines.join(", ")}]`;
    plant(base, stem, {
      tier,
      id,
      verified: "2026-05-30",
      more: [`project: ${HERE}`, rule, ...more],
      body: `${stem}.`,
    });
    return id;
  };
  const rows = async (): Promise<readonly string[]> => {
    const project = `${base}/shop`;
    mkdirSync(`${project}/src`, { recursive: true });
    writeFileSync(`${project}/src/a.ts`, "");
    const done = await audit({
      stores: [openBox(base)],
      act: actOf("terminal", NOW, chance(1)),
      reports: openReports(rootOf(base)),
      receipts: [],
      isOutdated: undefined,
      files: projectFiles(project),
      project: HERE,
      dryRun: true,
      json: false,
      step: async () => true,
      agree: async () => true,
    });
    if (done.kind === "refusal") throw new Error(done.message);
    const section = done.report.sections.find(({ id }) => id === "rules");
    return [
      section?.sentence ?? "",
      ...(section?.rows ?? []).map(({ key, quoted }) => `${quoted.join(" / ")}: ${key}`),
    ];
  };

  test("nothing where there is none, and a clear word where all is well", async () => {
    expect(await rows()).toEqual(["No verified memory carries a rule."]);
    say("feedback_npm", ["deny command npm install", "deny edit src/**"]);
    say("feedback_never_there", ["deny command no-such-program"]);
    say("feedback_waiting", ["ask command npm install"], [], "inferred");
    expect(await rows()).toEqual(["2 rules hold; none contradicts another, none is dead."]);
  });

  test("a contradiction, once, of places that can meet", async () => {
    const one = say("feedback_npm", ["deny command npm install"]);
    const other = say("feedback_ask", ["ask command npm install"]);
    say("feedback_elsewhere", ["remind command npm install"], ["branch: release"]);
    say("feedback_branch", ["ask command yarn"], ["branch: main"]);
    say("feedback_other_branch", ["deny command yarn"], ["branch: release"]);
    const found = await rows();
    expect(found.filter((row) => row.endsWith(`: rules ${one} ${other}`))).toHaveLength(1);
    expect(found[0]).toBe("5 rules hold; 3 pairs that contradict each other, 0 dead.");
    expect(found.slice(1).filter((row) => row.includes("branch"))).toEqual([]);
  });

  test("dead ones: damaged, expired, replaced, excepted by itself, about no file", async () => {
    const damaged = say("feedback_damaged", ["deny command npm install", "sometimes"]);
    const expired = say("feedback_expired", ["deny command a"], ["expires: 2026-01-01"]);
    const old = say("feedback_old", ["deny command b"]);
    say("feedback_new", ["deny command c"], [`supersedes: [${old}]`]);
    const self = say("feedback_self", ["deny command d", "unless command d"]);
    const gone = say("feedback_gone", ["deny edit migrations/**"]);
    say("feedback_there", ["deny edit src/*.ts"]);
    const found = await rows();
    expect(
      found
        .slice(1)
        .map((row) => row.split(": rules ")[1])
        .toSorted(),
    ).toEqual(
      [
        `${damaged} damaged`,
        `${expired} expired`,
        `${old} superseded`,
        `${self} excepted`,
        `${gone} no-file`,
      ].toSorted(),
    );
  });
});
