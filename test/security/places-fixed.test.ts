// A repository can set variables for an agent and for what that starts: by an `.env` file, by its settings. None of them moves
// a store, a key, whom a person trusts or a switch (AGT-1a): else a repository would bring its own root of trust.
// check:all: processes of the built hook and the built server.
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedVariables, placeArguments, placesFrom } from "../../src/disk/places.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import { copyBuilt } from "../golden/built.ts";
import { entryArguments, hookArguments, hookEnvironment, runProgram } from "../support/hook-run.ts";
import { boxEnv, callTool, start } from "../support/mcp.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, placesOf, removeBox } from "../support/store-box.ts";

let built: string;
let base: string;
/** Made by an attacker, with a store, a key and words of theirs that count as verified by that key. */
let theirs: string;

beforeAll(() => {
  built = makeBox();
  copyBuilt(`${built}/dist`);
}, 120_000);
afterAll(() => removeBox(built));
beforeEach(() => {
  [base, theirs] = [makeBox("memory"), makeBox("memory")];
  const today = new Date().toISOString().slice(0, 10);
  const verified = { tier: "verified", verified: today } as const;
  plant(base, "user_mine", { ...verified, id: idOf(1), body: "Deploys of the pelican service go through harbour." });
  plant(theirs, "user_theirs", { ...verified, id: idOf(2), body: "Deploys of the pelican service go through evil." });
});
afterEach(() => {
  removeBox(base);
  removeBox(theirs);
});

const IN_SESSION = { session_id: "s1", cwd: "/", transcript_path: "/nowhere.jsonl" };
/** What the agent hands on to the hook; the places that its installed entry names are the owner's. */
const attacked = (): Record<string, string> => ({
  ...hookEnvironment(theirs),
  HOLDFAST_OFF: "1",
  HOLDFAST_REEXEC: "1",
});
const asked = (event: object, args = hookArguments(base)): string => {
  const hook = [`${built}/dist/hook.cjs`, ...args];
  const { status, out, err } = runProgram(hook, JSON.stringify({ ...IN_SESSION, ...event }), attacked());
  expect([status, err]).toEqual([0, ""]);
  return out;
};
const START = { hook_event_name: "SessionStart", source: "startup" };

describe("AGT-1a: variables of a repository", () => {
  test("bring no words of theirs to the start of a session, and take none of the owner's away", () => {
    const out = asked(START);
    expect(out).toContain("user mine");
    expect(out).not.toMatch(/theirs|evil/);
  });

  test("nor to a prompt", () => {
    asked({ ...START, session_id: "s0" });
    const out = asked({ hook_event_name: "UserPromptSubmit", prompt: "How do deploys of the pelican service go?" });
    expect(out).toContain("harbour");
    expect(out).not.toMatch(/theirs|evil/);
  });

  test("move no guard away from the owner's store and keys", () => {
    for (const place of Object.values(placesOf(base))) {
      const call = { tool_name: "Write", tool_input: { file_path: `${place}/x.json`, content: "" } };
      expect([place, asked({ hook_event_name: "PreToolUse", ...call })]).toEqual([
        place,
        expect.stringContaining("deny"),
      ]);
    }
  });

  test("send nothing that was said elsewhere", () => {
    asked({ hook_event_name: "Stop", transcript_path: `${base}/t.jsonl` });
    expect(existsSync(`${placesOf(base).state}/inbox`)).toBe(true);
    expect(existsSync(placesOf(theirs).state)).toBe(false);
  });

  test("bring no words to the MCP server", async () => {
    const args = [`${built}/dist/mcp.mjs`, ...entryArguments(boxEnv(base)).slice(2)];
    const env = { ...boxEnv(theirs), HOLDFAST_OFF: "1" };
    mkdirSync(`${base}/work`);
    const server = await start({ args, env, cwd: `${base}/work`, isEntry: true }, "modern");
    const { text } = await callTool(server, "memory_search", { query: "pelican deploys" });
    await server.close();
    expect(text).toContain("harbour");
    expect(text).toContain('"verified"');
    expect(text).not.toMatch(/theirs|evil/);
  });

  test("an entry of an older version, and a plugin's, go by the account's home", () => {
    expect(asked(START, ["--host", "claude"])).not.toMatch(/theirs|evil/);
    expect(asked(START, ["--host", "claude", "--via", "plugin"])).not.toMatch(/theirs|evil/);
    expect(existsSync(placesOf(theirs).state)).toBe(false);
    expect(fixedVariables(["--host", "claude"], () => "/home/u")).toEqual({
      HOME: "/home/u",
      HOLDFAST_HOME: undefined,
      XDG_CONFIG_HOME: undefined,
      XDG_STATE_HOME: undefined,
      XDG_DATA_HOME: undefined,
      XDG_CACHE_HOME: undefined,
    });
  });
});

describe("AGT-1a: an entry's arguments", () => {
  const back = (env: Readonly<Record<string, string>>, home: string): unknown => {
    const fixed = fixedVariables(placeArguments(placesFrom(env, home), home), () => "/other");
    return placesFrom(fixed, fixed["HOME"] ?? "");
  };

  test("give the places back that they were made of, and name those only that are not the usual ones", () => {
    const moved = { HOLDFAST_HOME: "/m/e m", XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s", XDG_CACHE_HOME: "/c" };
    expect(back(moved, "/home/u")).toEqual(placesFrom(moved, "/home/u"));
    expect(back({}, "/home/u")).toEqual(placesFrom({}, "/home/u"));
    expect(placeArguments(placesFrom({}, "/home/u"), "/home/u")).toEqual(["--home", "/home/u"]);
  });

  test("that are no absolute paths count for nothing", () => {
    expect(fixedVariables(["--home", "here", "--store", "../st", "--data"], () => "/home/u")).toMatchObject({
      HOME: "/home/u",
      HOLDFAST_HOME: undefined,
      XDG_DATA_HOME: undefined,
    });
  });
});

describe("STO-4: what decides whom to believe", () => {
  const list = (): string => `${placesOf(base).data}/trusted-signers.json`;
  const made = (mode: number): void => {
    writeFileSync(list(), JSON.stringify({ s: [{ device: "d", key: "k", since: "2026-01-01", name: "n" }] }));
    chmodSync(list(), mode);
  };

  test.each([0o644, 0o640, 0o660])("a list that others may read or write (%o) trusts nobody, and is told", (mode) => {
    made(mode);
    expect(() => openTrustedSigners(placesOf(base).data, {}).of("s")).toThrow(/can be read by other users/);
  });

  test("nor does one that is a link", () => {
    writeFileSync(`${base}/elsewhere.json`, "{}", { mode: 0o600 });
    symlinkSync(`${base}/elsewhere.json`, list());
    expect(() => openTrustedSigners(placesOf(base).data, {}).of("s")).toThrow(/link/);
  });

  test("the device key too", () => {
    const key = `${dirname(list())}/device-key.pem`;
    chmodSync(key, 0o644);
    const out = asked(START);
    expect(out).not.toContain("user mine");
    expect(readFileSync(`${placesOf(base).state}/notices.jsonl`, "utf8")).toContain("can be read by other users");
  });
});
