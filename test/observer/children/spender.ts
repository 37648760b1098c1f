// One of many processes that ask a model for as long as the budget lets them: argv is the state folder, the URL, the day's
// limit and how many calls to try.
import type { Checked } from "../../../src/checks/checked.ts";
import { openModel } from "../../../src/observer/io/model/locked-call.ts";
import { openSpend } from "../../../src/observer/io/model/spend.ts";

const [, , stateDir = "", url = "", limit = "", calls = ""] = process.argv;
if (stateDir !== "") await main();

async function main(): Promise<void> {
  const most = 1_000_000_000;
  const model = openModel({
    provider: { kind: "openai", url, model: "scripted", key: undefined },
    price: { input: 1, output: 1 },
    spend: openSpend(stateDir, {
      limits: { call: most, session: most, day: Number(limit), month: most, "day-money": most, "month-money": most },
    }),
    stateDir,
    mask: (text) => text,
    notice: () => undefined,
    now: () => new Date(),
  });
  const results: string[] = [];
  for (let n = 0; n < Number(calls); n++) {
    const answer = await model.call(
      {
        source: "observer",
        session: `s${process.pid}`,
        system: "You are a test.",
        prompt: "Nothing to read here." as Checked,
        schema: {},
        maxOutputTokens: 100,
      },
      new AbortController().signal,
    );
    results.push(answer.kind);
  }
  process.stdout.write(JSON.stringify(results));
}
