// The workflows as an attacker would read them: what they run is pinned, what they may do is little, and only the job that
// publishes may ask for an identity.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

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

describe.each(names)("%s", (name) => {
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
  expect([jobs["build"]?.needs, jobs["publish"]?.needs]).toEqual(["test", "build"]);
});

test("only the job that publishes has an identity, and it runs no code of the repository", () => {
  const { jobs } = read("release.yml");
  const withIdentity = Object.entries(jobs).filter(([, { permissions }]) => permissions !== undefined);
  expect(withIdentity.map(([name]) => name)).toEqual(["publish"]);
  expect(jobs["publish"]?.permissions).toEqual({ contents: "write", "id-token": "write" });
  expect(jobs["publish"]?.steps.filter(({ uses }) => uses?.startsWith("actions/checkout"))).toEqual([]);
});
