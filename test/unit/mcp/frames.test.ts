// The built server as hosts meet it: raw frames over stdio, in both eras of the protocol.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installHookCopy } from "../../../src/install/io/hook-copy.ts";
import { estimateTokens } from "../../../src/text/tokens.ts";
import { copyBuilt } from "../../golden/built.ts";
import { blockIn } from "../../support/block.ts";
import { entryArguments } from "../../support/hook-run.ts";
import { boxEnv, callTool, type Era, LEGACY, MODERN, type Program, start } from "../../support/mcp.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, removeBox } from "../../support/store-box.ts";

const folder = mkdtempSync(`${tmpdir()}/holdfast-mcp-`);
let base: string;
beforeAll(() => {
  base = makeBox("memory");
  mkdirSync(`${base}/home`, { mode: 0o700 });
  mkdirSync(`${base}/work`);
  mkdirSync(`${base}/alone`);
  copyBuilt(`${folder}/dist`);
  installHookCopy(`${base}/alone`, `${folder}/dist`, "/nowhere/node");
  plant(base, "user_heron", { tier: "verified", id: idOf(1), body: "The staging database is named heron." });
  plant(base, "user_gone", { place: "quarantine", tier: "quarantined", id: idOf(2), body: "The heron is blue." });
}, 120_000);
afterAll(() => {
  removeBox(base);
  rmSync(folder, { recursive: true, force: true });
});

/** From a folder that holds nothing of the package but what `install` copies. */
const run = (era: Era, args: readonly string[] = [`${base}/alone/mcp.mjs`]): Promise<Program> =>
  start({ args, env: boxEnv(base), cwd: `${base}/work` }, era);

interface Tool {
  readonly name: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

describe.each(["modern", "legacy"] as const)("the built server, %s", (era) => {
  test("MCP-1: comes up, says what it is, and ends with its input", async () => {
    const server = await run(era);
    const { result } = server.opening;
    expect(result).toMatchObject(era === "modern" ? { supportedVersions: [MODERN] } : { protocolVersion: LEGACY });
    expect(result?.["instructions"]).toMatch(/^Holdfast keeps the user's notes/);
    expect(await server.end()).toBe(0);
    expect(server.stderr()).toBe("");
  });

  test("MCP-1: six tools as pinned, under 2,000 tokens of schema", async () => {
    const server = await run(era);
    const { result } = await server.ask("tools/list");
    await server.close();
    const tools = result?.["tools"] as Tool[];
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot("../../golden/mcp/tools-list.json");
    expect(estimateTokens(JSON.stringify(tools))).toBeLessThan(2000);
    expect(tools).toHaveLength(6);
    for (const { annotations } of tools) {
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false });
    }
    const loaded = tools.filter(({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true).map(({ name }) => name);
    expect(loaded).toEqual(["memory_search", "memory_remember"]);
  });

  test("MCP-1 MCP-2: tools, resources and the prompt, with the same JSON twice and nothing of quarantine", async () => {
    const server = await run(era);
    const found = await callTool(server, "memory_search", { query: "heron" });
    expect(JSON.parse(found.text)).toEqual(found.data);
    expect(found.data["memories"]).toEqual([
      {
        id: idOf(1),
        name: "user heron",
        trust: "verified",
        excerpt: "  The staging database is named heron.",
        why: "heron (name, body)",
      },
    ]);
    expect(await callTool(server, "memory_get", { id: "user_gone" })).toMatchObject({ isError: true });
    const listed = await server.ask("resources/list");
    expect(listed.result?.["resources"]).toMatchObject([{ uri: `memory://${idOf(1)}` }]);
    const read = await server.ask("resources/read", { uri: `memory://${idOf(1)}` });
    const [{ text = "" } = {}] = (read.result?.["contents"] ?? []) as { readonly text?: string }[];
    expect(blockIn(text)).toMatchObject([{ trust: "verified", scope: "personal", handle: "m001" }]);
    const refused = await server.ask("resources/read", { uri: `memory://${idOf(2)}` });
    expect(refused.error?.message).toContain("is quarantined");
    const brief = await server.ask("prompts/get", { name: "brief" });
    expect(JSON.stringify(brief.result)).toContain("<memory-context");
    expect(JSON.stringify([found, listed, read, refused, brief])).not.toContain("blue");
    await server.close();
  });

  test("MCP-1: frames that are no requests leave it up", async () => {
    const server = await run(era);
    for (const frame of ["", "{", "[]", "null", '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":7,"method":"x"}'])
      server.send(frame);
    expect((await server.ask("no/such/method")).error?.code).toBe(-32601);
    expect((await server.ask("tools/call", { name: "memory_forget", arguments: {} })).error).toBeDefined();
    expect((await callTool(server, "memory_list_review")).isError).toBe(false);
    expect(await server.end()).toBe(0);
  });
});

test("MCP-1: `holdfast mcp` starts it, and --store chooses the store", async () => {
  const cli = `${folder}/dist/cli.mjs`;
  const plain = await run("modern", [cli, "mcp"]);
  expect((await callTool(plain, "memory_get", { id: idOf(1) })).data).toMatchObject({ trust: "verified" });
  expect(await plain.end()).toBe(0);
  const elsewhere = await run("modern", [cli, "mcp", "--store", `${base}/nowhere`]);
  expect((await callTool(elsewhere, "memory_get", { id: idOf(1) })).text).toContain(`${base}/nowhere`);
  expect(await elsewhere.end()).toBe(0);
});

test("MCP-1: what an agent says to be wrong stands first in `list --due`, and session start names it", async () => {
  const server = await run("modern");
  const quote = "docker-compose.yml names it egret";
  expect((await callTool(server, "memory_feedback", { id: idOf(1), verdict: "wrong", quote })).isError).toBe(false);
  await server.close();
  const built = (args: readonly string[], input: string): string =>
    execFileSync(process.execPath, args, { cwd: `${base}/work`, env: boxEnv(base), encoding: "utf8", input });
  const listed = built([`${folder}/dist/cli.mjs`, "list", "--due"], "");
  expect(listed).toMatch(
    /^ +1 +verified +user heron \(disputed.*\) +m\w+\n +an agent: "docker-compose\.yml names it egret"/,
  );
  const event = { hook_event_name: "SessionStart", session_id: "s", cwd: `${base}/work`, source: "startup" };
  const told = built([`${folder}/dist/hook.cjs`, ...entryArguments(boxEnv(base))], JSON.stringify(event));
  expect(JSON.parse(told).systemMessage).toContain('An agent found this to be wrong: "user heron".');
});

describe.each(["modern", "legacy"] as const)("on a Node that is too old, %s", (era) => {
  test("MCP-1: it comes up all the same and says so in every answer", async () => {
    const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.1"}})';
    const server = await run(era, ["--import", older, `${base}/alone/mcp.mjs`]);
    const said = "Holdfast needs Node 22.18 or newer";
    expect(server.opening.result?.["instructions"]).toContain(said);
    expect((await server.ask("tools/list")).result?.["tools"]).toHaveLength(1);
    expect(await callTool(server, "memory_search", { query: "x" })).toMatchObject({ isError: true });
    expect((await server.ask("prompts/list")).error?.message).toContain(said);
    expect(await server.end()).toBe(0);
  });
});
