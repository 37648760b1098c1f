// The installers on real files: what was shown is what is applied, and the proof runs the hook for real.
// Its length is one set-up of places and bundles that every case needs.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { told as exitOf } from "../../../src/cli/exit.ts";
import { makeOutput } from "../../../src/cli/output.ts";
import { load, start } from "../../../src/cli/spec.ts";
import type { Workbench } from "../../../src/compose/command-line.ts";
import { openInstallers } from "../../../src/compose/installers.ts";
import { writeUserConfig } from "../../../src/config/io/files.ts";
import { inFolder } from "../../../src/disk/folder.ts";
import { type Places, placeArguments, placesFrom } from "../../../src/disk/places.ts";
import { agents } from "../../../src/health/doctor/machine.ts";
import { HOSTS } from "../../../src/hosts/index.ts";
import { type EditPlan, type Installer, install, uninstall } from "../../../src/install/install.ts";
import { openKeptFile } from "../../../src/store/io/kept-file.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import type { Refusal } from "../../../src/text/errors.ts";
import { actOf, chance } from "../../support/acts.ts";
import { scratch } from "../../support/disk.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { idOf, plant } from "../../support/memories.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const THEIRS = '{ "model": "opus" }\n';
let bundle: HookBundle;
let hookText: string;
let home: string;
let settings: string;
let places: Places;

beforeAll(async () => {
  bundle = await buildHook();
  hookText = readFileSync(bundle.path, "utf8");
  expect(hookText.length).toBeGreaterThan(1000);
}, 60_000);
afterAll(() => bundle.remove());

