import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../src/recall/candidate.ts";
import { renderContext, totalApplicable } from "../../../src/recall/render.ts";
import { selectForSessionStart as select } from "../../../src/recall/select.ts";
import { estimateTokens } from "../../../src/text/tokens.ts";
import { blockIn } from "../../support/block.ts";
import { candidate } from "./candidates.ts";

const WIDE = { tokens: 1500, characters: 9000 };
const HERE = { project: "p1" };

function reasons(candidates: readonly Candidate[], here: { project?: string } = HERE): Record<string, string> {
  const { withheld } = select(candidates, here, WIDE);
  return Object.fromEntries(withheld.map(({ id, reason }) => [id, reason]));
}

function names(candidates: readonly Candidate[], budget: { tokens: number; characters: number } = WIDE): string[] {
  return select(candidates, HERE, budget).shown.map((each) => each.candidate.name);
}

describe("what is withheld", () => {
  test("CTX-2 TRU-30: quarantined, retired, expired, proposals, other projects and branches, each with its reason", () => {
    const cases = {
      quarantined: candidate({ tier: "quarantined" }),
      retired: candidate({ status: "retired" }),
      expired: candidate({ expired: true }),
      proposal: candidate({ tier: "inferred", proposes: "01J8" }),
      "other-project": candidate({ project: "p2" }),
      branch: candidate({ branch: "main" }),
    };
    const found = reasons(Object.values(cases));
    for (const [reason, { id }] of Object.entries(cases)) expect(found[id]).toBe(reason);
    expect(reasons([candidate({ project: "p1" })])).toEqual({});
    expect(Object.values(reasons([candidate({ project: "p1" })], {}))).toEqual(["other-project"]);
  });

  test("STO-5 STO-20: a file in quarantine counts, whatever it declares and wherever its twin lies", () => {
    const declared = candidate({ place: "quarantine" });
    const twin = candidate();
    const held = { ...twin, place: "quarantine", tier: "quarantined" } as const;
    expect(reasons([declared, twin, held])).toEqual({ [declared.id]: "quarantined", [twin.id]: "quarantined" });
  });

  test("TRU-22b: only a verified memory supersedes, and never itself", () => {
    const old = candidate();
    expect(reasons([old, candidate({ supersedes: [old.id] })])).toEqual({ [old.id]: "superseded" });
    for (const tier of ["inferred", "unattested", "quarantined"] as const)
      expect(reasons([old, candidate({ tier, supersedes: [old.id] })])[old.id]).toBeUndefined();
    const self = candidate();
    expect(reasons([{ ...self, supersedes: [self.id] }])).toEqual({});
  });

  test("HUB-2 HUB-7: of an organisation's store agents are given what is verified; the rest are proposals", () => {
    for (const scope of ["team", "org"] as const) {
      const proposed = (["inferred", "unattested"] as const).map((tier) => candidate({ scope, tier }));
      const confirmed = candidate({ scope, tier: "verified" });
      const { shown, withheld } = select([...proposed, confirmed], HERE, WIDE);
      expect(shown.map((each) => each.candidate)).toEqual([confirmed]);
      expect(withheld.map(({ reason }) => reason)).toEqual(["proposal", "proposal"]);
    }
  });

  test("HUB-2: the project's and the person's come first, then the team's, then the organisation's", () => {
    const all = (["org", "team", "personal", "shared"] as const).map((scope) => candidate({ scope, name: scope }));
    expect(names(all)).toEqual(expect.arrayContaining(["personal", "shared", "team", "org"]));
    expect(names(all).slice(2)).toEqual(["team", "org"]);
  });

  test("CFG-1 HUB-2: an organisation's memory replaces its own kind, and the person's own any", () => {
    const mine = candidate();
    const teams = candidate({ scope: "team" });
    const theirs = candidate({ scope: "org", supersedes: [mine.id, teams.id] });
    expect(reasons([mine, teams, theirs])).toEqual({});
    const own = candidate({ supersedes: [theirs.id] });
    expect(reasons([theirs, own])).toEqual({ [theirs.id]: "superseded" });
  });

  test("CFG-1: a shared memory neither supersedes nor quarantines one of the user's own", () => {
    const own = candidate();
    const shared = candidate({ scope: "shared", supersedes: [own.id] });
    const twin = candidate({ ...own, scope: "shared", place: "quarantine", tier: "quarantined" });
    const { shown } = select([own, shared, twin], HERE, WIDE);
    expect(shown.map((each) => each.candidate)).toContain(own);
    const replaced = candidate({ scope: "shared" });
    expect(reasons([replaced, candidate({ supersedes: [replaced.id] })])).toEqual({ [replaced.id]: "superseded" });
  });
});

