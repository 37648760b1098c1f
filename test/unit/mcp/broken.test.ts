// A store, a configuration or a place that is out of order: the built server comes up, says what and what to do, and
// serves again once it is mended, without a restart (MCP-1).
// check:all: a built server for each thing that is broken.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { copyBuilt } from "../../golden/built.ts";
import { boxEnv, callTool, type Program, start } from "../../support/mcp.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const folder = mkdtempSync(`${tmpdir()}/holdfast-mcp-`);
let base: string;
let server: Program | undefined;
beforeAll(() => copyBuilt(`${folder}/dist`), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  base = makeBox("memory");
  for (const name of ["home", "work"]) mkdirSync(`${base}/${name}`, { mode: 0o700 });
  plant(base, "user_heron", { tier: "verified", id: idOf(1), body: "The staging database is named heron." });
});
afterEach(async () => {
  expect(await server?.end()).toBe(0);
  server = undefined;
  removeBox(base);
});

async function up(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  server = await start(
    { args: [`${folder}/dist/mcp.mjs`], env: { ...boxEnv(base), ...env }, cwd: `${base}/work` },
    "modern",
  );
  return server;
}

const search = (line: Program): ReturnType<typeof callTool> => callTool(line, "memory_search", { query: "heron" });
const remember = (line: Program): ReturnType<typeof callTool> =>
  callTool(line, "memory_remember", { text: "Deploys run on Mondays, never on Fridays." });
const config = (text: string): void => {
  mkdirSync(placesOf(base).config, { recursive: true, mode: 0o700 });
  writeFileSync(`${placesOf(base).config}/config.json`, text, { mode: 0o600 });
};

interface Broken {
  readonly what: string;
  readonly breaks: () => void;
  readonly mends: () => void;
  readonly says: RegExp;
}

const TABLE: readonly Broken[] = [
  {
    what: "a missing store",
    breaks: () => renameSync(rootOf(base), `${base}/away`),
    mends: () => renameSync(`${base}/away`, rootOf(base)),
    says: /^There is no store at [^\n]*\nNext: holdfast init$/,
  },
  {
    what: "a store without its marker",
    breaks: () => renameSync(`${rootOf(base)}/holdfast.json`, `${base}/away`),
    mends: () => renameSync(`${base}/away`, `${rootOf(base)}/holdfast.json`),
    says: /Next: holdfast init$/,
  },
  {
    what: "a store that others may write",
    breaks: () => chmodSync(rootOf(base), 0o777),
    mends: () => chmodSync(rootOf(base), 0o700),
    says: /\nNext: .*chmod/,
  },
  {
    what: "a folder of memories that is a link",
    breaks: () => {
      renameSync(`${rootOf(base)}/memories`, `${base}/away`);
      symlinkSync(`${base}/away`, `${rootOf(base)}/memories`);
    },
    mends: () => {
      rmSync(`${rootOf(base)}/memories`);
      renameSync(`${base}/away`, `${rootOf(base)}/memories`);
    },
    says: /memories/,
  },
  {
    what: "a configuration that is a folder",
    breaks: () => mkdirSync(`${placesOf(base).config}/config.json`, { recursive: true }),
    mends: () => rmSync(placesOf(base).config, { recursive: true }),
    says: /configuration .* is refused: .*\nNext: /i,
  },
];

describe("the built server over a broken store", () => {
  test.each(TABLE)("MCP-1: $what is told by every tool, and mended without a restart", async (row) => {
    row.breaks();
    const line = await up();
    const calls = [
      search(line),
      remember(line),
      callTool(line, "memory_get", { id: idOf(1) }),
      callTool(line, "memory_list_review"),
      callTool(line, "memory_feedback", { id: idOf(1), verdict: "used" }),
      callTool(line, "memory_propose_change", { id: idOf(1), change: "retire", reason: "Gone." }),
    ];
    for (const reply of await Promise.all(calls)) {
      expect(reply.isError).toBe(true);
      expect(reply.text).toMatch(row.says);
    }
    expect((await line.ask("resources/list")).result?.["resources"]).toEqual([]);
    expect((await line.ask("prompts/get", { name: "brief" })).error?.message).toMatch(row.says);
    row.mends();
    expect((await search(line)).data["memories"]).toHaveLength(1);
  });

  test("MCP-1 STO-21: a locked store refuses to write, says so, and is read meanwhile", async () => {
    const line = await up();
    expect((await remember(line)).isError).toBe(false);
    const lock = new DatabaseSync(`${rootOf(base)}/.local/lock.db`);
    lock.exec("BEGIN IMMEDIATE");
    try {
      const written = callTool(line, "memory_remember", { text: "A second thing that is worth keeping." });
      expect((await search(line)).data["memories"]).toHaveLength(1);
      expect(await written).toMatchObject({
        isError: true,
        text: expect.stringContaining("Another writer held the store"),
      });
    } finally {
      lock.close();
    }
  });

  test("MCP-1 SEA-6: a damaged index is no fault: it is made anew, or names are searched", async () => {
    const line = await up();
    await search(line);
    const files = readdirSync(placesOf(base).cache, { recursive: true, encoding: "utf8" });
    const index = files.filter((name) => /\.(db|sqlite)/.test(name));
    expect(index.length).toBeGreaterThan(0);
    for (const name of index) writeFileSync(`${placesOf(base).cache}/${name}`, "no database at all ".repeat(500));
    expect((await search(line)).data["memories"]).toHaveLength(1);
  });

  test("MCP-1 CFG-3: a bad configuration counts as none, and is told beside the answer", async () => {
    config('{ "max-injekt": 3 }');
    const line = await up();
    const reply = await search(line);
    expect(reply.data["memories"]).toHaveLength(1);
    expect(reply.data["note"]).toMatch(/^Configuration: .*max-injekt.* Run `holdfast config list`\.$/);
    config("{ not json");
    expect((await search(line)).data["note"]).toMatch(/^Configuration: /);
  });

  test("MCP-1: a file that is no memory, and one that can't be read, hide nothing else", async () => {
    writeFileSync(`${rootOf(base)}/memories/user_torn.md`, "---\nname: [\n", { mode: 0o600 });
    writeFileSync(`${rootOf(base)}/memories/user_shut.md`, "x", { mode: 0o000 });
    const line = await up();
    expect((await search(line)).data["memories"]).toHaveLength(1);
    expect(await callTool(line, "memory_get", { id: "user_torn" })).toMatchObject({ isError: true });
  });

  test("MCP-1: a working folder that is gone", async () => {
    const other = await up();
    rmSync(`${base}/work`, { recursive: true });
    expect((await search(other)).data["memories"]).toHaveLength(1);
  });

  test("SUR-9: paused, it says so and gives nothing", async () => {
    const line = await up();
    mkdirSync(placesOf(base).state, { recursive: true, mode: 0o700 });
    writeFileSync(`${placesOf(base).state}/pause.json`, "[{}]", { mode: 0o600 });
    expect(await search(line)).toMatchObject({ isError: true, text: expect.stringContaining("paused") });
    expect((await line.ask("resources/list")).result?.["resources"]).toEqual([]);
    expect(await remember(line)).toMatchObject({ isError: true, text: expect.stringContaining("`holdfast on`") });
  });
});
