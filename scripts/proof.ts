// Every program that measures, breaks or writes something, under one name each; the names are those of the suites of
// .ci/run too. `npm run proof` lists them, `npm run proof NAME [-- options]` starts one.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Proof {
  readonly name: string;
  /** What holds when it ends well, or what it writes. */
  readonly proves: string;
  /** What node runs, one after another; options go to the last. */
  readonly commands: readonly (readonly string[])[];
  /** Looks at dist/, which is built first. */
  readonly built: boolean;
}

type Row = readonly [name: string, proves: string, ...commands: string[]];

const VITEST = "node_modules/vitest/vitest.mjs run --project";

/** Rooms without an `io/` that reads mode bits, links or processes; with the slash, for vitest takes a part of a name. */
const PORTABLE = ["attest", "checks", "config", "hosts", "memory", "replica", "text"]
  .map((room) => `test/unit/${room}/`)
  .join(" ");

const ON_SOURCES: readonly Row[] = [
  ["test:unit", "the unit tests", `${VITEST} unit`],
  ["portable", "the unit tests of the rooms that are the same on every system", `${VITEST} unit ${PORTABLE}`],
  ["test:machines", "several machines that sync through real git", `${VITEST} machines`],
  ["test:property", "what holds for every input, tried on random ones", `${VITEST} property`],
  ["test:security", "what an attacker may not do", `${VITEST} security`],
  ["crash", "a kill at any moment tears and loses nothing", "test/crash/main.ts"],
  ["contend", "16 writers, one stopped: nothing lost, never unlocked; 32 in line", "test/contend/main.ts"],
  ["faults", "each file-system call fails once: the old state or the new one", "test/faults/main.ts"],
  ["break", "whatever is broken under the hook, the session goes on, guarded", "test/break/main.ts"],
  ["durability", "what is forgotten is in no byte of ours and does not come back", "test/durability/main.ts"],
  ["mutants", "one change at a time in core: the tests notice", "test/mutants/main.ts"],
  ["same-answers", "one store and prompt give the same bytes on every Node", "test/same-answers/main.ts"],
  ["import:check", "many files imported, killed, imported twice: none above inferred", "test/import/main.ts"],
  ["fuzz:context", "no memory breaks out of its block", "test/fuzz/main.ts"],
  ["git:edge", "hostile servers, trees and repositories get nothing from git", "test/git-edge/main.ts"],
  ["sync:props", "random histories join as their authors knew", "test/sync-props/main.ts"],
  ["sync:pairs", "each pair of acts at once gives the outcome of the table", "test/sync-pairs/main.ts"],
  ["sync:histories", "random histories of the built program, judged by who knew what", "test/histories/main.ts"],
  ["sync:inside", "the same from inside, and with parts of sync broken on purpose", "test/sync-histories/main.ts"],
  ["sync:hub", "sync through a hub, over a network that loses answers", "test/hub-sync/main.ts"],
  ["teams", "what a team does with its shared store, on a git server", "test/teams/main.ts"],
  ["hub", "the hub on a real PostgreSQL: nothing is lost, raised or leaked", "test/hub/main.ts"],
  ["hub:cost", "what head, pull and push cost beside the bare engine", "test/hub-cost/main.ts"],
  ["hub:running", "the guide to running a hub, typed: packed, backed up, restored", "test/hub-running/main.ts"],
  ["hub:page", "the admins' page in a browser: each act, strangers, hostile names", "test/hub-page/main.ts"],
  ["hub:failover", "leaders killed and cut off under load: nothing acknowledged lost", "test/hub-failover/main.ts"],
  ["hub:scale", "what a hub carries beside bare SQL and pgbench; a herd; an hour", "test/hub-scale/main.ts"],
  ["hub:quarter", "an organisation's quarter, and ten questions of an auditor", "test/hub-quarter/main.ts"],
  ["e2e:observer", "a model that is asked can only speak, on the real programs", "test/e2e-observer/main.ts"],
  ["walk", "README's five minutes from the packed package, with two machines", "test/walk/main.ts"],
  ["package:check", "two clean builds give the same bytes", "test/package/main.ts"],
  ["docs:check", "the site: links, layout, search in a browser, spelling", "test/docs-site/main.ts"],
  ["audit:check", "an audit of 10,000 memories in time, its page in a browser", "test/audit/main.ts"],
  ["limits", "hostile and large texts cost no more than they may", "test/limits/main.ts"],
  ["cost", "what a write costs beside the bare durable write", "test/cost/main.ts"],
  ["bench", "every published figure in one run; writes docs/benchmarks.md", "scripts/bench.ts"],
  ["bench:search", "what search costs beside the bare engine", "test/bench/main.ts"],
  ["bench:peers", "what grep, ripgrep and search libraries cost and find", "eval/peers/main.ts"],
  ["eval:search", "search finds, beside the baselines, and keeps quiet", "eval/search/main.ts"],
  ["eval:secrets", "secrets are found, and technical text is not flagged", "eval/security/secrets/main.ts"],
  ["eval:injection", "what reads like an instruction, per public corpus", "eval/security/injection/main.ts"],
  ["eval:poison", "no poisoned text is shown to an agent as verified", "eval/security/poison/main.ts"],
  ["eval:cues", "what you told an agent is found, and nothing else", "eval/cues/main.ts"],
  ["rules:sentences", "a sentence that means a rule is offered one, and no other is", "test/rules-sentences/main.ts"],
  ["eval:observer", "a claim that the user took back is not kept", "eval/observer/main.ts"],
  ["newcomer", "a flag, a rule and an agent are added in few files", "test/newcomer/main.ts"],
  ["house", "the sources in figures: rooms, depth, circles, parameters", "scripts/house.ts"],
];

