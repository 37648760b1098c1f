// What a hook costs a session (AGT events table): the whole cold process against a bare `node -e 0`, run in turns so that
// both see the same machine. Needs dist/. With another build's dist/ to compare with, its events run in the same turns.
//   node test/hook-bench/main.ts [--rounds 50] [--memories 1000,10000] [--strict] [--json FILE] [--against DIST] [--bun PROGRAM]
// `--runs` and `--sizes` are the older names of the first two.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { entryArguments } from "../support/hook-run.ts";
import { AIMS, BUN_AIMS, CEILINGS, EVENTS, type Event, LIST_AIM } from "./events.ts";
import { median, runOnce } from "./process.ts";
import { type Build, buildIn, makeStore, type StoreBox } from "./store.ts";

const OURS = resolve(import.meta.dirname, "../../dist");
const BARE = ["-e", "0"];
/** How often what was above its ceiling is taken again before it has failed. */
const MORE_TIMES = 2;

const { values } = parseArgs({
  options: {
    rounds: { type: "string" },
    runs: { type: "string", default: "50" },
    memories: { type: "string" },
    sizes: { type: "string", default: "1000,10000" },
    strict: { type: "boolean", default: false },
    json: { type: "string" },
    against: { type: "string" },
    bun: { type: "string" },
  },
});

const book = notebook();
let passed = 0;
const failed: string[] = [];

interface Taken {
  readonly bare: number;
  readonly times: ReadonlyMap<Build, ReadonlyMap<Event, number>>;
}

/** The median of each event by each build, and of the bare program beside them. `after`: rounds before these, for each has a session of its own. */
function take(box: StoreBox, builds: readonly Build[], events: readonly Event[], runs: number, after = 0): Taken {
  const bares: number[] = [];
  const times = new Map<Build, Map<Event, number[]>>(
    builds.map((build) => [build, new Map(events.map((event) => [event, []]))]),
  );
  // The first run of each compiles and fills what the others find.
  for (let round = -2; round < runs; round++) {
    const bare = runOnce(BARE, "", box.env).ms;
    if (round >= 0) bares.push(bare);
    for (const event of events) {
      // Who comes first finds the processor as the other left it: they change places.
      for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
        const ms = timed(build, event, JSON.stringify(event.stdin(box, after + round)));
        if (round >= 0) times.get(build)?.get(event)?.push(ms);
      }
    }
  }
  const medians = [...times].map(
    ([build, of]) => [build, new Map([...of].map(([event, all]) => [event, median(all)]))] as const,
  );
  return { bare: median(bares), times: new Map(medians) };
}

function measure(box: StoreBox, size: number, runs: number): void {
  const dists = [OURS, ...(values.against === undefined ? [] : [resolve(values.against)])];
  const builds = dists.map((dist, at) => buildIn(box, dist, at));
  const { bare, times } = take(box, builds, EVENTS, runs);
  book.note(`n${size}_bare_node_ms`, bare);
  console.log(`n${size}_bare_node_ms=${bare.toFixed(1)} runs=${runs}`);
  for (const event of EVENTS) {
    const [ours = Number.NaN, theirs] = builds.map((build) => times.get(build)?.get(event) ?? Number.NaN);
    const isKept = report(event, size, ours, bare) || keptAgain(box, event, size, runs);
    if (isKept) passed++;
    else failed.push(`n${size}_${event.name}`);
    if (theirs === undefined) continue;
    const [over, ratio] = [theirs / bare, ours / theirs].map((value) => value.toFixed(2));
    console.log(`n${size}_${event.name}_against_over_bare_node=${over} ms=${theirs.toFixed(1)} ours_over_it=${ratio}`);
  }
}

/** What became slower is slower each time; a machine that others share stands still once. */
function keptAgain(box: StoreBox, event: Event, size: number, runs: number): boolean {
  if (values.strict) return false;
  const build = buildIn(box, OURS, 0);
  for (let more = 1; more <= MORE_TIMES; more++) {
    const { bare, times } = take(box, [build], [event], runs, more * (runs + 2));
    const ratio = (times.get(build)?.get(event) ?? Number.NaN) / bare;
    console.log(`n${size}_${event.name} taken again: ${ratio.toFixed(2)} ceiling=${CEILINGS[event.kind][size]}`);
    if (ratio <= (CEILINGS[event.kind][size] ?? Number.POSITIVE_INFINITY)) return true;
  }
  return false;
}

/** A list looks at every signature: of a larger store a run would take longer than all the others. */
const LARGEST_LISTED = 1000;

/** The aim is told, and there is no ceiling: what it costs grows with the store. */
function measureList(box: StoreBox, size: number, runs: number): void {
  if (size > LARGEST_LISTED) return;
  const { env } = buildIn(box, OURS, 0);
  const [bares, lists]: [number[], number[]] = [[], []];
  for (let round = 0; round < runs; round++) {
    bares.push(runOnce(BARE, "", env).ms);
    const list = runOnce([resolve(OURS, "cli.mjs"), "list", "--all"], "", env);
    if (list.code !== 0) throw new Error(list.err);
    lists.push(list.ms);
  }
  const ratio = median(lists) / median(bares);
  book.note(`n${size}_list_over_bare_node`, ratio, { most: LIST_AIM });
  const missed = ratio > LIST_AIM ? " (aim missed)" : "";
  console.log(
    `n${size}_list_over_bare_node=${ratio.toFixed(2)} ms=${median(lists).toFixed(1)} aim=${LIST_AIM}${missed}`,
  );
}

/** A hook whose own second is over says nothing: on a machine that stood still it is tried again. */
const TRIES = 4;

function timed({ dist, env }: Build, event: Event, stdin: string): number {
  for (let tries = 1; ; tries++) {
    const run = runOnce([resolve(dist, "hook.cjs"), ...entryArguments(env)], stdin, env, values.bun);
    if (run.code === 0 && event.answers(run.out)) return run.ms;
    const isSilent = run.code === 0 && run.out === "" && run.err === "";
    if (!isSilent || tries === TRIES) throw new Error(`${event.name}: ${run.code} ${run.out} ${run.err}`);
  }
}

/** The aim is told always and counted with --strict; the ceiling is counted always. */
function report({ name, kind }: Event, size: number, ms: number, bare: number): boolean {
  const ratio = ms / bare;
  const aim = (values.bun === undefined ? AIMS : BUN_AIMS)[kind][size];
  const allowed = values.strict ? aim : CEILINGS[kind][size];
  const missed = aim !== undefined && ratio > aim ? " (aim missed)" : "";
  console.log(`n${size}_${name}_over_bare_node=${ratio.toFixed(2)} ms=${ms.toFixed(1)} aim=${aim}${missed}`);
  book.note(`n${size}_${name}_over_bare_node`, ratio, aim === undefined ? {} : { most: aim });
  book.note(`n${size}_${name}_ms`, ms);
  return allowed === undefined || ratio <= allowed;
}

if (!existsSync(`${OURS}/hook.cjs`)) throw new Error("dist/ is not built: npm run build");
const runs = Number(values.rounds ?? values.runs);
for (const size of (values.memories ?? values.sizes).split(",").map(Number)) {
  const box = makeStore(size);
  try {
    measure(box, size, runs);
    measureList(box, size, Math.ceil(runs / 10));
  } finally {
    box.remove();
  }
}
book.save(values.json);
if (failed.length > 0) console.log(`not kept: ${failed.join(", ")}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
