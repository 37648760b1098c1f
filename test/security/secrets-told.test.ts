// CHK-10b: nothing that the built command prints, and nothing it leaves behind but the two local places for originals,
// holds a secret that somebody tried to put into a memory.
// check:all: the built command once for each way in.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyBuilt } from "../golden/built.ts";
import { scratch } from "../support/disk.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";
import { fakeToken } from "../support/secrets.ts";

const TOKEN = fakeToken(7);
/** Long enough to be no accident, short enough to catch a cut or wrapped piece. */
const PIECES = [TOKEN.slice(4, 16), TOKEN.slice(16, 28), TOKEN.slice(28)];
const HEAD = "---\nname: Deploys\ndescription: How we deploy\ntype: reference\ntrust-level: inferred\n---\n";

test("CHK-10b CHK-13: the secret is told nowhere", async () => {
  if (!canRunAsPerson()) throw new Error(CANNOT_RUN_AS_PERSON);
  const base = scratch();
  const home = join(base, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  copyBuilt(join(base, "dist"));
  const env = { HOME: home, PATH: "/usr/bin:/bin", TERM: "xterm", LANG: "C.UTF-8", NO_COLOR: "1" };
  const command = [process.execPath, join(base, "dist", "cli.mjs")];
  const told: string[] = [];
  const agent = (...args: readonly string[]): void => {
    const run = spawnSync(command[0] ?? "", [...command.slice(1), ...args], { cwd: home, env, encoding: "utf8" });
    told.push(`${args[0]}: ${run.stdout}${run.stderr}`);
  };
  const person = async (...args: readonly string[]): Promise<void> => {
    const { transcript } = await runAsPerson([...command, ...args], { cwd: home, env });
    // A terminal shows what was typed; here nothing is.
    told.push(`${args[0]}: ${transcript}`);
  };
  await person("init", "--no-install", "--yes");
  agent("add", `The deploy token is ${TOKEN} for now`);
  agent("add", "--json", "--name", "Deploys", "--body", `Use ${TOKEN} in CI.`);
  await person("add", `The deploy token is ${TOKEN} for now`);
  writeFileSync(join(home, "odd.md"), `---\nname: ${TOKEN}\ntype: ${TOKEN}\n${TOKEN}: [\n---\n${TOKEN}\n`);
  writeFileSync(join(home, ".holdfast/memories/reference_deploys.md"), `${HEAD}The token is ${TOKEN}.\n`, {
    mode: 0o600,
  });
  for (const json of [[], ["--json"]]) {
    agent("check", ...json, "odd.md");
    agent("check", ...json);
    agent("doctor", ...json);
    await person("check", ...json, "--only", "secrets");
  }
  await person("doctor", "--fix");
  await person("list");
  await person("show", "reference_deploys", "--raw");
  await person("log");
  await person("restore", "reference_deploys");
  await person("undo", "--yes");
  expect(told.filter((text) => PIECES.some((piece) => text.includes(piece)))).toEqual([]);
  expect(told.join("\n")).toContain("SECRET-DETECTED");
  expect(readFileSync(join(home, ".holdfast/quarantine/reference_deploys.md"), "utf8")).toContain("<redacted rule=");
  const kept = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "odd.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "latin1").includes(TOKEN));
  expect(kept.filter((file) => !/\/holdfast\/(?:raw|history)\//.test(file))).toEqual([]);
  expect(kept.length).toBeGreaterThan(0);
});
