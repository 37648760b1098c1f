// One project per suite, so that each can be run, timed and counted by itself. Programs such as test/crash/main.ts are no
// *.test.ts files and are never collected. `--mode quick` is `npm run check`: it leaves out the machines, and the test files
// that say in their first lines that they belong to `check:all`, and why. Every other file is in both.
import { globSync, readFileSync } from "node:fs";
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

const LONG = Number(process.env.HOLDFAST_RUNS ?? 0) > 20_000;

/** Real machines that sync through real git: minutes, and nothing in them depends on the Node that runs them. */
const MACHINES = ["test/unit/sync/**/*.test.ts", "test/unit/store/devices.test.ts", "test/unit/worker/sync.test.ts"];

/** What a test file says at its top when it starts many programs, waits, or takes long. */
const SLOW = /^(?:\/\/.*\n)*\/\/ check:all: .+/;

function slow(): readonly string[] {
  return globSync("test/**/*.test.ts").filter((file) => SLOW.test(readFileSync(file, "utf8")));
}

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  const isQuick = mode === "quick";
  const leftOut = isQuick ? slow() : [];
  const suite = (name: string, include: string[], seconds: number, exclude: string[] = []) => {
    const limits = { testTimeout: seconds * 1000, hookTimeout: seconds * 1000 };
    return { extends: true as const, test: { name, include, exclude: [...exclude, ...leftOut], ...limits } };
  };
  return {
    test: {
      pool: "forks",
      maxWorkers: 2,
      projects: [
        suite("unit", ["test/*.test.ts", "test/unit/**/*.test.ts", "test/pins/**/*.test.ts"], 30, MACHINES),
        ...(isQuick ? [] : [suite("machines", MACHINES, 60)]),
        suite("property", ["test/property/**/*.test.ts"], LONG ? 1800 : 300),
        suite("security", ["test/security/**/*.test.ts"], LONG ? 1800 : 300),
        suite("golden", ["test/golden/**/*.test.ts"], 120),
      ],
    },
  };
});
export default config;
