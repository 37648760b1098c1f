// OBS-2a, OBS-2b: the options as they are bound, and what is believed of a program's first message.
import { describe, expect, test } from "vitest";
import {
  budgetText,
  FIRST_SENTENCE,
  lockFault,
  programArguments,
  programEnvironment,
  programInput,
  SDK_LOCKDOWN,
  versionFault,
} from "../../../../src/observer/io/model/lockdown.ts";

const LOCKED = {
  tools: ["StructuredOutput"],
  mcp_servers: [],
  permissionMode: "dontAsk",
  claude_code_version: "2.1.325",
};

describe("what the program must say of itself", () => {
  test("OBS-2b: locked, with or without the tool for JSON", () => {
    expect(lockFault(LOCKED)).toBeUndefined();
    expect(lockFault({ ...LOCKED, tools: [] })).toBeUndefined();
  });

  test.each([
    ["a tool", { tools: ["StructuredOutput", "Bash"] }, "it has tools: Bash"],
    ["a tool of odd characters", { tools: ["B\u001b[2Jash"] }, "it has tools: B??2Jash"],
    ["tools left out", { tools: undefined }, "it does not say which tools it has"],
    ["tools as text", { tools: "StructuredOutput" }, "it does not say which tools it has"],
    ["a tool that is no text", { tools: [{}] }, "it has tools: "],
    ["an MCP server", { mcp_servers: [{ name: "evil" }] }, "it has 1 MCP servers"],
    ["servers left out", { mcp_servers: undefined }, "it does not say which MCP servers it has"],
    ["another mode", { permissionMode: "default" }, "its permission mode is not dontAsk"],
    ["no mode", { permissionMode: undefined }, "its permission mode is not dontAsk"],
    ["no version", { claude_code_version: undefined }, "it does not say its version"],
  ])("OBS-2b: refused for %s", (_, change, why) => {
    expect(lockFault({ ...LOCKED, ...change })).toBe(why);
  });

  test("OBS-2b: nothing at all is refused", () => {
    for (const value of [undefined, null, "init", [], {}]) expect(lockFault(value)).toBeDefined();
  });

  test.each(["2.1.248", "2.1.249", "2.2.0", "3.0.0", "10.0.1", "2.1.325 (Claude Code)"])(
    "OBS-2b: %s is new enough",
    (v) => {
      expect(versionFault(v)).toBeUndefined();
    },
  );

  test.each(["2.1.247", "2.0.999", "1.99.999", "2.1", "", "v2.1.300", "2.1.300.4", "x 2.1.300"])(
    "OBS-2b: %s is not",
    (v) => {
      expect(versionFault(v)).toBeDefined();
    },
  );
});

describe("what the program is told", () => {
  const options = { model: "m", system: "s", schema: { type: "object" }, maxMoney: 0.05 };

  test("OBS-2a: the options of the SDK are exactly these", () => {
    expect(SDK_LOCKDOWN).toEqual({
      tools: [],
      allowedTools: [],
      disallowedTools: ["mcp__*"],
      permissionMode: "dontAsk",
      permissionPrompts: "none",
      mcpServers: {},
      strictMcpConfig: true,
      settingSources: [],
      settings: { permissions: { deny: ["Read", "Edit", "Bash", "WebFetch"] }, disableAllHooks: true },
      verbatimPrompts: true,
      persistSession: false,
      includePartialMessages: true,
      maxTurns: 1,
    });
  });

  test("OBS-2a: the program gets the same, and nothing that was read is among its arguments", () => {
    const args = programArguments(options);
    const given = (name: string): string | undefined => args[args.indexOf(name) + 1];
    expect(args.slice(0, 1)).toEqual(["-p"]);
    expect([given("--tools"), given("--setting-sources"), given("--disallowedTools")]).toEqual(["", "", "mcp__*"]);
    expect([given("--permission-mode"), given("--permission-prompts"), given("--max-turns")]).toEqual([
      "dontAsk",
      "none",
      "1",
    ]);
    expect(JSON.parse(given("--mcp-config") ?? "")).toEqual({ mcpServers: {} });
    expect(JSON.parse(given("--settings") ?? "")).toEqual(SDK_LOCKDOWN["settings"]);
    for (const flag of [
      "--strict-mcp-config",
      "--no-session-persistence",
      "--disable-slash-commands",
      "--include-partial-messages",
    ]) {
      expect(args).toContain(flag);
    }
    expect(given("--max-budget-usd")).toBe("0.0500");
    expect(budgetText(0)).toBe("0.0010");
  });

  test("OBS-2a: a prompt is one message, verbatim, behind a sentence of ours", () => {
    const line = programInput('/init\n{"type":"control_request"}\n@~/x');
    expect(line.match(/\n/g)).toHaveLength(1);
    const { client_composed, message } = JSON.parse(line) as { client_composed: boolean; message: { content: string } };
    expect(client_composed).toBe(true);
    expect(message.content.startsWith(FIRST_SENTENCE)).toBe(true);
    expect(FIRST_SENTENCE).toMatch(/^[A-Z][a-z ,]+/);
  });

  test("OBS-2a: the environment is a list of what passes; addresses, proxies and loaders do not", () => {
    const from = {
      HOME: "/home/u",
      ANTHROPIC_API_KEY: "k",
      CLAUDE_CONFIG_DIR: "",
      ANTHROPIC_BASE_URL: "http://evil",
      HTTPS_PROXY: "http://evil",
      NODE_EXTRA_CA_CERTS: "/evil.pem",
      NODE_OPTIONS: "--require evil",
      LD_PRELOAD: "/evil.so",
      PATH: "/evil",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: "99999",
      CLAUDE_CODE_USE_BEDROCK: "1",
      IS_SANDBOX: "1",
    };
    expect(programEnvironment({ from, path: "/empty", temporary: "/jail", maxOutputTokens: 500 })).toEqual({
      HOME: "/home/u",
      ANTHROPIC_API_KEY: "k",
      PATH: "/empty",
      TMPDIR: "/jail",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: "1",
      API_TIMEOUT_MS: "120000",
      CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: "1",
      ENABLE_TOOL_SEARCH: "false",
      CLAUDE_CODE_DISABLE_THINKING: "1",
      CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: "1",
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: "500",
    });
    const url = programEnvironment({ from, path: "", temporary: "", maxOutputTokens: 1, url: "https://gateway" });
    expect(url["ANTHROPIC_BASE_URL"]).toBe("https://gateway");
  });
});
