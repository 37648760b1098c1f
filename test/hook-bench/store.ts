// A home with a store of generated memories, most of them confirmed, and for each build the index that its `holdfast search`
// leaves behind: two builds share the memories and nothing else.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { attest } from "../support/attest.ts";
import { hookEnvironment } from "../support/hook-run.ts";
import { idOf } from "../support/memories.ts";
import { dataOf, makeBox, removeBox, rootOf } from "../support/store-box.ts";

/** Every so many is an agent's, which nobody has confirmed. */
const INFERRED_EVERY = 10;
const THINGS = ["invoices", "sessions", "webhooks", "backups", "thumbnails", "exports", "tokens", "queues", "reports"];
const VERBS = ["rotate", "compress", "replay", "validate", "throttle", "archive", "index", "encrypt", "mirror"];

export interface StoreBox {
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

export interface Build {
  readonly dist: string;
  readonly env: Readonly<Record<string, string>>;
}

export function buildIn(box: StoreBox, dist: string, at: number): Build {
  const own = (name: "XDG_CACHE_HOME" | "XDG_STATE_HOME"): string => `${box.env[name]}-${at}`;
  const env = { ...box.env, XDG_CACHE_HOME: own("XDG_CACHE_HOME"), XDG_STATE_HOME: own("XDG_STATE_HOME") };
  const search = [resolve(dist, "cli.mjs"), "search", "pelican", "--json"];
  execFileSync(process.execPath, search, { cwd: box.project, env, stdio: "ignore" });
  return { dist, env };
}

/** `rules`: the lines of each memory's rule, where it has one. */
export function makeStore(size: number, rules: readonly (readonly string[])[] = []): StoreBox {
  const base = makeBox();
  for (let n = 1; n <= size; n++) plantNumber(base, n, rules[n - 1] ?? []);
  const project = `${base}/project`;
  mkdirSync(`${project}/src`, { recursive: true });
  const env = { ...hookEnvironment(base), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  return { project, env, remove: () => removeBox(base) };
}

function plantNumber(base: string, n: number, rule: readonly string[]): void {
  const thing = THINGS[n % THINGS.length] ?? "";
  const verb = VERBS[Math.floor(n / 7) % VERBS.length] ?? "";
  const tier = n % INFERRED_EVERY === 0 && rule.length === 0 ? "inferred" : "verified";
  const special = n === 1 ? "The pelican service restarts with `make pelican-restart`, never by hand. " : "";
  const lines = [
    "---",
    `name: ${n === 1 ? "Restart the pelican service" : `How we ${verb} ${thing} in area ${n}`}`,
    `description: ${special}Notes on how area ${n} has to ${verb} its ${thing}`,
    "type: project",
    `kind: ${n % 3 === 0 ? "decision" : "runbook"}`,
    `id: ${idOf(n)}`,
    `trust-level: ${tier}`,
    "created-at: 2026-05-01T10:00:00Z",
    ...(tier === "verified" ? ["last-verified: 2026-05-20"] : []),
    ...(rule.length === 0 ? [] : ["rule:", ...rule.map((line) => `  - ${JSON.stringify(line)}`)]),
    "---",
    "",
    `${special}Area ${n} has to ${verb} ${thing} before the nightly job, because job ${n * 31} reads them.`.padEnd(
      420,
      " Keep it so.",
    ),
    "",
  ];
  const text = lines.join("\n");
  writeFileSync(`${rootOf(base)}/memories/project_area_${n}.md`, text, { mode: 0o600 });
  attest(text, rootOf(base), dataOf(base));
}