const ON_THE_BUILD: readonly Row[] = [
  ["test:golden", "what a person sees at the terminal, byte for byte", `${VITEST} golden`],
  ["attacks", "every attack we know is refused, noticed or admitted", "test/attacks/main.ts"],
  ["e2e", "the real agents get memory, are guarded, and are left clean", "test/e2e/main.ts"],
  ["hosts", "every host, by its own payloads: connected, guarded, left clean", "test/hosts/main.ts"],
  ["rules", "a signed rule holds, no other does, and the rest goes on", "test/rules/main.ts"],
  ["rules:hosts", "a signed rule stops a disobedient model in the real programs", "test/rules-hosts/main.ts"],
  ["macos", "process tables, branches and a folding disk of macOS, here", "test/macos/main.ts"],
  ["review", "30 memories at a terminal; Ctrl-C loses nothing", "test/review/main.ts"],
  ["web:check", "the page in a browser: 10,000 rows, strangers, hostile text", "test/web/main.ts"],
  ["observer", "the observer killed at work: nothing lost, nothing twice", "test/observer/main.ts"],
  ["fuzz:mcp", "no MCP call breaks the server, the store or trust", "test/fuzz-mcp/main.ts"],
  ["sync:faults", "whatever a remote, network or disk does, the store is as it was", "test/sync-faults/main.ts"],
  ["sync:kills", "sync killed at every step loses and doubles nothing", "test/sync-kills/main.ts"],
  ["second-machine", "the guide to a second machine, typed on two; one is stolen", "test/second-machine/main.ts"],
  ["organisation", "the guide for an organisation, typed by members and a CI job", "test/organisation/main.ts"],
  ["week", "a newcomer's week: every point of the list that it once gave", "test/week/main.ts"],
  ["keystrokes", "five tasks in keystrokes, typed, beside those of 0.1.0", "test/week/keystrokes.ts"],
  ["windows", "the package on Windows, under Wine: console, agents, guard, sync", "test/windows/main.ts"],
  ["leftovers", "uninstall --purge leaves the store and nothing else", "test/leftovers/main.ts"],
  ["smoke", "the packed package: installed, used and taken out, on any system", "test/smoke/main.ts"],
  ["update", "from 0.1.0, with its store, index and hooks in place: nothing lost", "test/update/main.ts"],
  ["docs:blocks", "every code block of the pages does what it says", "test/docs-blocks/main.ts"],
  ["arrive", "the memory that applies is in the context when the agent acts", "eval/arrive/main.ts"],
  ["hook:bun", "the hook under Bun does what it does under Node", "test/hook-bun/main.ts"],
  ["bench:hook", "what a hook costs beside a bare node, per event", "test/hook-bench/main.ts"],
  ["bench:start", "what the package weighs and how fast it starts", "test/start-bench/main.ts"],
  ["bench:sync", "what a sync costs beside bare git", "test/sync-bench/main.ts"],
  ["bench:growth", "what three years of twenty machines cost, beside a fresh store", "test/growth/main.ts"],
  [
    "pictures",
    "writes docs/pictures",
    ...["trust", "tour", "rules", "review", "audit"].map((picture) => `scripts/pictures/${picture}.ts`),
  ],
];

const WRITERS: readonly Row[] = [
  ["bench:page", "writes docs/benchmarks.md from its record", "scripts/generate-benchmarks.ts"],
  ["schemas", "writes schema/", "scripts/generate-schemas.ts"],
  ["docs:reference", "writes docs/reference", "scripts/generate-reference.ts"],
  ["docs:architecture", "writes the picture and table of docs/architecture.md", "scripts/generate-architecture.ts"],
  ["docs:build", "writes the documentation site into site/", "scripts/build-docs.ts"],
];

export const PROOFS: readonly Proof[] = [
  ...ON_SOURCES.map((row) => proof(row, false)),
  ...ON_THE_BUILD.map((row) => proof(row, true)),
  ...WRITERS.map((row) => proof(row, false)),
];

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const USAGE = 64;

function proof([name, proves, ...commands]: Row, built: boolean): Proof {
  return { name, proves, commands: commands.map((command) => command.split(" ")), built };
}

/** Throws for a name that is not there: whoever asks by code has mistyped it. */
export function proofOf(name: string): Proof {
  const found = PROOFS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`No proof called ${name}.`);
  return found;
}

function listed(): string {
  const width = Math.max(...PROOFS.map(({ name }) => name.length)) + 2;
  return PROOFS.map(({ name, proves }) => `  ${name.padEnd(width)}${proves}`).join("\n");
}

function run(found: Proof, options: readonly string[]): number {
  const commands = found.built ? [["scripts/build.ts"], ...found.commands] : found.commands;
  for (const command of commands) {
    const given = command === commands.at(-1) ? options : [];
    const { status } = spawnSync(process.execPath, [...command, ...given], { cwd: ROOT, stdio: "inherit" });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

function main([name, ...options]: readonly string[]): number {
  if (name === undefined) {
    console.log(`npm run proof NAME [-- options]\n\n${listed()}`);
    return 0;
  }
  const found = PROOFS.find((each) => each.name === name);
  if (found !== undefined) return run(found, options);
  console.error(`There is no proof called ${name}. There are:\n\n${listed()}`);
  return USAGE;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
