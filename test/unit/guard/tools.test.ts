// The file tools of each host (AGT-20), what is no tool of ours to judge (AGT-22), and faults (AGT-4).
import { afterAll, describe, expect, test } from "vitest";
import { decide, needsShell } from "../../../src/guard/decide.ts";
import type { GuardWorld } from "../../../src/guard/world.ts";
import { guardBox } from "../../support/guard-world.ts";

const box = guardBox();
afterAll(box.remove);

const ours = `${box.store}/memories/feedback_a.md`;
const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

const REFUSED: readonly Call[] = [
  ["Write", { file_path: ours, content: "x" }],
  ["Write", { file_path: "~/.holdfast/memories/b.md", content: "x" }],
  ["Write", { file_path: ".holdfast/memories/b.md", content: "x" }],
  ["Write", { file_path: `${box.project}/notes/b.md`, content: "x" }],
  ["Write", { file_path: `${box.project}/dangling.md`, content: "x" }],
  ["Write", { file_path: `${box.project}/src/../../../.holdfast//memories/b.md`, content: "x" }],
  ["Write", { file_path: `${box.store}/holdfast.json`, content: "{}" }],
  ["Write", { file_path: `${box.store}/ledger/x.jsonl`, content: "" }],
  ["Write", { file_path: `${box.store}/attest/x/y.json`, content: "" }],
  ["Write", { file_path: `${box.store}/allowed_signers`, content: "" }],
  ["Write", { file_path: `${box.home}/.config/holdfast/config.toml`, content: "" }],
  ["Write", { file_path: `${box.home}/.local/share/holdfast/hook.cjs`, content: "" }],
  ["Edit", { file_path: ours, old_string: "a", new_string: "b" }],
  ["MultiEdit", { file_path: ours, edits: [{ old_string: "a", new_string: "b" }] }],
  ["NotebookEdit", { notebook_path: `${box.store}/memories/x.ipynb`, new_source: "" }],
  ["apply_patch", { input: patch(`*** Add File: ${box.store}/memories/b.md`, "+x") }],
  ["apply_patch", { command: patch("*** Update File: .holdfast/memories/b.md", "@@", "-a", "+b") }],
  ["apply_patch", { patch: patch("*** Delete File: .holdfast/memories/b.md") }],
  ["apply_patch", { input: patch("*** Update File: x.md", "*** Move to: .holdfast/memories/b.md", "@@", "+x") }],
  ["Bash", { command: `apply_patch <<'EOF'\n${patch("*** Delete File: .holdfast/memories/b.md")}\nEOF` }],
  ["shell", { command: ["bash", "-lc", "rm .holdfast/memories/b.md"] }],
  ["local_shell", { command: ["rm", ".holdfast/memories/b.md"] }],
  ["exec_command", { cmd: "rm memories/b.md", workdir: box.store }],
  ["exec_command", { cmd: "rm memories/b.md", workdir: ".holdfast" }],
  ["unified_exec", { command: "holdfast confirm x" }],
  ["write_stdin", { session_id: 1, chars: "holdfast confirm x\n" }],
  ["run_shell_command", { command: "rm b.md", directory: `${box.store}/memories` }],
  ["bash", { command: "holdfast demote x" }],
  ["create", { path: ours, file_text: "x" }],
  ["str_replace", { path: ours, old_str: "a", new_str: "b" }],
  ["str_replace_editor", { command: "create", path: ours, file_text: "x" }],
  ["replace", { file_path: ours, old_string: "a", new_string: "b" }],
  ["write_file", { file_path: ours, content: "x" }],
  ["search_replace", { file_path: ours }],
  ["edit", { filePath: ours }],
  ["mcp__files__write_file", { path: ours, content: "x" }],
  ["mcp__files__move_file", { source: ours, destination: "/tmp/x" }],
  ["mcp__files__write_many", { files: [{ path: "x" }, { path: ours }] }],
  ["mcp__files__save", { uri: `file://${ours}` }],
  ["mcp__files__save", { uri: `file://${ours.replace("feedback", "%66eedback")}` }],
  ["never_heard_of_it", { file_path: ours }],
  // A key that the tool does not know and passes over must not make a reader, or a shell, of it.
  ["write_file", { file_path: ours, content: "x", command: "view" }],
  ["create", { path: ours, file_text: "x", command: "view" }],
  ["write", { filePath: ours, content: "x", command: "view" }],
  ["edit", { filePath: ours, oldString: "a", newString: "b", command: "view" }],
  ["str_replace", { path: ours, old_str: "a", new_str: "b", command: "view" }],
  ["mcp__files__delete_directory", { directory: box.store, command: "view" }],
  ["mcp__files__delete_directory", { dir_path: box.store, cmd: "true" }],
  ["str_replace_editor", { command: "view", path: ours, file_text: "x" }],
  ["str_replace_editor", { command: "view", path: ours, insert_text: "x", insert_line: 1 }],
  ["execute", { code: `open("${ours}", "w")`, command: "view" }],
  // To a shell the head of a patch is a command that is not found, and the next line is run.
  ...["Bash", "bash", "run_shell_command", "shell_command"].map(
    (tool): Call => [tool, { command: `*** Begin Patch\necho planted > ${ours}` }],
  ),
  ["exec_command", { cmd: `  *** Begin Patch\nrm ${ours}\n*** End Patch` }],
  ["write_bash", { shellId: "1", input: `*** Begin Patch\nrm ${ours}{enter}` }],
  ["Bash", { command: patch("*** Delete File: .holdfast/memories/b.md") }],
  // Each host has its own key for the folder and passes over the others', or takes none of them.
  ["run_shell_command", { command: "echo x > memories/b.md", workdir: "/tmp", dir_path: box.store }],
  ["exec_command", { cmd: "echo x > memories/b.md", workdir: box.store, cwd: "/tmp", directory: "/tmp" }],
  ["bash", { command: "echo x > memories/b.md", cwd: "/tmp", working_directory: box.store }],
  ["bash", { command: "echo x > memories/b.md", workdir: "/tmp", workingDir: box.store }],
  ["run_shell_command", { command: "echo x > .holdfast/memories/b.md", workdir: "/tmp" }],
  ["run_shell_command", { command: "echo x > .holdfast/memories/b.md", dir_path: "/tmp", workdir: "" }],
  ["apply_patch", { input: patch("*** Delete File: memories/b.md"), cwd: "/tmp", workdir: box.store }],
  ["get_shell", { command: "echo x > memories/b.md", workdir: box.store }],
  // Another project's shared store, from wherever the session is.
  ["Write", { file_path: `${box.team}/.holdfast/memories/b.md`, content: "x" }],
  ["write", { filePath: "../team/.holdfast/memories/b.md", content: "x" }],
  ["Write", { file_path: `${box.team}/notes/b.md`, content: "x" }],
  ["Edit", { file_path: `${box.team}/.holdfast/holdfast.json`, old_string: "{", new_string: "[" }],
  ["mcp__files__move_file", { source: `${box.team}/.holdfast`, destination: "/tmp/x" }],
  ["apply_patch", { input: patch("*** Add File: ../team/.holdfast/memories/b.md", "+x") }],
  ["run_shell_command", { command: "echo x > .holdfast/memories/b.md", dir_path: box.team }],
  // opencode's reader wants no blank behind the colon, and a name may hold what a pattern takes for the end of a line.
  ["apply_patch", { patchText: patch(`*** Add File:${box.store}/memories/b.md`, "+x") }],
  ["apply_patch", { patchText: patch("*** Delete File:.holdfast/memories/b.md") }],
  ["apply_patch", { patchText: patch("*** Update File: x.md", "*** Move to:.holdfast/memories/b.md", "@@", "+x") }],
  ["apply_patch", { input: patch("*** Add File: .holdfast/memories/b\u2028c.md", "+x") }],
  ["apply_patch", { input: patch("*** Add File: .holdfast/memories/b\rc.md", "+x") }],
  // Gemini CLI takes an `@` and the slashes after it off a path that is not there.
  ["write_file", { file_path: "@.holdfast/memories/b.md", content: "x" }],
  ["write_file", { file_path: "@/.holdfast/memories/b.md", content: "x" }],
  ["replace", { file_path: "@\\/.holdfast/memories/b.md", old_string: "a", new_string: "b" }],
  // What is typed into a shell that runs already.
  ["write_bash", { shellId: "1", input: "rm .holdfast/memories/b.md{enter}" }],
  ["write_bash", { shellId: "1", input: "holdfast confirm x\n" }],
  ["write_powershell", { shellId: "1", input: "Remove-Item $HOME\\.holdfast\\memories\\a.md{enter}" }],
  // Code for an interpreter, such as opencode's code mode.
  ["execute", { code: `await tools.files.write_file({ path: "${ours}" })` }],
  ["mcp__ide__executeCode", { code: `open("${ours}", "w")` }],
  ["PowerShell", { command: "Set-Content -Path $HOME\\.holdfast\\memories\\a.md -Value x" }],
  ["PowerShell", { command: "holdfast confirm x" }],
];

