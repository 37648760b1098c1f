// The suites as data; what a program runs is a row of proof.ts. Counts come from vitest's JSON report, from a program's own last line, or are one per step.
import { proofOf } from "../proof.ts";

export interface Suite {
  readonly name: string;
  readonly kind: "step" | "vitest" | "program";
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Put first on PATH; undefined for the Node that runs this. */
  readonly nodeBin: string | undefined;
  readonly minutes: number;
  /** Holds nothing to a time that a neighbour could spoil, and needs one core: two of these run at once. */
  readonly beside: boolean;
  /** Spends its time waiting, so that it may run besides those two. */
  readonly waits: boolean;
}

const BESIDE: ReadonlySet<string> = new Set([
  "lint",
  "types",
  "knip",
  "build",
  // One file, and so one core.
  "golden",
  "git:edge",
  "macos",
  "mutants",
  "newcomer",
  "crash",
  "break",
  "fuzz:mcp",
  "faults",
  "durability",
  "import:check",
  "same-answers",
  "sync:pairs",
  "sync:histories",
  "sync:inside",
  "sync:hub",
  "sync:props",
  "teams",
  "hub",
  "hub:running",
  "hub:page",
  "hub:failover",
  "hub:scale",
  "hub:quarter",
  "organisation",
  "fuzz:context",
  "eval:secrets",
  "eval:injection",
  "eval:poison",
  "eval:cues",
  "hosts",
  "rules",
  "rules:sentences",
  "eval:observer",
  "eval:search",
  "arrive",
  "docs:check",
  "package:check",
  "observer",
  "web:check",
  "review",
  "e2e",
  "e2e:observer",
  "e2e-copilot",
  "e2e-gemini",
  "e2e-plugin",
  "e2e-codex",
  "e2e-permissions",
  "e2e-qwen",
  "e2e-droid",
  "e2e-cline",
  "docs:blocks",
  "leftovers",
  "smoke",
  "update",
  "hook:bun",
  "windows",
  "second-machine",
  "week",
  "keystrokes",
  "attacks",
  "rules:hosts",
]);

const WAITS: ReadonlySet<string> = new Set(["hub:failover", "keystrokes"]);

const SHORT = {
  kills: "12",
  faultEvery: "96",
  killEvery: "112",
  writes: "10",
  pairs: ["--every", "2"],
  search: ["--quick"],
  arrive: ["--every", "12", "--sizes", "75,500"],
  bench: ["--sizes", "1000"],
  audit: ["--memories", "1000"],
  attacks: ["--every", "14"],
  fuzzed: "20000",
  mcp: "100",
  hook: ["--runs", "7", "--sizes", "1000"],
  broken: ["--events", "24"],
  imported: ["--files", "50", "--poison", "8"],
  web: ["--hostile", "10", "--memories", "4000"],
  runnerKills: "3",
  histories: "800",
  machines: ["--runs", "3", "--from", "1"],
  syncHub: ["--every", "48", "--runs", "2"],
  seen: ["--steady", "--runs", "2", "--from", "1"],
  syncKills: [],
  gitEdge: [],
  macos: [],
  bun: [],
  // One that asks, and one that tells how.
  ruledHosts: ["--agents", "claude,gemini"],
  windows: [],
  docs: ["--short"],
  rules: ["--short"],
  sync: ["--memories", "1000", "--runs", "5"],
  agents: ["--short"],
  hub: ["--server"],
  hubCost: ["--rounds", "20"],
  failover: ["--kills", "1", "--cuts", "1"],
  /** On the Nodes beside the one that runs this: what Node itself does for us. The long form runs all of it on each. */
  otherNodes: [
    ...["--mode", "quick", "pins", "unit/recall/index", "unit/hook/hook", "unit/hook/status", "unit/hook/noted"],
    ...["unit/disk/append", "unit/disk/directory", "unit/disk/durable", "unit/disk/lock", "unit/disk/shared-lock"],
  ],
  env: { HOLDFAST_RUNS: "800", HOLDFAST_SEQUENCES: "1000" },
};
const LONG = {
  kills: "1000",
  faultEvery: "1",
  killEvery: "1",
  writes: "100",
  pairs: ["--long"],
  search: [],
  arrive: [],
  bench: ["--long"],
  audit: [],
  attacks: [],
  fuzzed: "1000000",
  mcp: "100000",
  hook: ["--runs", "50"],
  broken: ["--events", "10000", "--all"],
  imported: ["--poison", "100000"],
  web: [],
  runnerKills: "100",
  histories: "100000",
  machines: ["--runs", "500"],
  syncHub: ["--every", "1", "--runs", "300"],
  seen: ["--runs", "500"],
  syncKills: ["--kills", "100", "--every", "1"],
  gitEdge: ["--long"],
  macos: ["--long"],
  bun: ["--all"],
  ruledHosts: ["--long"],
  windows: ["--long"],
  docs: [],
  rules: [],
  sync: [],
  agents: [],
  hub: ["--long"],
  hubCost: ["--rounds", "200"],
  failover: [],
  otherNodes: [],
  env: { HOLDFAST_RUNS: "100000", HOLDFAST_PUT_AWAY: "10000", HOLDFAST_LONG: "1" },
};

