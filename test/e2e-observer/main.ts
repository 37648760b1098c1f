// node test/e2e-observer/main.ts [--control] [--only TEXT]
// A model that can only speak, against a hostile one (OBS-4): the real `claude`, the real Agent SDK and both HTTP clients.
// The same attacks on an observer with a list of forbidden tools must succeed, or this proves nothing.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findProgram } from "../../src/disk/programs.ts";
import { agentSdk } from "../support/agent-sdk.ts";
import { CLAUDE_MISSING, claudeProgram } from "../support/claude.ts";
import { type Case, casesFor, type Kind } from "./cases.ts";
import { runControl } from "./control.ts";
import { startHostileModel } from "./hostile-model.ts";
import { liveCases } from "./live.ts";
import { type Programs, runCase } from "./run-case.ts";

const SKIPPED = 77;
const AT_ONCE = 3;
const count = { cases: 0, failed: 0 };

function check(title: string, faults: readonly string[]): void {
  count.cases += 1;
  if (faults.length > 0) count.failed += 1;
  console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${title}${faults.map((fault) => `\n     ${fault}`).join("")}`);
}

async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function programs(): Programs | undefined {
  const [claude, load] = [claudeProgram(), agentSdk()];
  if (claude === undefined) console.log(CLAUDE_MISSING);
  if (load === undefined) console.log("The Claude Agent SDK is not here: .ci/setup agent-sdk");
  const bubblewrap = findProgram("bwrap", process.env.PATH);
  return claude === undefined || load === undefined ? undefined : { claude, load, bubblewrap };
}

/** In a network of its own that has nobody in it but this machine; undefined where that can't be made. */
function inLoopback(): number | undefined {
  const up = ["--net", "--", "sh", "-c", 'ip link set lo up && exec "$0" "$@"'];
  if (process.env.HOLDFAST_LIVE === "1" || spawnSync("unshare", [...up, "true"], { stdio: "ignore" }).status !== 0)
    return undefined;
  const self = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2), "--here"];
  return spawnSync("unshare", [...up, ...self], { stdio: "inherit" }).status ?? 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { control: { type: "boolean" }, only: { type: "string" }, here: { type: "boolean" } },
  });
  const elsewhere = values.here === true ? undefined : inLoopback();
  if (elsewhere !== undefined) return elsewhere;
  const found = programs();
  if (found === undefined) return SKIPPED;
  const started = performance.now();
  const model = await startHostileModel();
  if (values.control !== true) {
    model.script("elsewhere", [{ kind: "hang" }]);
    const all = (["anthropic", "openai", "claude", "claude-sdk"] as const).flatMap((kind) =>
      casesFor(kind).map((one): readonly [Kind, Case] => [kind, one]),
    );
    const chosen = all.filter(([kind, one]) => `${kind}: ${one.name}`.includes(values.only ?? ""));
    await inTurns(chosen, async ([kind, one]) => {
      check(`OBS-4 ${kind}: ${one.name}`, await runCase(one, kind, model, found));
    });
    check(
      "OBS-2: nobody followed a redirect",
      model.seen("elsewhere").map(({ path }) => path),
    );
    await liveCases(check, console.log, found);
  }
  const leaks = values.only === undefined ? await runControl(model, found.claude) : [];
  for (const leak of leaks) console.log(`     control: ${leak}`);
  if (values.only === undefined) {
    check(
      "the attacks succeed against an observer with a list of forbidden tools",
      leaks.length > 0 ? [] : ["no leak"],
    );
  }
  await model.close();
  console.log(
    `     ${((performance.now() - started) / 1000).toFixed(1)} s, bubblewrap ${found.bubblewrap === undefined ? "absent" : "used"}, ${values.here === true ? "loopback only" : "no network namespace"}`,
  );
  console.log(`control leaks=${leaks.length} passed=${count.cases - count.failed} failed=${count.failed}`);
  console.log(`cases=${count.cases} failed=${count.failed}`);
  return count.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
