import { describe, expect, test } from "vitest";
import { HOSTS } from "../../../../src/hosts/index.ts";
import { type Surroundings, seen } from "../../../../src/trust/io/person/seen.ts";
import type { ProcessInfo, ProcessTable } from "../../../../src/trust/person.ts";

const SHELL = ["bash"];

/** pid 1 is init; then each command line in order; the asking process is the last. */
function chain(...commands: readonly (readonly string[])[]): { pid: number; table: ProcessTable } {
  const rows = new Map<number, ProcessInfo>([[1, { pid: 1, parent: 0, name: "init", argv: ["/sbin/init"] }]]);
  for (const [i, argv] of commands.entries()) rows.set(i + 2, { pid: i + 2, parent: i + 1, name: "x", argv });
  return { pid: commands.length + 1, table: { find: (pid) => rows.get(pid) } };
}

function around(change: Partial<Surroundings> = {}): Surroundings {
  const terminal = { env: { PATH: "/bin" }, stdinIsTty: true, outIsTty: true, agents: HOSTS };
  return { ...terminal, ...chain(SHELL, ["holdfast"]), ...change };
}

describe("person or agent (TRU-20, TRU-22)", () => {
  test("a terminal with a readable, clear chain is a person", () => {
    expect(seen(around())).toEqual({ kind: "person" });
  });

  test.each(HOSTS.flatMap(({ variables }) => variables))("TRU-22: %s decides, and is named", (name) => {
    const answer = seen(around({ env: { [name]: "1" } }));
    expect(answer).toMatchObject({ kind: "agent", remedy: "open a new terminal window and run the command there" });
    expect(answer.kind === "agent" && answer.because.startsWith(`${name} is set in this shell`)).toBe(true);
  });

  test("TRU-22: a variable counts even when it is empty", () => {
    expect(seen(around({ env: { CLAUDECODE: "" } })).kind).toBe("agent");
  });

  test("TRU-22: no pattern; what people export themselves changes nothing", () => {
    const env = {
      CODEX_HOME: "/h",
      GEMINI_API_KEY: "k",
      ANTHROPIC_API_KEY: "k",
      CLAUDE_CONFIG_DIR: "/c",
      COPILOT_MODEL: "m",
      OPENCODE_CONFIG: "c",
      AGENT: "1",
    };
    expect(seen(around({ env })).kind).toBe("person");
  });

  test("without a terminal there is no person", () => {
    expect(seen(around({ stdinIsTty: false }))).toMatchObject({
      kind: "agent",
      because: "the input of this command is not a terminal",
    });
    expect(seen(around({ outIsTty: false })).kind).toBe("agent");
  });

  test("TRU-22a: nothing that claims a person is believed", () => {
    const env = { HOLDFAST_CHANNEL: "person", HOLDFAST_PERSON: "1", HOLDFAST_TTY: "1" };
    expect(seen(around({ env, stdinIsTty: false })).kind).toBe("agent");
    expect(seen(around({ env, ...chain(["claude"], SHELL, ["holdfast", "--person", "--tty"]) })).kind).toBe("agent");
  });

  test("an unreadable table, a gap in the chain and a loop are not a person", () => {
    expect(seen(around({ table: { find: () => undefined } }))).toMatchObject({
      kind: "agent",
      because: "the processes that started this command can't be read (process 3)",
    });
    const { table } = chain(SHELL, ["holdfast"]);
    expect(seen(around({ table: { find: (pid) => (pid === 1 ? undefined : table.find(pid)) } })).kind).toBe("agent");
    const loop: ProcessTable = { find: (pid) => ({ pid, parent: pid, name: "sh", argv: ["sh"] }) };
    expect(seen(around({ table: loop })).kind).toBe("agent");
  });
});

describe("agents among the ancestors (TRU-22)", () => {
  const AGENTS: readonly (readonly [string, readonly string[]])[] = [
    ["claude", ["claude", "-p", "hi"]],
    ["claude", ["/home/u/.local/bin/claude"]],
    ["claude", ["C:\\Users\\u\\claude.exe"]],
    ["claude", ["node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"]],
    ["codex", ["/opt/vendor/bin/codex", "exec"]],
    ["codex", ["node", "/usr/lib/node_modules/@openai/codex/bin/codex.js"]],
    ["copilot", ["/usr/lib/node_modules/@github/copilot-linux-x64/copilot"]],
    ["gemini", ["/usr/bin/node", "--max-old-space-size=12052", "/usr/local/bin/gemini", "--yolo"]],
    ["gemini", ["node", "--import", "/x/hooks.mjs", "/u/node_modules/@google/gemini-cli/bundle/start.js"]],
    ["gemini", ["bun", "run", "/u/node_modules/@google/gemini-cli/dist/index.js"]],
    ["opencode", ["opencode", "run"]],
    ["qwen", ["node", "/usr/lib/node_modules/@qwen-code/qwen-code/cli.js"]],
    ["droid", ["/u/node_modules/@factory/cli-linux-x64/bin/droid", "exec"]],
    ["droid", ["node", "/usr/lib/node_modules/@factory/cli/bin/start.js"]],
    ["cline", ["/u/node_modules/@cline/cli-linux-x64/bin/cline", "--cline-hub-daemon"]],
    ["cursor-agent", ["/home/u/.local/bin/cursor-agent"]],
    ["aider", ["/usr/bin/python3.12", "/usr/local/bin/aider"]],
    ["aider", ["python3", "-m", "aider"]],
    ["goose", ["goose", "session"]],
    ["amp", ["node", "/usr/lib/node_modules/@sourcegraph/amp/dist/main.js"]],
  ];
  test.each(AGENTS)("%s: %j", (program, argv) => {
    const answer = seen(around(chain(["sshd"], argv, SHELL, ["holdfast"])));
    expect(answer).toMatchObject({ kind: "agent", because: `this command was started by ${program} (process 3)` });
  });

  test("the kernel's name alone is enough", () => {
    const rows: ProcessInfo[] = [
      { pid: 3, parent: 2, name: "node", argv: ["node"] },
      { pid: 2, parent: 0, name: "claude", argv: ["./renamed"] },
    ];
    const table: ProcessTable = { find: (pid) => rows.find((row) => row.pid === pid) };
    expect(seen(around({ pid: 3, table })).kind).toBe("agent");
  });

  const PEOPLE: readonly (readonly string[])[] = [
    ["vim", "claude"],
    ["node", "server.js", "claude"],
    ["node", "--title", "claude", "server.js"],
    ["/usr/share/cursor/cursor", "--type=utility"],
    ["/home/claude/bin/zsh"],
    ["claude-notes"],
    ["python3", "tool.py", "/srv/codex"],
    ["tmux", "new", "-s", "gemini"],
  ];
  test.each(PEOPLE.map((argv) => [argv]))("not an agent: %j", (argv) => {
    expect(seen(around(chain(["sshd"], argv, SHELL, ["holdfast"]))).kind).toBe("person");
  });
});