const STEPS: readonly string[] = ["lint", "types", "knip", "build", "package"];

/** What `npm run check` runs: nothing in it looks at a clock, and property tests have fewer runs. */
export function quickSuites(): readonly Suite[] {
  const tests = suite("vitest", "tests", 30, ["node", "node_modules/vitest/vitest.mjs", "run", "--mode", "quick"]);
  return [
    ...steps(),
    { ...tests, env: { HOLDFAST_RUNS: "1000", HOLDFAST_RUNS_FENCE: "1000", HOLDFAST_SEQUENCES: "300" } },
  ];
}

/** Everything: the tests in their projects, then the programs, under the names of scripts/proof.ts. */
export function suites(long: boolean, nodes: ReadonlyMap<string, string>): readonly Suite[] {
  const size = long ? LONG : SHORT;
  const vitest = (project: string, minutes: number): Suite =>
    suite("vitest", project, minutes, commandOf(`test:${project}`));
  const program = (name: string, minutes: number, ...options: string[]): Suite =>
    suite("program", name, minutes, [...commandOf(name), ...options]);
  const agent = (name: string, minutes: number): Suite => ({
    ...program("e2e", minutes, "--agent", name),
    name: `e2e-${name}`,
    beside: BESIDE.has(`e2e-${name}`),
  });
  const units = [...nodes].map(([version, nodeBin]) => {
    const isThis = `v${version}` === process.version;
    const command = [...commandOf("test:unit"), ...(isThis ? [] : size.otherNodes)];
    return { ...vitest("unit", 8), command, name: `unit-${version.split(".")[0]}`, nodeBin };
  });
  const all = [
    ...steps(),
    ...(units.length === 0 ? [vitest("unit", 8)] : units),
    vitest("machines", 6),
    vitest("property", 10),
    vitest("security", 10),
    program("limits", 4),
    program("contend", 5, "--writes", size.writes),
    program("cost", 3),
    program("sync:kills", 5, ...size.syncKills),
    program("sync:faults", 3),
    // Two at a time, the longest first.
    vitest("golden", 5),
    program("git:edge", 4, ...size.gitEdge),
    program("macos", 6, ...size.macos),
    program("sync:histories", 12, ...size.seen),
    program("sync:inside", 8, ...size.machines),
    program("sync:hub", 8, ...size.syncHub),
    program("eval:search", 10, ...size.search),
    program("arrive", 6, ...size.arrive),
    program("faults", 8, "--every", size.faultEvery),
    program("docs:check", 6, ...size.docs),
    program("crash", 10, "--kills", size.kills),
    program("sync:props", 6, "--runs", size.histories),
    program("fuzz:context", 4, "--cases", size.fuzzed),
    program("sync:pairs", 8, ...size.pairs),
    program("break", 6, ...size.broken),
    program("teams", 4),
    program("hub", 4, ...size.hub),
    program("hub:running", 4, ...(long ? ["--long"] : [])),
    program("hub:page", 4),
    program("hub:failover", 5, ...size.failover),
    program("hub:scale", 12, ...(long ? ["--long"] : ["--parts", "sizes,herd,soak", "--sizes", "5000"])),
    program("hub:quarter", 3, ...(long ? ["--long"] : [])),
    program("organisation", 3),
    // The one of them that adds an agent; the long form makes all.
    program("newcomer", 6, ...(long ? [] : ["stub-agent"])),
    program("observer", 6, "--kills", size.runnerKills),
    program("durability", 6, "--every", size.killEvery),
    program("import:check", 5, ...size.imported),
    program("package:check", 5),
    program("fuzz:mcp", 6, "--calls", size.mcp),
    program("hosts", 4),
    program("rules", 4, ...size.rules, "--parts", "harmless,fuzz"),
    ...["secrets", "injection"].map((name) => program(`eval:${name}`, 6)),
    ...["eval:cues", "rules:sentences", "eval:observer"].map((name) => program(name, 3)),
    // Each by itself: they hold what they measure to a bound.
    program("bench:search", 8, ...size.bench),
    program("audit:check", 4, ...size.audit),
    program("bench:hook", 4, ...size.hook),
    program("bench:sync", 4, ...size.sync),
    program("bench:start", 2),
    program("hub:cost", 3, ...size.hubCost),
    { ...program("rules", 4, ...size.rules, "--parts", "cost"), name: "rules:cost", beside: false },
    // Two at a time again, the longest first.
    program("e2e:observer", 8),
    program("e2e", 8, "--agent", "claude", ...size.agents),
    program("web:check", 8, ...size.web),
    ...["copilot", "gemini", "plugin", "codex", "permissions"].map((name) => agent(name, 7)),
    ...(long ? ["cline", "qwen", "droid"] : ["droid"]).map((name) => {
      const short = agent(name, 4);
      return { ...short, command: [...short.command, ...size.agents] };
    }),
    // Each of its sessions takes long to start.
    ...(long ? [agent("opencode", 3)] : []),
    program("windows", 5, ...size.windows),
    program("docs:blocks", 8),
    program("review", 5),
    program("leftovers", 4),
    program("smoke", 3),
    program("update", 3),
    program("hook:bun", 4, ...size.bun),
    program("keystrokes", 2),
    // Journeys of which each step is a suite's here (a second machine is walk's, its sync the machines'; what poison becomes, security's);
    // what is asked before a release (decision 0007); and that the page of figures can be made.
    ...(long
      ? [
          program("week", 4),
          program("second-machine", 4),
          program("same-answers", 5),
          program("eval:poison", 6),
          program("mutants", 8, "--all", "--fresh"),
          program("bench", 4, "--tiny"),
        ]
      : []),
    program("attacks", 10, ...size.attacks),
    program("rules:hosts", 8, ...size.ruledHosts),
    // On the oldest Node that we support.
    { ...program("walk", 5), nodeBin: [...nodes.values()][0] },
  ];
  // Ends what hangs, also where the machine is half as fast as usual.
  return all.map((each) => ({ ...each, env: size.env, minutes: each.minutes * (long ? 10 : 2) }));
}

/** Of a proof that is one program; dist/ is built by a step. */
function commandOf(name: string): readonly string[] {
  return ["node", ...proofOf(name).commands.flat()];
}

function steps(): readonly Suite[] {
  return STEPS.map((step) => suite("step", step, 5, ["npm", "run", "--silent", step]));
}

function suite(kind: Suite["kind"], name: string, minutes: number, command: readonly string[]): Suite {
  return {
    name,
    kind,
    command,
    env: {},
    nodeBin: undefined,
    minutes,
    beside: BESIDE.has(name),
    waits: WAITS.has(name),
  };
}