describe("order and form", () => {
  test("CTX-2 CTX-6: verified before unconfirmed, this project first, then kind, then newest", () => {
    const list = [
      candidate({ name: "advice here", tier: "inferred", project: "p1", kind: "decision" }),
      candidate({ name: "older fact" }),
      candidate({ name: "newer fact" }),
      candidate({ name: "no kind", kind: "unheard-of" }),
      candidate({ name: "decision", kind: "decision" }),
      candidate({ name: "session", kind: "session-summary" }),
      candidate({ name: "debt", kind: "tech-debt" }),
      candidate({ name: "runbook", kind: "runbook" }),
      candidate({ name: "fact here", project: "p1" }),
    ];
    const wanted = [
      "fact here",
      "decision",
      "runbook",
      "debt",
      "session",
      "newer fact",
      "older fact",
      "no kind",
      "advice here",
    ];
    expect(names(list)).toEqual(wanted);
  });

  test("CTX-2: verified constraints, preferences and feedback in full and first, the rest as lines", () => {
    const list = [
      candidate({ name: "fact" }),
      candidate({ name: "constraint", kind: "constraint", type: "project" }),
      candidate({ name: "preference", kind: "preference", type: "feedback", project: "p1" }),
      candidate({ name: "feedback", kind: "fact", type: "feedback" }),
      candidate({ name: "inferred", kind: "constraint", tier: "inferred" }),
      candidate({ name: "unattested", kind: "constraint", tier: "unattested" }),
    ];
    const { shown } = select(list, HERE, WIDE);
    expect(shown.map((each) => `${each.candidate.name} ${each.form}`)).toEqual([
      "preference full",
      "constraint full",
      "feedback full",
      "fact line",
      "unattested line",
      "inferred line",
    ]);
    expect(shown.map((each) => each.rule).slice(0, 2)).toEqual(["applies to this project", "applies everywhere"]);
  });

  test("CTX-2: what fits as lines is all there before any text is whole, and unconfirmed lines come last", () => {
    const body = "How to apply it, in some more words than a line has. ".repeat(12);
    const rules = Array.from({ length: 12 }, () => candidate({ kind: "constraint", body }));
    const facts = Array.from({ length: 20 }, () => candidate());
    const guesses = Array.from({ length: 20 }, () => candidate({ tier: "inferred" }));
    const { shown } = select([...guesses, ...facts, ...rules], HERE, WIDE);
    const forms = shown.map(({ candidate: { tier }, form }) => `${tier} ${form}`);
    expect(forms.filter((form) => form.startsWith("verified"))).toHaveLength(32);
    const whole = forms.filter((form) => form === "verified full").length;
    expect(whole).toBeGreaterThan(2);
    expect(forms.slice(0, whole).every((form) => form === "verified full")).toBe(true);
    const alone = select([...facts, ...rules], HERE, WIDE).shown.filter(({ form }) => form === "full").length;
    expect(whole).toBe(alone);
  });

  test("CTX-2: a body too long to be read whole, or empty, gets a line", () => {
    for (const body of ["x ".repeat(700), "\u200b"]) {
      const { shown } = select([candidate({ kind: "constraint", body })], HERE, WIDE);
      expect(shown.map((each) => each.form)).toEqual(["line"]);
    }
  });

  test("CTX-6: the order in which candidates arrive changes nothing", () => {
    const list = Array.from({ length: 40 }, (_, at) =>
      candidate({
        kind: ["fact", "decision", "constraint", "preference"][at % 4] ?? "fact",
        tier: at % 3 === 0 ? "inferred" : "verified",
        scope: at % 5 === 0 ? "shared" : "personal",
        ...(at % 4 === 0 ? { id: "01J8SAME000000000000000000" } : {}),
      }),
    );
    const budget = { tokens: 900, characters: 9000 };
    const first = renderContext(select(list, HERE, budget));
    const reorder = fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length });
    fc.assert(
      fc.property(reorder, (shuffled) => {
        expect(renderContext(select(shuffled, HERE, budget))).toBe(first);
      }),
      { numRuns: 100 },
    );
  });

  test("CTX-6: twins with one id have an order too", () => {
    const one = candidate();
    const twins = [one, { ...one, file: "reference_a.md" }, { ...one, scope: "shared" as const }];
    const text = renderContext(select(twins, HERE, WIDE));
    expect(blockIn(text)).toHaveLength(3);
    expect(renderContext(select(twins.toReversed(), HERE, WIDE))).toBe(text);
  });
});