const NO_OPINION: readonly Call[] = [
  ["Write", { file_path: `${box.project}/README.md`, content: "about ~/.holdfast/memories" }],
  ["Write", { file_path: `${box.other}/.holdfast/x`, content: "no store" }],
  ["Write", { file_path: `${box.team}/src/.holdfast/x`, content: "no store" }],
  ["Write", { file_path: `${box.team}/.holdfast.md`, content: "no store" }],
  ["Read", { file_path: `${box.team}/.holdfast/memories/b.md` }],
  ["Write", { file_path: `${box.store.toUpperCase()}/memories/b.md`, content: "another folder, by its case" }],
  ["Write", { file_path: `${box.home}/.holdfast-old/x`, content: "" }],
  ["Edit", { file_path: `${box.project}/src/x.ts`, old_string: ours, new_string: "" }],
  ["Read", { file_path: ours }],
  ["Grep", { pattern: "x", path: box.store }],
  ["Glob", { pattern: "*.md", path: box.store }],
  ["LS", { path: box.store }],
  ["view", { path: ours }],
  ["str_replace_editor", { command: "view", path: ours }],
  ["str_replace_editor", { command: "view", path: ours, view_range: [1, 9], file_text: "" }],
  ["str_replace_based_edit_tool", { command: "view", path: ours }],
  ["mcp__anthropic__text_editor", { command: "view", path: ours }],
  ["run_shell_command", { command: "ls", directory: box.store }],
  ["read_file", { absolute_path: ours }],
  ["list_directory", { path: box.store }],
  ["mcp__files__read_text_file", { path: ours }],
  ["mcp__holdfast__memory_remember", { body: `see ${ours}`, name: "x" }],
  ["mcp__holdfast__memory_search", { query: ours }],
  ["apply_patch", { input: patch("*** Add File: x.md", "+see .holdfast/memories/b.md") }],
  ["apply_patch", { command: patch("*** Add File: x.sh", "+rm .holdfast/memories/b.md") }],
  ["apply_patch", { command: patch("*** Update File: x.sh", "@@", `-echo x > ${ours}`, "+echo") }],
  ["exec_command", { cmd: `apply_patch <<'EOF'\n${patch("*** Add File: x.sh", `+echo x > ${ours}`)}\nEOF` }],
  ["shell", { command: ["apply_patch", patch("*** Add File: x.sh", `+echo x > ${ours}`)] }],
  ["shell", { command: patch("*** Add File: x.md", "+some words") }],
  ["run_shell_command", { command: "echo x > memories/b.md", workdir: "/tmp", dir_path: "src", cwd: 7 }],
  ["Bash", { command: "npm test" }],
  ["exec_command", { cmd: "ls", workdir: box.store }],
  ["shell", { command: ["cat", ours] }],
  ["Task", { prompt: `rm ${ours}` }],
  ["SlashCommand", { command: "/holdfast:confirm x" }],
  ["PowerShell", { command: "Get-Content $HOME\\.holdfast\\memories\\a.md" }],
  ["write_file", { file_path: "@types/x.d.ts", content: "about .holdfast" }],
  ["write_bash", { shellId: "1", input: "ls .holdfast{enter}" }],
  ["never_heard_of_it", { input: "rm .holdfast/memories/b.md" }],
  ["execute", { code: "await tools.files.read()" }],
  ["TodoWrite", { todos: [{ content: ours }] }],
  ["Bash", {}],
  ["Write", {}],
  ["Write", { file_path: 7 }],
  ["", {}],
];

