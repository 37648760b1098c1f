// The suites as data. Counts come from vitest's JSON report, from a program's own last line, or are one per step.

export interface Suite {
  readonly name: string;
  readonly kind: "step" | "vitest" | "program";
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Put first on PATH; undefined for the Node that runs this. */
  readonly nodeBin: string | undefined;
  readonly minutes: number;
  /** Measures no time and needs one core: two of these run at once. */
  readonly beside: boolean;
}

const BESIDE: ReadonlySet<string> = new Set([
  "import",
  "same-answers",
  "sync-pairs",
  "sync-histories",
  "sync-props",
  "fuzz",
  "eval-secrets",
  "eval-injection",
  "eval-poison",
  "eval-cues",
  "eval-observer",
  "eval-search",
  "docs-site",
  "package-check",
  "observer",
  "e2e-observer",
  "e2e-copilot",
  "e2e-gemini",
  "e2e-plugin",
  "e2e-codex",
  "docs-blocks",
  "leftovers",
  "second-machine",
]);

const SHORT = {
  kills: "200",
  faultEvery: "4",
  killEvery: "5",
  mutants: [],
  pairs: [],
  search: ["--quick"],
  bench: [],
  audit: ["--memories", "2000"],
  mcp: "4000",
  hookRuns: "11",
  broken: [],
  imported: ["--files", "1500", "--poison", "60"],
  web: ["--hostile", "250"],
  runnerKills: "20",
  histories: "10000",
  machines: ["--runs", "40", "--from", "1"],
  syncKills: [],
  gitEdge: [],
  sync: ["--memories", "1000", "--runs", "5"],
  env: {},
};
const LONG = {
  kills: "1000",
  faultEvery: "1",
  killEvery: "1",
  mutants: ["--all", "--fresh"],
  pairs: ["--long"],
  search: [],
  bench: ["--long"],
  audit: [],
  mcp: "100000",
  hookRuns: "50",
  broken: ["--events", "10000", "--all"],
  imported: ["--poison", "100000"],
  web: [],
  runnerKills: "100",
  histories: "100000",
  machines: ["--runs", "500"],
  syncKills: ["--kills", "100", "--every", "1"],
  gitEdge: ["--long"],
  sync: [],
  env: { HOLDFAST_RUNS: "100000", HOLDFAST_LONG: "1" },
};

const STEPS: readonly string[] = ["lint", "types", "knip", "build", "package"];

export function suites(long: boolean, nodes: ReadonlyMap<string, string>): readonly Suite[] {
  const size = long ? LONG : SHORT;
  const make = (kind: Suite["kind"], name: string, minutes: number, ...command: string[]): Suite => {
    const limit = long ? minutes * 10 : minutes;
    return { name, kind, command, env: size.env, nodeBin: undefined, minutes: limit, beside: BESIDE.has(name) };
  };
  const vitest = (project: string, minutes: number): Suite =>
    make("vitest", project, minutes, "node", "node_modules/vitest/vitest.mjs", "run", "--project", project);
  const program = (name: string, minutes: number, ...options: string[]): Suite =>
    make("program", name, minutes, "node", `test/${name}/main.ts`, ...options);
  return [
    ...STEPS.map((step) => make("step", step, 5, "npm", "run", "--silent", step)),
    ...[...nodes].map(([version, nodeBin]) => ({
      ...vitest("unit", 8),
      name: `unit-${version.split(".")[0]}`,
      nodeBin,
    })),
    vitest("machines", 6),
    vitest("property", 10),
    vitest("security", 10),
    vitest("golden", 5),
    program("crash", 10, "--kills", size.kills),
    program("durability", 4, "--every", size.killEvery),
    program("contend", 5),
    program("cost", 3),
    program("faults", 6, "--every", size.faultEvery),
    program("break", 6, ...size.broken),
    // Two at a time, the longest first.
    program("sync-histories", 8, ...size.machines),
    program("sync-props", 6, "--runs", size.histories),
    make("program", "eval-search", 10, "node", "eval/search/main.ts", ...size.search),
    program("docs-site", 6),
    program("sync-pairs", 8, ...size.pairs),
    make("program", "package-check", 5, "node", "test/package/main.ts"),
    program("import", 5, ...size.imported),
    program("same-answers", 5),
    ...["secrets", "injection", "poison"].map((name) =>
      make("program", `eval-${name}`, 6, "node", `eval/security/${name}/main.ts`),
    ),
    ...["cues", "observer"].map((name) => make("program", `eval-${name}`, 3, "node", `eval/${name}/main.ts`)),
    program("fuzz", 4, "--cases", "1000000"),
    program("observer", 6, "--kills", size.runnerKills),
    program("git-edge", 4, ...size.gitEdge),
    program("sync-kills", 5, ...size.syncKills),
    program("sync-faults", 3),
    program("mutants", 8, ...size.mutants),
    program("fuzz-mcp", 6, "--calls", size.mcp),
    program("bench", 8, ...size.bench),
    program("audit", 4, ...size.audit),
    program("hook-bench", 4, "--runs", size.hookRuns),
    program("sync-bench", 4, ...size.sync),
    program("start-bench", 2),
    // What it gathers has suites of its own; this one proves that the page can be made.
    make("program", "bench-all", 4, "node", "scripts/bench.ts", "--tiny"),
    program("web", 4, ...size.web),
    program("e2e", 8, "--agent", "claude"),
    program("review", 5),
    // Two at a time again, the longest first.
    program("e2e-observer", 8),
    ...["copilot", "gemini", "plugin", "codex"].map((agent) =>
      make("program", `e2e-${agent}`, 7, "node", "test/e2e/main.ts", "--agent", agent),
    ),
    // Each of its sessions takes long to start.
    ...(long ? [make("program", "e2e-opencode", 3, "node", "test/e2e/main.ts", "--agent", "opencode")] : []),
    program("docs-blocks", 8),
    program("leftovers", 4),
    program("second-machine", 4),
    // On the oldest Node that we support.
    { ...program("walk", 5), nodeBin: [...nodes.values()][0] },
  ];
}