describe("budgets and caps", () => {
  test("CTX-4: the rendered block never exceeds the budget, and everything is shown or withheld", () => {
    const list = Array.from({ length: 60 }, (_, at) => candidate({ kind: at % 2 === 0 ? "constraint" : "fact" }));
    for (const tokens of [0, 50, 149, 200, 300, 777, 1500, 4000]) {
      for (const characters of [0, 1000, 4000, 100_000]) {
        const selection = select(list, HERE, { tokens, characters });
        const text = renderContext(selection);
        expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
        expect(selection.tokens).toBeLessThanOrEqual(tokens);
        expect(text.length).toBeLessThanOrEqual(Math.min(characters, 9000));
        expect(selection.shown.length + selection.withheld.length).toBe(list.length);
        expect(totalApplicable(selection)).toBe(list.length);
      }
    }
  });

  test("CTX-4: a budget of 0 shows nothing and renders zero bytes", () => {
    const selection = select([candidate()], HERE, { tokens: 0, characters: 9000 });
    expect(selection).toMatchObject({ shown: [], tokens: 0, withheld: [{ reason: "over-budget" }] });
    expect(renderContext(selection)).toBe("");
  });

  const unconfirmed = (count: number, scope: Candidate["scope"] = "personal"): readonly Candidate[] =>
    Array.from({ length: count }, (_, at) => candidate({ tier: at % 2 === 0 ? "inferred" : "unattested", scope }));
  const shownOf = (verified: number, unsure: readonly Candidate[]): number[] => {
    const list = [...unsure, ...Array.from({ length: verified }, () => candidate())];
    const { shown } = select(list, HERE, WIDE);
    const sure = shown.filter((each) => each.candidate.tier === "verified").length;
    return [sure, shown.length - sure];
  };

  test("ARR-2 CTX-9: where everything fits nothing competes, and all of the person's own store is shown", () => {
    expect(shownOf(0, unconfirmed(20))).toEqual([0, 20]);
    expect(shownOf(4, unconfirmed(20))).toEqual([4, 20]);
  });

  test("CTX-9: a flood that does not fit takes at most half of the slots; with nothing verified, five", () => {
    expect(shownOf(0, unconfirmed(400))).toEqual([0, 5]);
    expect(shownOf(1, unconfirmed(400))).toEqual([1, 1]);
    expect(shownOf(10, unconfirmed(400))).toEqual([10, 10]);
  });

  test("CTX-9: of what comes with a repository at most as many as verified ones, whether it fits or not", () => {
    expect(shownOf(0, unconfirmed(20, "shared"))).toEqual([0, 5]);
    expect(shownOf(4, unconfirmed(20, "shared"))).toEqual([4, 4]);
  });

  test("CTX-6: a store that outgrows the budget loses its unconfirmed lines one by one", () => {
    const flood = unconfirmed(300);
    let [, before = 0] = shownOf(3, flood.slice(0, 59));
    for (let count = 60; count <= flood.length; count++) {
      const [, now = 0] = shownOf(3, flood.slice(0, count));
      expect(Math.abs(now - before)).toBeLessThanOrEqual(2);
      before = now;
    }
    expect(before).toBe(3);
  });

  test("CTX-9: an unconfirmed memory never takes the place of a verified one", () => {
    const verified = Array.from({ length: 150 }, () => candidate());
    const { shown, withheld } = select(
      [candidate({ tier: "inferred", name: "i", description: "" }), ...verified],
      HERE,
      WIDE,
    );
    expect(withheld.length).toBeGreaterThan(20);
    expect(shown.every((each) => each.candidate.tier === "verified")).toBe(true);
  });
});
