// The same requests, and lines that are none, through the stdio of the built server.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { boxEnv, type Era, start } from "../support/mcp.ts";
import { removeBox } from "../support/store-box.ts";
import { requestFor, TORN } from "./cases.ts";
import { judge } from "./judge.ts";
import type { Tally } from "./run.ts";
import { differences, makeWorld, snapshot } from "./world.ts";

const SERVER = fileURLToPath(new URL("../../dist/mcp.mjs", import.meta.url));

export async function runStdio(seed: number, calls: number, era: Era): Promise<Tally> {
  const tally: Tally = { calls: 0, done: 0, created: 0, faults: 0, examples: [] };
  const wrong = (what: string): void => {
    tally.faults++;
    tally.examples.push(`stdio ${era}: ${what}`);
  };
  if (!existsSync(SERVER)) {
    wrong("dist/mcp.mjs is not built: node scripts/build.ts");
    return tally;
  }
  const base = makeWorld();
  try {
    const before = snapshot(base);
    const server = await start({ args: [SERVER], env: boxEnv(base), cwd: `${base}/elsewhere` }, era);
    for (let number = 0; number < calls; number++) {
      if (number % 7 === 0) server.send(TORN[(number / 7) % TORN.length] ?? "");
      const request = requestFor(seed, number);
      const reply = await server.ask(request.method, request.params);
      tally.calls++;
      const found = judge(request, reply);
      if (found !== undefined) wrong(`call ${number} (${request.method}): ${found}`);
      else if (request.method === "tools/call" && reply.result?.["isError"] !== true) tally.done++;
    }
    for (const what of differences(base, before)) wrong(what);
    const code = await server.end();
    if (code !== 0) wrong(`it ended with ${code}`);
    if (server.stderr() !== "") wrong(`it said: ${server.stderr().slice(0, 400)}`);
  } catch (error) {
    wrong(error instanceof Error ? error.message : String(error));
  } finally {
    removeBox(base);
  }
  return tally;
}
