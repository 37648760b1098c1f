// The home of a machine that lives for an hour (HUB-9): whatever the environment of a job says, nothing is planned or written outside
// of it, what the command is given leads nowhere else and has no token, and all of it goes, whatever the command left there.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { commands } from "../../src/cli/commands/mirror.ts";
import { EXIT } from "../../src/cli/exit.ts";
import { makeOutput } from "../../src/cli/output.ts";
import type { Ended, Invocation } from "../../src/cli/spec.ts";
import { environmentWithout } from "../../src/compose/beside.ts";
import { openInstallers } from "../../src/compose/installers.ts";
import { type Home, type Homes, openHomes } from "../../src/compose/mirror-home.ts";
import type { Mirroring, openMirroring } from "../../src/compose/mirroring.ts";
import { HOSTS } from "../../src/hosts/index.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { jobWorld } from "../support/job.ts";
import { readSourceTree } from "../support/source-tree.ts";

/** How this system finds a home: as here, as on Windows, or by something that no variable of ours reaches. */
const system = vi.hoisted(() => ({ home: undefined as string | undefined }));
const { platform } = process;
const runsOn = (value: NodeJS.Platform): void => void Object.defineProperty(process, "platform", { value });
vi.mock("node:os", async (actual) => {
  const os = await actual<typeof import("node:os")>();
  const homedir = (): string =>
    system.home ?? (process.platform === "win32" ? (process.env["USERPROFILE"] ?? "") : os.homedir());
  return { ...os, homedir };
});
/** What nobody here may remove, as a folder of another user's that a container left; root's hands are bound by it too. */
const disk = vi.hoisted(() => ({ held: undefined as string | undefined }));
vi.mock("node:fs", async (actual) => {
  const fs = await actual<typeof import("node:fs")>();
  const unlessHeld =
    (act: (path: string, options?: object) => void) =>
    (path: string, options?: object): void => {
      const { held } = disk;
      if (held !== undefined && (held === path || (act !== fs.unlinkSync && held.startsWith(`${path}/`))))
        throw Object.assign(new Error("EACCES"), { code: "EACCES" });
      act(path, options);
    };
  const [rmSync, rmdirSync, unlinkSync] = [fs.rmSync, fs.rmdirSync, fs.unlinkSync].map(unlessHeld);
  return { ...fs, rmSync, rmdirSync, unlinkSync };
});

/** What stands for the whole job, where only the command around it is asked. */
const job = vi.hoisted(() => ({ open: undefined as typeof openMirroring | undefined }));
vi.mock("../../src/compose/mirroring.ts", () => ({
  openMirroring: (...args: Parameters<typeof openMirroring>) => job.open?.(...args),
}));

/** Asked of the environment, and no place. */
const NO_PLACE = ["CLAUDE_CODE_DISABLE_AUTO_MEMORY"];
const OURS = ["HOLDFAST_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"];

