// AGT-1b: a person's next command gives agents the hook of the program that runs; an agent's never does.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openInstallers } from "../../../src/compose/installers.ts";
import { renewHook } from "../../../src/compose/renewing.ts";
import { type Places, placesFrom } from "../../../src/disk/places.ts";
import { isRefusal } from "../../../src/text/errors.ts";
import { scratch } from "../../support/disk.ts";

let home: string;
let places: Places;
beforeEach(async () => {
  home = scratch();
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: home,
    CLAUDE_CONFIG_DIR: `${home}/claude`,
    HOLDFAST_HOME: `${home}/store`,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  places = placesFrom({ ...env, XDG_STATE_HOME: `${home}/state`, XDG_DATA_HOME: `${home}/data` }, home);
  mkdirSync(`${home}/claude`, { mode: 0o700 });
  mkdirSync(`${home}/dist`);
  built("0.1.0", "one");
  const { all } = await openInstallers(places, new Date(), `${home}/dist`);
  const claude = all.find(({ agent }) => agent === "claude");
  const plan = claude?.planInstall();
  if (claude === undefined || plan === undefined || isRefusal(plan)) throw new Error("not planned");
  claude.apply(plan, "install");
});
afterEach(() => vi.unstubAllEnvs());

function built(version: string, hook: string): void {
  writeFileSync(`${home}/dist/hook.cjs`, hook);
  writeFileSync(
    `${home}/dist/agent-files.json`,
    JSON.stringify({ files: ["hook.cjs"], version, digest: `of ${hook}` }),
  );
}
const copied = (): string => readFileSync(`${places.data}/hook.cjs`, "utf8");
const renew = (version: string, isPerson: boolean): Promise<readonly string[]> =>
  renewHook(places, version, () => isPerson, `${home}/dist`);

test("renewed and told, once; who is no person changes nothing", async () => {
  built("0.2.0", "two");
  expect([await renew("0.2.0", false), copied()]).toEqual([[], "one"]);
  const told = await renew("0.2.0", true);
  expect([told.length, copied()]).toEqual([1, "two"]);
  expect(told[0]).toContain("the hook of 0.1.0; it is renewed to 0.2.0");
  expect(await renew("0.2.0", true)).toEqual([]);
});

test("an older program leaves the newer hook", async () => {
  built("0.0.9", "older");
  expect([await renew("0.0.9", true), copied()]).toEqual([[], "one"]);
});

test("what would change in the agent's own settings is named, and left to its person", async () => {
  const settings = `${home}/claude/settings.json`;
  const { hooks, ...others } = JSON.parse(readFileSync(settings, "utf8"));
  const { SessionStart, ...fewer } = hooks;
  writeFileSync(settings, JSON.stringify({ ...others, hooks: fewer }));
  const before = readFileSync(settings, "utf8");
  built("0.2.0", "two");
  const told = await renew("0.2.0", true);
  expect(SessionStart).toBeDefined();
  expect(told[1]).toBe("In Claude Code's settings something is new too: holdfast connect --agent claude");
  expect(readFileSync(settings, "utf8")).toBe(before);
});
