// Runs a share of the requests against the server in this process, in one era, over a store of its own.
import { connect, type Era, surroundings } from "../support/mcp.ts";
import { removeBox } from "../support/store-box.ts";
import { requestFor } from "./cases.ts";
import { judge } from "./judge.ts";
import { differences, makeWorld, snapshot, tidy } from "./world.ts";

export interface Share {
  readonly seed: number;
  readonly first: number;
  readonly end: number;
  readonly era: Era;
}

export interface Tally {
  calls: number;
  /** Tool calls that did something, to see that the requests are not all refused at the door. */
  done: number;
  created: number;
  faults: number;
  examples: string[];
}

/** Calls between two looks at the whole store. */
const ROUND = 250;
const MAX_EXAMPLES = 3;

export async function runShare({ seed, first, end, era }: Share): Promise<Tally> {
  const tally: Tally = { calls: 0, done: 0, created: 0, faults: 0, examples: [] };
  const wrong = (what: string): void => {
    tally.faults++;
    if (tally.examples.length < MAX_EXAMPLES) tally.examples.push(`seed ${seed}, ${era}: ${what}`);
  };
  const base = makeWorld();
  try {
    const before = snapshot(base);
    const line = await connect(surroundings(base), era);
    for (let number = first; number < end; number++) {
      const request = requestFor(seed, number);
      const reply = await line.ask(request.method, request.params);
      tally.calls++;
      const found = judge(request, reply);
      if (found !== undefined) wrong(`call ${number} (${request.method}): ${found}`);
      if (request.method === "tools/call" && reply.result !== undefined && reply.result["isError"] !== true)
        tally.done++;
      if (number % ROUND !== ROUND - 1 && number + 1 !== end) continue;
      for (const what of differences(base, before)) wrong(`by call ${number}: ${what}`);
      tally.created += tidy(base, before);
    }
    await line.close();
  } finally {
    removeBox(base);
  }
  return tally;
}