function decided([tool, input]: Call, world: GuardWorld = box.world): ReturnType<typeof decide> {
  return decide({ tool, input, cwd: box.project }, world);
}

describe("AGT-20: file tools", () => {
  test.each(REFUSED)("refused: %s %o", (...call) => {
    expect(decided(call).kind).toBe("deny");
  });

  test.each(NO_OPINION)("AGT-22: no opinion: %s %o", (...call) => {
    expect(decided(call)).toEqual({ kind: "none" });
  });

  test("the reason names the file, the tool and the command", () => {
    const decision = decided(["Write", { file_path: ours, content: "x" }]);
    expect(decision).toEqual({
      kind: "deny",
      reason: expect.stringMatching(/belongs to Holdfast.*memory_remember.*holdfast add.*holdfast edit NAME/s),
    });
  });

  test("TRU-22: a person's verb names those that are the agent's, from the table", () => {
    const decision = decided(["Bash", { command: "holdfast confirm x" }]);
    expect(decision).toEqual({
      kind: "deny",
      reason:
        "`holdfast confirm` is a person's act. Ask the person to run it in a terminal of their own. Yours are: init, add, show, list, search, review, recover, why, rules, check, audit, schedule, doctor, import, export, mirror.",
    });
  });

  test.each([
    ["holdfast audit", true],
    ["holdfast audit --html", true],
    ["holdfast audit --report --json", false],
    ["holdfast audit --enforce", false],
    ["holdfast schedule --for cron", false],
    ["holdfast schedule --remove", true],
  ])("TRU-6, TRU-22: %s is refused: %s", (command, isRefused) => {
    expect(decided(["Bash", { command }])?.kind === "deny").toBe(isRefused);
  });
});