beforeEach(() => {
  home = scratch();
  settings = `${home}/claude/settings.json`;
  mkdirSync(`${home}/bin`, { mode: 0o700 });
  cpSync(dirname(bundle.path), `${home}/dist`, { recursive: true });
  symlinkSync(process.execPath, `${home}/bin/node`);
  const env = {
    PATH: `${home}/bin:/usr/bin:/bin`,
    HOME: home,
    CLAUDE_CONFIG_DIR: `${home}/claude`,
    CODEX_HOME: `${home}/codex`,
    COPILOT_HOME: `${home}/copilot`,
    GEMINI_CLI_HOME: `${home}/gemini`,
    HOLDFAST_HOME: `${home}/store`,
    XDG_STATE_HOME: `${home}/state`,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    XDG_CACHE_HOME: `${home}/cache`,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  places = placesFrom(env, home);
  initStore(places.store, { scope: "personal", storeId: idOf(99) });
  mkdirSync(`${home}/claude`, { mode: 0o700 });
  writeFileSync(settings, THEIRS, { mode: 0o600 });
});
afterEach(() => vi.unstubAllEnvs());

async function installer(hook: string = hookText, agent = "claude"): Promise<Installer> {
  built(hook);
  const found = (await openInstallers(places, NOW, `${home}/dist`)).all.find((each) => each.agent === agent);
  if (found === undefined) throw new Error("no installer");
  return found;
}

function built(hook: string): void {
  writeFileSync(`${home}/dist/hook.cjs`, hook);
  const files = readdirSync(`${home}/dist`).filter((name) => /\.[cm]js$/.test(name));
  writeFileSync(`${home}/dist/agent-files.json`, JSON.stringify({ files }));
}

function planned(plan: EditPlan | Refusal): EditPlan {
  if (plan.kind === "refusal") throw new Error(plan.message);
  return plan;
}

const now = (): string => readFileSync(settings, "utf8");

/** Runs the command as a person who does something else before saying yes. */
async function command(
  verb: "install" | "uninstall",
  options: Record<string, boolean | string>,
  meanwhile: () => void,
  { channel, json }: { readonly channel: "terminal" | "cli"; readonly json: boolean } = {
    channel: "terminal",
    json: false,
  },
) {
  const told: string[] = [];
  const say = (text: string): void => void told.push(text);
  const out = makeOutput({ color: false, quiet: false, json, columns: 80 }, say, say);
  const bench = {
    channel,
    act: actOf(channel, NOW, chance(1)),
    here: { places, env: { XDG_CONFIG_HOME: `${home}/systemd` } },
    installers: async () => openInstallers(places, NOW, `${home}/dist`),
    ask: async () => {
      meanwhile();
      return true;
    },
  } as never as Workbench;
  const call = { verb, names: [], options: { agent: "claude", ...options }, out, bench, registry: COMMANDS };
  const exit = exitOf(await start(call), out, bench);
  return { exit, told: told.join("") };
}

describe("the plan that was shown", () => {
  test("AGT-30: is applied exactly, and taken back byte for byte", async () => {
    const claude = await installer();
    const plan = planned(claude.planInstall());
    expect(await install(claude, plan)).toEqual({ agent: "claude", outcome: "done" });
    expect(Buffer.from(plan.edits[0]?.after ?? []).toString()).toBe(now());
    expect(claude.isInstalled()).toBe(true);
    expect(uninstall(claude, planned(claude.planUninstall()))).toEqual({ agent: "claude", outcome: "done" });
    expect(now()).toBe(THEIRS);
  });

  test("AGT-30: is refused when the file changed since, in both directions", async () => {
    const claude = await installer();
    const plan = planned(claude.planInstall());
    writeFileSync(settings, '{ "model": "other" }\n');
    expect(await install(claude, plan)).toMatchObject({ outcome: "failed", refusal: { code: "changed-meanwhile" } });
    expect(now()).toBe('{ "model": "other" }\n');
    await install(claude, planned(claude.planInstall()));
    const back = planned(claude.planUninstall());
    const touched = now().replace("other", "third");
    writeFileSync(settings, touched);
    expect(uninstall(claude, back)).toMatchObject({ outcome: "failed", refusal: { code: "changed-meanwhile" } });
    expect(now()).toBe(touched);
  });

  test("AGT-30: a folder that install made goes again", async () => {
    vi.stubEnv("CLAUDE_CONFIG_DIR", `${home}/made/claude`);
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    expect(existsSync(`${home}/made/claude/settings.json`)).toBe(true);
    uninstall(claude, planned(claude.planUninstall()));
    expect(existsSync(`${home}/made`)).toBe(false);
  });
});

describe("uninstall --purge", () => {
  test("AGT-30: purges nothing, and keeps the hook, when an agent could not be disconnected", async () => {
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    const { exit, told } = await command("uninstall", { purge: true }, () =>
      writeFileSync(settings, now().replace('"timeout": 5', '"timeout": 50')),
    );
    expect(exit).toBe(2);
    expect(told).toContain("State, config, device key and cache were kept.");
    expect(existsSync(`${places.data}/hook.cjs`)).toBe(true);
    expect(existsSync(`${places.state}/install/claude.json`)).toBe(true);
    // The copies of what a store held (STO-35) go too: a purge that kept them would keep the memories.
    openKeptFile(places.state, "personal-0", true)?.close();
    expect(existsSync(`${places.state}/kept/personal-0/kept.db`)).toBe(true);
    expect((await command("uninstall", { purge: true }, () => undefined)).exit).toBe(0);
    for (const place of [places.data, places.state]) expect(existsSync(place)).toBe(false);
    expect(JSON.parse(now())).toEqual({ model: "opus" });
  });

  test("AGT-30: a folder above ours goes if we made it and it is empty; one that was there stays", async () => {
    const at = {
      XDG_STATE_HOME: `${home}/new/state`,
      XDG_DATA_HOME: `${home}/new/share`,
      XDG_CACHE_HOME: `${home}/cache`,
    };
    places = placesFrom({ HOLDFAST_HOME: `${home}/store`, XDG_CONFIG_HOME: `${home}/config`, ...at }, home);
    mkdirSync(`${home}/cache`, { mode: 0o700 });
    inFolder(places.cache, [], () => undefined);
    writeUserConfig(places.config, "observe:\n");
    writeFileSync(`${home}/config/theirs`, "");
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    expect((await command("uninstall", { purge: true }, () => undefined)).exit).toBe(0);
    const left = readdirSync(home).filter((name) => ["new", "cache", "config"].includes(name));
    expect(left.sort()).toEqual(["cache", "config"]);
    expect(readdirSync(`${home}/config`)).toEqual(["theirs"]);
  });

  test("AGT-30: where the mark is lost, the folder above stays", async () => {
    inFolder(places.cache, [], () => undefined);
    rmSync(places.cache, { recursive: true });
    inFolder(places.cache, [], () => undefined);
    (await openInstallers(places, NOW, `${home}/dist`)).purge();
    expect(readdirSync(`${home}/cache`)).toEqual([]);
  });
});

describe("uninstall --purge and what it must leave", () => {
  test("AGT-30: refuses, and changes nothing, where a link leads the store into a folder it would remove", async () => {
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    const connected = now();
    renameSync(places.store, `${places.data}/kept`);
    symlinkSync(`${places.data}/kept`, places.store);
    const { exit, told } = await command("uninstall", { purge: true }, () => undefined);
    expect(exit).toBe(2);
    expect(told).toContain(`The store lies in ${places.data}`);
    expect(existsSync(`${places.store}/holdfast.json`)).toBe(true);
    expect(now()).toBe(connected);
  });

  test("AGT-30: the same where the folder is reached by a link", async () => {
    mkdirSync(`${home}/dotfiles/holdfast`, { recursive: true, mode: 0o700 });
    renameSync(places.store, `${home}/dotfiles/holdfast/store`);
    symlinkSync(`${home}/dotfiles`, `${home}/config`);
    vi.stubEnv("HOLDFAST_HOME", `${home}/dotfiles/holdfast/store`);
    places = placesFrom(process.env, home);
    expect((await command("uninstall", { purge: true }, () => undefined)).exit).toBe(2);
    expect(existsSync(`${places.store}/holdfast.json`)).toBe(true);
  });

  test("AGT-30: even one that was moved there while the question was open", async () => {
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    await command("uninstall", { purge: true }, () => {
      renameSync(places.store, `${places.data}/kept`);
      symlinkSync(`${places.data}/kept`, places.store);
    });
    expect(existsSync(`${places.store}/holdfast.json`)).toBe(true);
    expect(existsSync(places.state)).toBe(false);
  });

  test("AGT-30: keeps what an agent that is still connected runs, and its record", async () => {
    const claude = await installer();
    const gemini = await installer(hookText, "gemini");
    await install(claude, planned(claude.planInstall()));
    await install(gemini, planned(gemini.planInstall()));
    const { told } = await command("uninstall", { purge: true }, () => undefined);
    expect(JSON.parse(now())).toEqual({ model: "opus" });
    expect(told).toContain("State, config, device key and cache were kept: Gemini CLI is still connected.");
    expect(existsSync(`${places.data}/hook.cjs`)).toBe(true);
    expect(existsSync(`${places.state}/install/gemini.json`)).toBe(true);
  });
});

describe("the install record", () => {
  test.each([
    "[null]",
    "[7]",
    '["x"]',
    "{}",
    "{",
    '[{"path":1}]',
    `[{"path":"SETTINGS","beforeBase64":1,"afterSha256":null,"madeDirectories":[]}]`,
    `[{"path":"SETTINGS","beforeBase64":null,"afterSha256":null}]`,
    `[{"path":"SETTINGS","beforeBase64":null,"afterSha256":null,"madeDirectories":[1]}]`,
  ])("AGT-30: %s is no record; our entry is found and taken out", async (record) => {
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    writeFileSync(`${places.state}/install/claude.json`, record.replace("SETTINGS", settings));
    expect(uninstall(claude, planned(claude.planUninstall()))).toEqual({ agent: "claude", outcome: "done" });
    expect(JSON.parse(now())).toEqual({ model: "opus" });
    writeFileSync(`${places.state}/install/claude.json`, record);
    expect((await install(claude, planned(claude.planInstall()))).outcome).toBe("done");
  });
});

describe("the proof", () => {
  const prove = async (hook?: string): Promise<Refusal | undefined> => {
    const claude = await installer(hook);
    const done = await install(claude, planned(claude.planInstall()));
    return done.refusal;
  };
  const traces = (): string[] =>
    readdirSync(places.state)
      .filter((name) => name !== ".made-1")
      .sort();

  test("AGT-30: runs the store's code, and leaves neither receipt nor notice of the person's", async () => {
    plant(home, "user_a", { tier: "verified", id: idOf(1) });
    expect(await prove()).toBeUndefined();
    expect(traces()).toEqual(["install", "notices.jsonl"]);
    expect(readFileSync(`${places.state}/notices.jsonl`, "utf8").trim().split("\n").length).toBe(1);
  });

  test("AGT-30: an unsafe store fails it, with what the hook had to say", async () => {
    chmodSync(places.store, 0o777);
    const refusal = await prove();
    expect(refusal?.code).toBe("io");
    expect(refusal?.details?.join()).toContain("Holdfast stayed silent");
    expect(readFileSync(`${places.state}/notices.jsonl`, "utf8")).not.toContain("stayed silent");
  });

  test("AGT-30: no temporary folder stays", async () => {
    vi.stubEnv("TMPDIR", `${home}/tmp`);
    mkdirSync(`${home}/tmp`, { mode: 0o700 });
    expect(await prove()).toBeUndefined();
    expect(readdirSync(`${home}/tmp`)).toEqual([]);
  });

  test.each([
    ["process.stdout.write('[]')", 'it answered "[]"'],
    ["process.stdout.write('{} {}')", 'it answered "{} {}"'],
    ["process.stdout.write('words')", 'it answered "words"'],
    ["process.exit(3)", "it ended with 3"],
  ])("AGT-30: %s is no answer", async (hook, why) => {
    expect((await prove(hook))?.message).toContain(why);
  });

  test.each(["", "process.stdout.write('{}')"])("AGT-30: an empty answer or one object is right: %j", async (hook) => {
    expect(await prove(hook)).toBeUndefined();
  });
});

describe("several files, several agents", () => {
  const CONFIG = 'model = "x"\n';
  const servers = (): string => `${home}/claude/.claude.json`;

  beforeEach(() => {
    writeFileSync(`${home}/dist/mcp.mjs`, "export {};\n");
    mkdirSync(`${home}/codex`, { mode: 0o700 });
    writeFileSync(`${home}/codex/config.toml`, CONFIG, { mode: 0o600 });
  });

  test("AGT-30: Codex gets hooks and server, and is as before afterwards", async () => {
    const codex = await installer(hookText, "codex");
    expect(codex.found()).toMatchObject({ present: true });
    expect(await install(codex, planned(codex.planInstall()))).toEqual({ agent: "codex", outcome: "done" });
    expect(codex.isInstalled()).toBe(true);
    expect(readFileSync(`${home}/codex/hooks.json`, "utf8")).toContain(`node '${places.data}/hook.cjs' --host codex`);
    expect(readFileSync(`${home}/codex/config.toml`, "utf8")).toContain(`["${places.data}/mcp.mjs", "--home", `);
    expect(existsSync(`${places.data}/mcp.mjs`)).toBe(true);
    expect(uninstall(codex, planned(codex.planUninstall()))).toEqual({ agent: "codex", outcome: "done" });
    expect(readFileSync(`${home}/codex/config.toml`, "utf8")).toBe(CONFIG);
    expect(readdirSync(`${home}/codex`)).toEqual(["config.toml"]);
  });

  test("AGT-30: Codex's trust and what else it wrote since is kept", async () => {
    const codex = await installer(hookText, "codex");
    await install(codex, planned(codex.planInstall()));
    const trust = '\n[hooks.state."stop"]\ntrusted_hash = "sha256:aa"\n';
    writeFileSync(`${home}/codex/config.toml`, readFileSync(`${home}/codex/config.toml`, "utf8") + trust);
    uninstall(codex, planned(codex.planUninstall()));
    expect(readFileSync(`${home}/codex/config.toml`, "utf8")).toBe(CONFIG + trust);
  });

  test("AGT-30: Claude's own file gets our server, and no copy of it is kept", async () => {
    const theirs = '{\n  "primaryApiKey": "kept-for-nobody"\n}\n';
    writeFileSync(servers(), theirs, { mode: 0o600 });
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    expect(JSON.parse(readFileSync(servers(), "utf8")).mcpServers.holdfast.args).toEqual([
      `${places.data}/mcp.mjs`,
      ...placeArguments(places, home),
    ]);
    const record = readFileSync(`${places.state}/install/claude.json`, "utf8");
    expect(record).not.toContain(".claude.json");
    uninstall(claude, planned(claude.planUninstall()));
    expect(readFileSync(servers(), "utf8")).toBe(theirs);
  });

  test("AGT-30: a file of Claude's that install made goes again, unless Claude wrote into it", async () => {
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    uninstall(claude, planned(claude.planUninstall()));
    expect(existsSync(servers())).toBe(false);
    await install(claude, planned(claude.planInstall()));
    const value = { ...JSON.parse(readFileSync(servers(), "utf8")), numStartups: 1 };
    writeFileSync(servers(), JSON.stringify(value, null, 2));
    uninstall(claude, planned(claude.planUninstall()));
    expect(JSON.parse(readFileSync(servers(), "utf8"))).toEqual({ numStartups: 1 });
  });

  test("AGT-30: a later install of one file keeps the exact way back of the others", async () => {
    const claude = await installer();
    await install(claude, planned(claude.planInstall()));
    writeFileSync(servers(), "{}");
    expect(claude.isInstalled()).toBe(false);
    expect(claude.hasTrace()).toBe(true);
    await install(claude, planned(claude.planInstall()));
    uninstall(claude, planned(claude.planUninstall()));
    expect(now()).toBe(THEIRS);
  });

  test("AGT-30: one refused file, and no other is touched", async () => {
    writeFileSync(servers(), '{ "mcpServers": { "holdfast": { "command": "theirs" } } }');
    expect((await installer()).planInstall()).toMatchObject({ kind: "refusal", code: "exists" });
    expect(now()).toBe(THEIRS);
  });

  test("AGT-1: the hook stays while any agent still calls it, even by an older entry", async () => {
    const claude = await installer();
    const codex = await installer(hookText, "codex");
    await install(claude, planned(claude.planInstall()));
    await install(codex, planned(codex.planInstall()));
    const hooks = JSON.parse(readFileSync(`${home}/codex/hooks.json`, "utf8"));
    writeFileSync(`${home}/codex/hooks.json`, JSON.stringify({ hooks: { Stop: hooks.hooks.Stop } }));
    expect((await command("uninstall", {}, () => undefined)).exit).toBe(0);
    expect(existsSync(`${places.data}/hook.cjs`)).toBe(true);
    expect((await command("uninstall", { agent: "codex" }, () => undefined)).exit).toBe(0);
    expect(existsSync(`${places.data}/hook.cjs`)).toBe(false);
  });

  test("AGT-12: two agents connected at once greet the person once", async () => {
    built(hookText);
    for (const each of (await openInstallers(places, NOW, `${home}/dist`)).all)
      await install(each, planned(each.planInstall()));
    expect(readFileSync(`${places.state}/notices.jsonl`, "utf8").trim().split("\n")).toHaveLength(1);
  });
});

test.each([
  ["claude", "claude/settings.json", { disableAllHooks: true }, "disableAllHooks"],
  ["claude", "claude/settings.json", { disableAllHooks: false }, undefined],
  ["gemini", "gemini/.gemini/settings.json", { hooksConfig: { enabled: false } }, "hooksConfig"],
  ["gemini", "gemini/.gemini/settings.json", { hooksConfig: { disabled: ["holdfast"] } }, "hooksConfig"],
  ["gemini", "gemini/.gemini/settings.json", { hooksConfig: { disabled: ["other"] } }, undefined],
  ["codex", "codex/hooks.json", { disableAllHooks: true }, undefined],
])("AGT-33: a setting that keeps %s from running hooks is seen: %s %j", async (agent, path, value, found) => {
  mkdirSync(dirname(`${home}/${path}`), { recursive: true });
  writeFileSync(`${home}/${path}`, JSON.stringify(value));
  expect((await installer(hookText, agent)).switchedOff()).toBe(found);
});

test("TRU-22: an agent may look what would be edited, and sees no line of it", async () => {
  built(hookText);
  writeFileSync(settings, '{ "apiKey": "kept-for-nobody" }\n');
  for (const json of [true, false]) {
    const seen = await command("install", { "dry-run": true }, () => undefined, { channel: "cli", json });
    expect([seen.exit, seen.told]).toEqual([0, expect.stringContaining(settings)]);
    expect(seen.told).not.toContain("kept-for-nobody");
  }
  const person = await command("install", { "dry-run": true }, () => undefined, { channel: "terminal", json: true });
  expect(person.told).toContain("kept-for-nobody");
});

describe("settings that can't be read", () => {
  const all = { agent: false };
  const theirs = (): string => `${home}/gemini/.gemini/settings.json`;
  beforeEach(() => {
    built(hookText);
    mkdirSync(dirname(theirs()), { recursive: true, mode: 0o700 });
    writeFileSync(theirs(), '{ "theme": ');
  });

  test("AGT-30: one agent's stop no other's: it is named, left as it is, and the exit code tells", async () => {
    const dry = await command("install", { ...all, "dry-run": true }, () => undefined);
    expect([dry.exit, now()]).toEqual([1, THEIRS]);
    const first = await command("install", all, () => undefined);
    expect(first.exit).toBe(2);
    expect(first.told).toMatch(/left out {2}gemini: .*settings\.json: /);
    expect(first.told).toContain("connected  claude");
    expect((await installer()).isInstalled()).toBe(true);
    const last = await command("uninstall", all, () => undefined);
    expect(last.exit).toBe(2);
    expect(last.told).toContain("disconnected  claude");
    expect(now()).toBe(THEIRS);
    expect(readFileSync(theirs(), "utf8")).toBe('{ "theme": ');
  });

  test("AGT-30: asked for by name it is refused at once", async () => {
    expect((await command("install", { agent: "gemini" }, () => undefined)).exit).toBe(2);
    expect(now()).toBe(THEIRS);
  });

  test("AGT-33: doctor says so, and not that it is connected", async () => {
    const seen = (installer: Installer): unknown => {
      const refusal = installer.unreadable();
      const unreadable = refusal === undefined ? {} : { unreadable: refusal.message };
      const [trace, connected] = [installer.hasTrace(), installer.isInstalled()];
      const agent = { agent: installer.agent, ...installer.found(), trace, connected, hookCopy: false, ...unreadable };
      return agents.examine({ surroundings: { agents: () => [agent] } } as never)[0];
    };
    expect(seen(await installer(hookText, "gemini"))).toMatchObject({
      health: "error",
      message: expect.stringMatching(/^its settings can't be read: .*settings\.json: /),
    });
    expect(seen(await installer())).toMatchObject({ message: "found, not connected" });
  });
});

test("SUR-1: --help names every agent that can be connected", async () => {
  for (const row of COMMANDS.filter(([verb]) => verb === "install" || verb === "uninstall")) {
    const { options } = await load(row);
    expect(options["agent"]?.help).toMatch(new RegExp(`^${HOSTS.map(({ name }) => name).join(", ")} `));
  }
});

describe("a whole file of ours", () => {
  const CODE = "export const Holdfast = () => ({});\n";
  const file = (): string => `${home}/config/opencode/plugin/holdfast.js`;
  const opencode = (code: string): Promise<Installer> => {
    writeFileSync(`${home}/dist/opencode.js`, code);
    return installer(hookText, "opencode");
  };

  test("AGT-30: is put there, is there already, is renewed, and goes with the folders that install made", async () => {
    const first = await opencode(CODE);
    expect(first.isInstalled()).toBe(false);
    expect(first.hasTrace()).toBe(false);
    expect((await install(first, planned(first.planInstall()))).outcome).toBe("done");
    expect(readFileSync(file(), "utf8")).toMatch(/^\/\/ Made by `holdfast install`.*\nconst PLACES = \{/);
    expect(readFileSync(file(), "utf8").endsWith(CODE)).toBe(true);
    expect(first.isInstalled()).toBe(true);
    expect(planned(first.planInstall()).nothingToDo).toBe(true);
    expect(uninstall(first, planned(first.planUninstall())).outcome).toBe("done");
    expect(existsSync(`${home}/config`)).toBe(false);
    await install(first, planned(first.planInstall()));
    const later = await opencode(`${CODE}// newer\n`);
    expect(later.isInstalled()).toBe(false);
    expect((await install(later, planned(later.planInstall()))).outcome).toBe("done");
    expect(readFileSync(file(), "utf8")).toMatch(/newer/);
    expect(uninstall(later, planned(later.planUninstall())).outcome).toBe("done");
    expect(later.hasTrace()).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test("AGT-30: somebody else's file of that name is refused, and stays", async () => {
    mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
    writeFileSync(file(), CODE, { mode: 0o600 });
    const plan = (await opencode(CODE)).planInstall();
    expect(plan.kind === "refusal" && plan.message).toMatch(/holdfast\.js: .*not ours/);
    expect((await opencode(CODE)).hasTrace()).toBe(false);
    expect(readFileSync(file(), "utf8")).toBe(CODE);
  });
});

describe("AGT-23: --replace-auto-memory", () => {
  const yes = { yes: true };
  const replace = { ...yes, "replace-auto-memory": true };
  const leave = { ...yes, "no-replace-auto-memory": true };
  const act = (verb: "install" | "uninstall", options: Record<string, boolean | string>) =>
    command(verb, options, () => undefined);
  const note = (): string => `${places.data}/claude-memory/MEMORY.md`;
  const record = (): string => readFileSync(`${places.state}/install/claude.json`, "utf8");

  test("is shown, applied, kept by a plain install, and taken back byte for byte in both ways", async () => {
    await installer();
    await act("install", yes);
    const plain = now();
    const dry = await act("install", { ...replace, "dry-run": true });
    expect(dry.told).toContain(`"autoMemoryDirectory": "${places.data}/claude-memory"`);
    const { exit, told } = await act("install", replace);
    expect(exit).toBe(0);
    expect(told).toContain("settings.json  +2 -1");
    expect(JSON.parse(now()).autoMemoryDirectory).toBe(`${places.data}/claude-memory`);
    expect(readFileSync(note(), "utf8")).toContain("memory_remember");
    const replaced = now();
    await act("install", yes);
    await act("install", replace);
    expect(now()).toBe(replaced);
    expect(existsSync(note())).toBe(true);

    expect((await act("install", leave)).exit).toBe(0);
    expect(now()).toBe(plain);
    expect(existsSync(`${places.data}/claude-memory`)).toBe(false);

    await act("install", replace);
    expect(record()).toContain(Buffer.from(THEIRS).toString("base64"));
    expect((await act("uninstall", yes)).exit).toBe(0);
    expect(now()).toBe(THEIRS);
    expect(existsSync(`${places.data}/claude-memory`)).toBe(false);
  });

  test("whatever the form of the settings, they are as after a plain install again", async () => {
    writeFileSync(settings, '{\n\t"env": { "A": "b" },\n\t"hooks": {"Stop": [{"hooks": [{"command": "true"}]}]}}');
    await installer();
    await act("install", yes);
    const plain = now();
    await act("install", replace);
    await act("install", leave);
    expect(now()).toBe(plain);
    const again = await act("install", leave);
    expect(again.told).toContain("connected already");
    expect(now()).toBe(plain);
  });

  test("in one step on settings that were not there", async () => {
    vi.stubEnv("CLAUDE_CONFIG_DIR", `${home}/made/claude`);
    await installer();
    expect((await act("install", replace)).exit).toBe(0);
    expect(readFileSync(`${home}/made/claude/settings.json`, "utf8")).toContain("autoMemoryDirectory");
    await act("uninstall", yes);
    expect(existsSync(`${home}/made`)).toBe(false);
  });

  test("what was changed since stays; our member goes", async () => {
    await installer();
    await act("install", replace);
    writeFileSync(settings, now().replace("opus", "other"));
    writeFileSync(`${places.data}/claude-memory/theirs.md`, "kept");
    await act("uninstall", yes);
    expect(JSON.parse(now())).toEqual({ model: "other" });
    expect(readdirSync(`${places.data}/claude-memory`)).toEqual(["theirs.md"]);
  });

  test("a folder of the person's own is refused before anything is touched", async () => {
    const theirs = '{ "autoMemoryDirectory": "~/notes" }\n';
    writeFileSync(settings, theirs);
    await installer();
    const { exit, told } = await act("install", replace);
    expect(exit).toBe(2);
    expect(told).toContain("autoMemoryDirectory");
    expect(now()).toBe(theirs);
    expect(existsSync(places.data)).toBe(false);
    expect((await act("install", leave)).exit).toBe(0);
    expect(JSON.parse(now()).autoMemoryDirectory).toBe("~/notes");
  });

  test("a dry run changes nothing; both at once, and another agent, are mistakes", async () => {
    await installer();
    const dry = await act("install", { ...replace, "dry-run": true });
    expect(dry.told).toContain("autoMemoryDirectory");
    expect(now()).toBe(THEIRS);
    expect((await act("install", { ...replace, ...leave })).told).toContain("not for both");
    expect((await act("install", { ...replace, agent: "codex" })).told).toContain("is for Claude Code");
    expect(now()).toBe(THEIRS);
  });
});

describe("what runs the hook", () => {
  const chosen = (program: string): void => {
    mkdirSync(places.config, { recursive: true, mode: 0o700 });
    writeFileSync(`${places.config}/config.json`, JSON.stringify({ "hook-program": program }), { mode: 0o600 });
  };
  const commands = (): readonly string[] => [...now().matchAll(/"command": ?"([^" ]+)/g)].map(([, word = ""]) => word);

  test("AGT-1: is Bun where the person chose it, and Node again", async () => {
    mkdirSync(`${home}/bin`, { recursive: true });
    writeFileSync(`${home}/bin/bun`, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
    chosen("bun");
    const claude = await installer();
    expect(await install(claude, planned(claude.planInstall()))).toMatchObject({ outcome: "done" });
    expect(new Set(commands())).toEqual(new Set(["bun"]));
    chosen("node");
    const again = await installer();
    expect(again.isInstalled()).toBe(false);
    expect(await install(again, planned(again.planInstall()))).toMatchObject({ outcome: "done" });
    expect(new Set(commands())).toEqual(new Set(["node"]));
    expect(uninstall(again, planned(again.planUninstall()))).toMatchObject({ outcome: "done" });
    expect(now()).toBe(THEIRS);
  });

  test("AGT-30: nothing is written where there is no Bun", async () => {
    chosen("bun");
    const plan = (await installer()).planInstall();
    expect(plan).toMatchObject({ kind: "refusal", code: "agent-missing" });
    expect(now()).toBe(THEIRS);
  });
});
