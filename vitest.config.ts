// One project per suite, so that each can be run, timed and counted by itself. Programs such as
// test/crash/main.ts are no *.test.ts files and are never collected.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const LONG = Number(process.env.HOLDFAST_RUNS ?? 0) > 20_000;

/** Real machines that sync through real git: minutes, and nothing in them depends on the Node that runs them. */
const MACHINES = [
  "test/unit/app/sync/**/*.test.ts",
  "test/unit/store/devices.test.ts",
  "test/unit/worker/sync.test.ts",
];

function suite(name: string, include: string[], seconds: number, exclude: string[] = []) {
  const limits = { testTimeout: seconds * 1000, hookTimeout: seconds * 1000 };
  return { extends: true as const, test: { name, include, exclude, ...limits } };
}

const config: ViteUserConfig = defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      suite("unit", ["test/*.test.ts", "test/unit/**/*.test.ts", "test/pins/**/*.test.ts"], 30, MACHINES),
      suite("machines", MACHINES, 60),
      suite("property", ["test/property/**/*.test.ts"], LONG ? 1800 : 300),
      suite("security", ["test/security/**/*.test.ts"], LONG ? 1800 : 300),
      suite("golden", ["test/golden/**/*.test.ts"], 120),
    ],
  },
});
export default config;
