// No content breaks the fence: the short form of test/fuzz, and whether its judge can be believed. HOLDFAST_RUNS_FENCE
// sets the number of cases, HOLDFAST_SEED the seed.
import { describe, expect, test } from "vitest";
import type { Shown } from "../../src/recall/candidate.ts";
import { renderContext } from "../../src/recall/render.ts";
import { hostileCandidate, hostileText, randomFor } from "../fuzz/cases.ts";
import { judgeContext } from "../fuzz/judge.ts";
import { runCases } from "../fuzz/run.ts";
import { readXml } from "../support/xml.ts";

const RUNS = Number(process.env.HOLDFAST_RUNS_FENCE ?? 20_000);
const SEED = Number(process.env.HOLDFAST_SEED ?? 20_261_115);

describe("the fence", () => {
  test(`CHK-32 TRU-30 CTX-1: hostile fields never break out (${RUNS} cases)`, { timeout: 600_000 }, () => {
    const tally = runCases({ seed: SEED, first: 0, end: RUNS, step: 1 });
    expect(tally).toEqual({ cases: RUNS, breakouts: 0, strippable: 0, broken: 0, examples: [] });
  });

  test("CHK-32: what the judge lets through, a general reader reads; damage that breaks it is seen", () => {
    let refused = 0;
    for (let number = 0; number < 4000; number++) {
      const random = randomFor(SEED, number);
      const shown: Shown[] = [
        { candidate: hostileCandidate(random), form: "full", outdated: number % 2 === 0, tokens: 0, rule: "" },
      ];
      const whole = renderContext({ shown, withheld: [], tokens: 0 });
      const at = random(whole.length);
      const damaged = whole.slice(0, at) + hostileText(random, 1) + whole.slice(at + random(3));
      for (const output of [whole, damaged]) {
        if (!passes(output, shown)) refused++;
        else expect(() => readXml(output.slice(output.indexOf("\n") + 1)), `${number}`).not.toThrow();
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });

  test("CHK-32: the reader refuses what the renderer never means", () => {
    const broken = [
      "<a>",
      "<a></b>",
      "<a></a><a></a>",
      "<a>&bad;</a>",
      "<a>&</a>",
      "<a>&amp</a>",
      '<a x="1" x="2"></a>',
      "<a x='1'></a>",
      "<a><!-- c --></a>",
      "<a><![CDATA[x]]></a>",
      "<a>></a>",
      "<a>\u0000</a>",
      "<a>\ud800</a>",
      "<?xml?><a></a>",
      "text<a></a>",
    ];
    for (const source of broken) expect(() => readXml(source), source).toThrow();
    const read = readXml('<a-b x="&lt;&quot;">t&amp;<c></c>u</a-b>');
    expect([read.attributes.get("x"), read.text, read.children[0]?.name]).toEqual(['<"', "t&u", "c"]);
  });
});

function passes(output: string, shown: readonly Shown[]): boolean {
  try {
    judgeContext(output, shown, 0);
    return true;
  } catch {
    return false;
  }
}
