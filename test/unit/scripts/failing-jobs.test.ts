// What GitHub and GitLab run for a job (HUB-9), with a program in the place of `holdfast` that runs what it is given: a job that fails
// or crashes, in a pipe as well, does not pass. As each service starts its shell.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = resolve(import.meta.dirname, "../../..");
const STAND_IN = `#!/bin/sh
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
`;

let base = "";
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "machines-")));
  mkdirSync(join(base, "holdfast", "bin"), { recursive: true });
  writeFileSync(join(base, "holdfast", "bin", "holdfast"), STAND_IN, { mode: 0o755 });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function read(file: string): unknown {
  return parse(readFileSync(join(ROOT, file), "utf8"));
}

function ended(shell: readonly string[], script: string, run: string, path = "/usr/bin:/bin"): number | null {
  const [program = "", ...args] = [...shell, script];
  const own = { RUNNER_TEMP: base, HOLDFAST_AT: join(base, "holdfast"), HOLDFAST_RUN: run, HOLDFAST_TOKEN: "" };
  const env = { PATH: path, HOLDFAST_FROM: "x", HOLDFAST_HUB: "x", HOLDFAST_PIN: "x", ...own };
  return spawnSync(program, args, { cwd: base, env, stdio: "ignore" }).status;
}

function gitlabLine(): string {
  const { ".holdfast": job } = read("machines/gitlab.yml") as {
    readonly ".holdfast": { readonly script: readonly string[] };
  };
  return job.script.at(-1) ?? "";
}

/** The line that runs the job; the others install the package. */
const SERVICES: readonly (readonly [string, (run: string) => number | null])[] = [
  [
    "action.yml",
    (run) => {
      const { runs } = read("action.yml") as { readonly runs: { readonly steps: readonly { readonly run: string }[] } };
      const shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"];
      return ended(shell, runs.steps.at(-1)?.run ?? "", run);
    },
  ],
  ["machines/gitlab.yml", (run) => ended(["bash", "-eo", "pipefail", "-c"], gitlabLine(), run)],
];

describe.each(SERVICES)("HUB-9 %s", (_, run) => {
  test.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["exit 7\ntrue", 7],
    ["false\ntrue", 1],
    ["sh -c 'kill -SEGV $$'\ntrue", 139],
    [`printf '%s' "it's \\"quoted\\"" | grep -q "it's"`, 0],
  ])("a job %j ends with %i", (line, code) => {
    expect(run(line)).toBe(code);
  });

  test.each(["kill -KILL $$", "sh -c 'kill -SEGV $$' | cat", "exit 3 | cat\ntrue"])(
    "a job %j does not end well",
    (line) => {
      expect(run(line)).not.toBe(0);
    },
  );
});

test("HUB-9 machines/gitlab.yml: an image without bash runs its jobs in sh", () => {
  const bin = join(base, "bare");
  mkdirSync(bin);
  for (const name of ["sh", "cat"]) symlinkSync(`/bin/${name}`, join(bin, name));
  const run = (line: string): number | null => ended(["/bin/sh", "-e", "-c"], gitlabLine(), line, bin);
  expect(run("exit 0")).toBe(0);
  expect(run("exit 7\ntrue")).toBe(7);
  expect(run("sh -c 'kill -SEGV $$'\ntrue")).toBe(139);
});