/** Every variable that the sources of a host ask for, so that a new host is among them. */
function askedByHosts(): ReadonlySet<string> {
  const { sources } = readSourceTree();
  const texts = [...sources].filter(([file]) => file.startsWith("hosts/")).map(([, text]) => text);
  const names = texts.flatMap((text) => [...text.matchAll(/\benv(?:\??\.|(?:\?\.)?\[\s*["'`])([A-Z][A-Z0-9_]+)/g)]);
  return new Set(names.map(([, name = ""]) => name));
}

const real = { ...process.env };
let base = "";
let homes: Homes | undefined;
const told: string[] = [];
const stays = (folder: string, why: string): void => void told.push(`${folder} ${why}`);

function made(by: Homes): Home {
  const home = by.make();
  if (isRefusal(home)) throw new Error(home.message);
  return home;
}

beforeEach(() => {
  told.length = 0;
  base = realpathSync(mkdtempSync(join(tmpdir(), "mirror-home-")));
  for (const name of ["real", "tmp"]) mkdirSync(join(base, name));
  Object.assign(process.env, { HOME: join(base, "real"), TMPDIR: join(base, "tmp") });
});

afterEach(() => {
  homes?.end();
  homes = undefined;
  system.home = undefined;
  disk.held = undefined;
  runsOn(platform);
  for (const name of Object.keys(process.env)) if (!(name in real)) delete process.env[name];
  Object.assign(process.env, real);
  rmSync(base, { recursive: true, force: true });
});

describe("HUB-9 AGT-30 the variables of agents", () => {
  test("each that a host asks for says which places it moves", () => {
    const asked = askedByHosts();
    expect(asked.size).toBeGreaterThan(5);
    const declared = new Set(HOSTS.flatMap(({ movedBy = [] }) => movedBy));
    expect([...asked].filter((name) => !declared.has(name) && !NO_PLACE.includes(name))).toEqual([]);
  });

  test("with all of them set, every file that any installer plans lies below the home", async () => {
    const outside = join(base, "outside");
    const moving = [...HOSTS.flatMap(({ movedBy = [] }) => movedBy), ...askedByHosts(), ...OURS];
    for (const name of moving) process.env[name] = outside;
    const bundles = join(base, "bundles");
    mkdirSync(bundles);
    for (const file of ["hook.cjs", "mcp.mjs", "opencode.js"]) writeFileSync(join(bundles, file), "");
    homes = openHomes(stays);
    const home = made(homes);
    const { all } = await openInstallers(home.here.places, new Date(), bundles);
    expect(all.map(({ agent }) => agent)).toEqual(HOSTS.map(({ name }) => name));
    for (const installer of all) {
      const plan = installer.planInstall();
      if (plan.kind !== "edit-plan") throw new Error(`${installer.agent}: ${plan.message}`);
      const paths = plan.edits.map(({ path }) => path);
      expect(paths.length, installer.agent).toBeGreaterThan(0);
      expect(paths.filter((path) => !path.startsWith(`${home.folder}/`))).toEqual([]);
    }
    for (const env of [process.env, homes.environment()])
      expect(Object.entries(env).filter(([, value]) => value === outside)).toEqual([
        ["CLAUDE_CODE_DISABLE_AUTO_MEMORY", outside],
      ]);
    expect(readdirSync(base).toSorted()).toEqual(["bundles", "real", "tmp"]);
    expect(readdirSync(join(base, "real"))).toEqual([]);
    expect(homedir()).toBe(home.folder);
  });
});

describe("HUB-9 a home that is not taken for one", () => {
  test("where the system goes by USERPROFILE it is led there too", () => {
    process.env["USERPROFILE"] = join(base, "real");
    runsOn("win32");
    homes = openHomes(stays);
    const home = made(homes);
    expect(homedir()).toBe(home.folder);
    expect(Object.values(home.here.places).filter((path) => !path.startsWith(`${home.folder}/`))).toEqual([]);
    const given = homes.environment();
    for (const name of ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TMP", "TEMP"])
      expect(given[name], name).toMatch(new RegExp(`^${home.folder}(/|$)`));
  });

  test("nothing is begun where a place lies elsewhere, and nothing is left", () => {
    system.home = join(base, "real");
    homes = openHomes(stays);
    const refused = homes.make();
    expect(isRefusal(refused) && refused.message).toMatch(/outside of it/);
    homes.end();
    expect(readdirSync(join(base, "real"))).toEqual([]);
    expect(readdirSync(join(base, "tmp"))).toEqual([]);
  });
});

/**
 * What a command leaves where nobody is root, whom no mode binds: a folder as Go's module cache has them with a link out of the home
 * in it, one that can't even be listed, and a second home. Everything is loaded before root is given up.
 */
const LEAVES = `
  import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
  const [, module, outside, how] = process.argv;
  const { openHomes } = await import(module);
  if (process.getuid() === 0) {
    process.setgroups([]);
    process.setgid(65534);
    process.setuid(65534);
  }
  chmodSync(outside, 0o555);
  const homes = openHomes((folder, why) => console.log(folder, why));
  const [first] = [homes.make(), homes.make()].map(({ folder }) => folder);
  for (const name of ["go", "go/mod", "tmp/none"]) mkdirSync(first + "/" + name);
  writeFileSync(first + "/go/mod/file", "");
  symlinkSync(outside, first + "/go/mod/link");
  for (const [name, mode] of [["go/mod", 0o555], ["go", 0o555], ["tmp/none", 0]]) chmodSync(first + "/" + name, mode);
  if (how === "end") console.log(homes.end());
  else {
    process.kill(process.pid, how);
    setTimeout(() => undefined, 60_000);
  }
`;

describe("HUB-9 what a command left", () => {
  test.each(["end", "SIGTERM"])(
    "goes though it can't be written or read, and nothing that a link leads to: %s",
    (how) => {
      const outside = join(base, "outside");
      mkdirSync(outside);
      writeFileSync(join(outside, "kept"), "");
      if (process.getuid?.() === 0)
        for (const path of [base, outside, join(base, "tmp")]) chownSync(path, 65534, 65534);
      const module = new URL("../../src/compose/mirror-home.ts", import.meta.url).href;
      const argv = ["--input-type=module", "--eval", LEAVES, module, outside, how];
      const { stdout, signal } = spawnSync(process.execPath, argv, { env: process.env, encoding: "utf8" });
      const { mode } = lstatSync(outside);
      chmodSync(outside, 0o755);
      expect(readdirSync(join(base, "tmp"))).toEqual([]);
      expect([stdout, signal]).toEqual(how === "end" ? ["true\n", null] : ["", how]);
      expect(mode & 0o777).toBe(0o555);
      expect(readdirSync(outside)).toEqual(["kept"]);
    },
  );

  test("and nobody can remove keeps nothing that lies beside it, no other home either, and is told", () => {
    homes = openHomes(stays);
    const [first, second] = [made(homes).folder, made(homes).folder];
    for (const name of ["a", "m/held", "z"]) mkdirSync(join(first, name), { recursive: true });
    for (const name of ["a/key", "m/beside", "m/held/file", "z/key"]) writeFileSync(join(first, name), "");
    disk.held = join(first, "m", "held", "file");
    expect(homes.end()).toBe(false);
    expect(existsSync(second)).toBe(false);
    expect(readdirSync(first, { recursive: true }).toSorted()).toEqual(["m", "m/held", "m/held/file"]);
    expect(told).toEqual([`${first} EACCES`]);
  });

  test.each([
    [0, EXIT.findings],
    [7, 7],
  ])("and stays: a command that ended with %i ends with %i, and one line says where it lies", async (code, ends) => {
    const lines: string[] = [];
    const { ended, home } = await mirrorThatLeaves(code, (text) => lines.push(text));
    expect(ended).toBe(ends);
    expect(lines.slice(1)).toEqual([`holdfast: ${home} could not be removed (EACCES)\n`]);
  });
});

/** The command around a job whose home can't be removed. */
async function mirrorThatLeaves(code: number, err: (text: string) => void): Promise<{ ended: Ended; home: string }> {
  let home = "";
  job.open = (_, told) => {
    homes = openHomes(told);
    home = disk.held = made(homes).folder;
    const sent = { kind: "sent", proposed: [], leftOut: [] } as const;
    const { end } = homes;
    const mirroring: Mirroring = {
      ...{ runs: [], agents: [], end },
      ...{ run: () => Promise.resolve(code), send: () => Promise.resolve(sent) },
    };
    return Promise.resolve(mirroring);
  };
  const out = makeOutput({ color: false, quiet: false, json: false, columns: 80 }, () => undefined, err);
  const names = [join(base, "acme.snapshot"), "true"];
  const invocation = { out, names, options: { pin: `SHA256:${"A".repeat(43)}` } } as unknown as Invocation;
  const ended = await commands["mirror"]?.run(invocation);
  return { ended: ended ?? EXIT.refused, home };
}

describe("HUB-9 what the command does not get", () => {
  test("is absent in whatever letters it is named, and nothing else is", () => {
    const env = { HOLDFAST_TOKEN: "a", Holdfast_Token: "b", HOLDFAST_TOKENS: "c", PATH: "/bin" };
    expect(Object.entries(environmentWithout(env, ["holdfast_token"]))).toEqual([
      ["HOLDFAST_TOKENS", "c"],
      ["PATH", "/bin"],
    ]);
    expect(env.HOLDFAST_TOKEN).toBe("a");
  });

  test("is its token, and what GitHub's is asked with", async () => {
    const apart = join(base, "job");
    mkdirSync(apart);
    const world = await jobWorld(apart);
    const kept = {
      Job_Token: "secret-a",
      actions_id_token_request_url: "secret-b",
      Actions_Id_Token_Request_Token: "secret-c",
    };
    const { code, text } = await world.run(["env"], kept).finally(() => world.stub.end());
    expect(code).toBe(0);
    expect(text).toMatch(/^PATH=/m);
    expect(text).not.toMatch(/job_token|actions_id|secret-/i);
  });
});