describe("AGT-4: text that is made to be slow", () => {
  const blanks = " ".repeat(200_000);
  test.each([
    ["a header with blanks in it", patch(`*** Add File: a${blanks}b`, "*** Delete File: .holdfast/memories/b.md")],
    ["empty lines", `${"\n".repeat(200_000)}x\n${patch("*** Delete File: .holdfast/memories/b.md")}`],
    ["carriage returns", `${"\r".repeat(200_000)}x\n${patch("*** Delete File: .holdfast/memories/b.md")}`],
  ])("%s", (_, patchText) => {
    // Each of these once took minutes; what it may cost is measured by test/limits.
    expect(decided(["apply_patch", { patchText }]).kind).toBe("deny");
  });
});

describe("AGT-4: a path that no system opens", () => {
  test("is not looked up, and refused where it names ours", () => {
    let looks = 0;
    const world = { ...box.world, resolve: () => `/${looks++}` };
    const long = "a/".repeat(100_000);
    expect(decided(["Write", { file_path: `${long}.holdfast/x.md` }], world).kind).toBe("deny");
    expect(decided(["Write", { file_path: long }], world).kind).toBe("none");
    expect(looks).toBeLessThan(5);
  });
});

describe("AGT-4: a call that names many folders to run in", () => {
  const keys = ["workdir", "cwd", "directory", "dir_path", "working_directory", "workingDirectory", "workingDir"];
  const named = (count: number) => Object.fromEntries(keys.slice(0, count).map((key, at) => [key, `/tmp/${at}`]));
  const line = "cd a; cd b || cd c";

  test("is refused rather than read in each, where the line may concern us", () => {
    const before = box.readings();
    expect(decided(["bash", { command: line, ...named(7) }])).toEqual({
      kind: "deny",
      reason: expect.stringContaining("names several folders"),
    });
    expect(box.readings()).toBe(before);
    expect(decided(["bash", { command: "npm test", ...named(7) }])).toEqual({ kind: "none" });
  });

  test("two beside the session's own are read", () => {
    const before = box.readings();
    expect(decided(["bash", { command: line, ...named(2), directory: "/tmp/0" }])).toEqual({ kind: "none" });
    expect(box.readings()).toBe(before + 3);
    expect(decided(["bash", { command: line, ...named(3) }]).kind).toBe("deny");
  });
});

describe("AGT-4: faults", () => {
  const broken: GuardWorld = {
    ...box.world,
    resolve: () => {
      throw new Error("no file system");
    },
  };

  test("closed where a store is named", () => {
    expect(decided(["Write", { file_path: ours, content: "x" }], broken).kind).toBe("deny");
    expect(decided(["Bash", { command: `rm ${ours}` }], broken).kind).toBe("deny");
  });

  test("closed where it can't be known whether a folder is a store", () => {
    const unknown: GuardWorld = {
      ...box.world,
      isStore: () => {
        throw new Error("no file system");
      },
    };
    const elsewhere = [{ roots: [] }, {}].map((more) => ({ ...unknown, ...more }));
    for (const world of elsewhere) {
      expect(decided(["Write", { file_path: `${box.team}/.holdfast/x`, content: "x" }], world).kind).toBe("deny");
    }
  });

  test("open elsewhere", () => {
    expect(decided(["Write", { file_path: "/x/y", content: "x" }], broken)).toEqual({ kind: "none" });
    expect(decided(["Bash", { command: "npm test" }], broken)).toEqual({ kind: "none" });
  });

  test("a parser that fails is a fault like any other", () => {
    const unread: GuardWorld = {
      ...box.world,
      readShell: () => {
        throw new Error("too deep");
      },
    };
    expect(decided(["Bash", { command: `rm ${ours}` }], unread).kind).toBe("deny");
    expect(decided(["Bash", { command: "echo $X" }], unread)).toEqual({ kind: "none" });
  });
});

describe("needsShell", () => {
  test("says whether a reading will be asked for", () => {
    const asks = (tool: string, input: Readonly<Record<string, unknown>>): boolean =>
      needsShell({ tool, input, cwd: box.project }, box.world);
    expect(asks("Bash", { command: "npm test" })).toBe(false);
    expect(asks("Write", { file_path: ours, content: "x" })).toBe(false);
    expect(asks("PowerShell", { command: `rm ${ours}` })).toBe(false);
    expect(asks("Bash", { command: "echo $HOME" })).toBe(true);
    expect(asks("exec_command", { cmd: "ls", workdir: box.store })).toBe(true);
    expect(asks("exec_command", { cmd: "ls", workdir: "/tmp", dir_path: box.store })).toBe(true);
  });
});
