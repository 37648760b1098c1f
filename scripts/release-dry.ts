// `npm run release:dry` does everything that a release does, short of publishing: build, checks of the package, the files of
// release/ with their digests and notes, the packed package tried in an empty home, the packed hub on a PostgreSQL, and npm's own
// rehearsal. Stops at the first step that fails.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { ROOT, version } from "./bundles.ts";
import { channelOf } from "./release/notes.ts";

const OUT = `${ROOT}release/`;
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

interface Step {
  readonly does: string;
  readonly command: () => readonly string[];
}

const STEPS: readonly Step[] = [
  { does: "build, pack, bundle, archive, digests and notes", command: () => ["node", "scripts/release.ts"] },
  { does: "the package's shape and types (publint, attw)", command: () => [NPM, "run", "--silent", "package"] },
  {
    does: "the packed package, used in an empty home",
    command: () => ["node", "test/smoke/main.ts", "--release", OUT],
  },
  {
    does: "the packed hub, as its guide has it typed (.ci/setup postgres, or HOLDFAST_PG_BIN)",
    command: () => ["node", "test/hub-running/main.ts", "--release", OUT],
  },
  { does: "npm's rehearsal of the publication", command: () => rehearsal(0) },
  { does: "and of the hub's", command: () => rehearsal(1) },
];

function rehearsal(which: 0 | 1): readonly string[] {
  return [
    ...[NPM, "publish", "--dry-run", "--ignore-scripts", "--access", "public"],
    ...["--tag", channelOf(version()), `./release/${packed()[which]}`],
  ];
}

/** The package and the hub's. */
function packed(): readonly string[] {
  const names = readdirSync(OUT).filter((name) => name.endsWith(".tgz"));
  return ["holdfast-", "holdfast-hub-"].map(
    (start) => names.find((name) => name === `${start}${version()}.tgz`) ?? start,
  );
}

function run({ does, command }: Step): boolean {
  const [program = "", ...args] = command();
  console.log(`== ${does}`);
  const started = performance.now();
  const { status } = spawnSync(program === "node" ? process.execPath : program, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    shell: program.endsWith(".cmd"),
  });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${does} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

/** Whoever downloads them does the same with `sha256sum --check`. */
function sumsHold(): boolean {
  const lines = readFileSync(`${OUT}SHA256SUMS`, "utf8").trim().split("\n");
  const wrong = lines.filter((line) => {
    const [sum, name = ""] = line.split("  ");
    return (
      createHash("sha256")
        .update(readFileSync(OUT + name))
        .digest("hex") !== sum
    );
  });
  const listed = readdirSync(OUT).length - 1 === lines.length;
  console.log(`${wrong.length === 0 && listed ? "ok  " : "FAIL"} every file of release/ has its digest`);
  return wrong.length === 0 && listed;
}

function main(): number {
  if (!STEPS.every(run) || !sumsHold()) {
    console.log("release:dry: FAILED; nothing was published");
    return 1;
  }
  for (const name of readdirSync(OUT)) console.log(`     ${String(statSync(OUT + name).size).padStart(9)}  ${name}`);
  console.log(
    `release:dry: ${packed().join(" and ")} ready for the channel ${channelOf(version())}; nothing was published`,
  );
  return 0;
}

process.exitCode = main();
