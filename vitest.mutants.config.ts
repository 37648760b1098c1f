// What the mutants of one folder of the sources are run against: the unit tests of that folder, and nothing that starts a
// process. `HOLDFAST_MUTANTS` names the folder.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const folder = process.env.HOLDFAST_MUTANTS ?? "*";

const config: ViteUserConfig = defineConfig({
  test: { include: [`test/unit/${folder}/**/*.test.ts`], testTimeout: 30_000, hookTimeout: 30_000 },
});
export default config;
