// The first look at a call's words (RUL-7) spares work and decides nothing: with it and without it the verdict is the same.
import { describe, expect, test } from "vitest";
import { fuzzedCall, manyRules } from "../rules/fuzz.ts";
import { SIXTY } from "../rules/sixty.ts";
import { chance } from "../support/acts.ts";
import { decided, decidedFully, keep, line } from "../support/rules.ts";

const RUNS = Number(process.env.HOLDFAST_RUNS ?? "3000");

describe("RUL-7: the first look loses nothing", () => {
  test(`of ${RUNS} fuzzed calls`, () => {
    const kept = manyRules(200);
    const next = chance(RUNS);
    const differ: unknown[] = [];
    let stopped = 0;
    for (let at = 0; at < RUNS; at++) {
      const call = fuzzedCall(next);
      const fully = decidedFully(kept, call);
      stopped += Number(fully !== undefined);
      if (decided(kept, call)?.stop.said !== fully?.stop.said) differ.push([call, fully?.stop.said]);
    }
    expect(differ).toEqual([]);
    expect(stopped).toBeGreaterThan(RUNS / 50);
  });

  test("of every command that the sixty rules name, as it is and wrapped", () => {
    const kept = SIXTY.map(keep);
    const commands = SIXTY.flat().flatMap((said) => /^(?:deny|ask|remind) command (.*)/.exec(said)?.[1] ?? []);
    const lines = commands.flatMap((command) => {
      const plain = command.replaceAll(" *", " x").replaceAll("*", "");
      return [plain, `sudo ${plain}`, `cd a && ${plain}`, `sh -c '${plain}'`, `echo $(${plain})`];
    });
    const missed = lines.filter((each) => decidedFully(kept, line(each)) === undefined);
    const differ = lines.filter(
      (each) => decided(kept, line(each))?.stop.said !== decidedFully(kept, line(each))?.stop.said,
    );
    expect(differ).toEqual([]);
    expect(missed).toEqual([]);
    expect(lines.length).toBeGreaterThan(250);
  });
});
