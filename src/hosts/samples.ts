// What each program sends, as its reference has it or as it was recorded (AGT-34): a start, a prompt, and tools that reach for
// the store. A host without a row here speaks Claude Code's form.
import type { Fields } from "../disk/json-file.ts";

export interface SampleWorld {
  readonly session: string;
  readonly cwd: string;
  /** A file in the store, which no agent may write. */
  readonly file: string;
  readonly prompt: string;
  /** What a person's rule forbids here; undefined where there is none. */
  readonly forbidden: string | undefined;
}

export interface Sample {
  readonly asks: "context" | "recall" | "guard" | "rule";
  readonly what: string;
  /** Under which name the host's settings have the entry for it. */
  readonly event: string;
  readonly payload: Fields;
}

interface Form {
  /** Absent, as a prompt's: what the host is told then reaches no model, so it is not connected. */
  readonly start?: readonly [event: string, more?: Fields];
  readonly prompt?: string;
  /** The event of each deed, and what a tool is given. */
  readonly tool: string;
  readonly shellEvent?: string;
  base(at: SampleWorld, event: string): Fields;
  write(file: string): Fields;
  edit(file: string): Fields;
  shell(command: string): Fields;
}

const called = (tool_name: string, tool_input: Fields): Fields => ({ tool_name, tool_input, tool_use_id: "probe" });

const CLAUDE: Form = {
  start: ["SessionStart", { source: "startup" }],
  prompt: "UserPromptSubmit",
  tool: "PreToolUse",
  base: ({ session, cwd }, event) => ({ session_id: session, cwd, hook_event_name: event, transcript_path: "" }),
  write: (file_path) => called("Write", { file_path, content: "x" }),
  edit: (file_path) => called("Edit", { file_path, old_string: "a", new_string: "b" }),
  shell: (command) => called("Bash", { command }),
};

const FORMS: Readonly<Record<string, Form>> = {
  codex: { ...CLAUDE, write: patch("Add"), edit: patch("Update") },
  gemini: {
    ...CLAUDE,
    prompt: "BeforeAgent",
    tool: "BeforeTool",
    write: (file_path) => called("write_file", { file_path, content: "x" }),
    edit: (file_path) => called("replace", { file_path, old_string: "a", new_string: "b" }),
    shell: (command) => called("run_shell_command", { command }),
  },
  opencode: {
    ...CLAUDE,
    write: (filePath) => called("write", { filePath, content: "x" }),
    edit: (filePath) => called("edit", { filePath, oldString: "a", newString: "b" }),
    shell: (command) => called("bash", { command }),
  },
  vscode: {
    ...CLAUDE,
    start: ["SessionStart", { source: "new" }],
    base: ({ session, cwd }, event) => ({
      timestamp: "2026-11-18T10:00:00Z",
      cwd,
      sessionId: session,
      hookEventName: event,
    }),
    write: (filePath) => called("create_file", { filePath, content: "x" }),
    edit: (filePath) => called("replace_string_in_file", { filePath, oldString: "a", newString: "b" }),
    shell: (command) => called("run_in_terminal", { command, explanation: "x", isBackground: false }),
  },
  cursor: {
    start: ["sessionStart", { is_background_agent: false, composer_mode: "agent" }],
    prompt: "beforeSubmitPrompt",
    tool: "preToolUse",
    shellEvent: "beforeShellExecution",
    base: ({ session, cwd }, hook_event_name) => ({
      ...{ conversation_id: session, session_id: session, generation_id: "probe", model: "probe", hook_event_name },
      ...{ cursor_version: "3.1.0", workspace_roots: [cwd], user_email: null, transcript_path: null, cwd: "" },
    }),
    write: (path) => called("Write", { path, contents: "x" }),
    edit: (file_path) => called("Write", { file_path, old_string: "a", new_string: "b" }),
    shell: (command) => ({ command, sandbox: false }),
  },
  qwen: {
    ...CLAUDE,
    write: (file_path) => called("write_file", { file_path, content: "x" }),
    edit: (file_path) => called("edit", { file_path, old_string: "a", new_string: "b" }),
    shell: (command) => called("run_shell_command", { command, is_background: false }),
  },
  droid: {
    ...CLAUDE,
    write: (file_path) => called("Create", { file_path, content: "x" }),
    edit: (file_path) => called("Edit", { file_path, old_str: "a", new_str: "b" }),
    shell: (command) => called("Execute", { command }),
  },
  cline: {
    tool: "PreToolUse",
    base: ({ session, cwd }) => ({
      ...{ clineVersion: "", hookName: "tool_call", taskId: session, agent_id: "probe", parent_agent_id: null },
      workspaceRoots: [cwd],
    }),
    write: (path) => inCline("editor", { path, new_text: "x" }),
    edit: (path) => inCline("editor", { path, old_text: "a", new_text: "b" }),
    shell: (command) => inCline("run_commands", { commands: [command] }),
  },
  kiro: {
    ...CLAUDE,
    start: ["SessionStart"],
    base: ({ session, cwd }, hook_event_name) => ({ session_id: session, hook_event_name, cwd }),
    write: (path) => called("fs_write", { path, text: "x" }),
    edit: (path) => called("str_replace", { path, oldStr: "a", newStr: "b", replace_all: false }),
    shell: (command) => called("execute_bash", { command }),
  },
};

function inCline(name: string, input: Fields): Fields {
  return { iteration: 1, tool_call: { id: "probe", name, input } };
}

function patch(verb: "Add" | "Update"): (file: string) => Fields {
  const lines = verb === "Add" ? "+x" : "@@\n-a\n+b";
  return (file) =>
    called("apply_patch", { command: `*** Begin Patch\n*** ${verb} File: ${file}\n${lines}\n*** End Patch` });
}

/** A prompt comes in a session of its own: what the start told is not told again. */
export function samplesFor(speaker: string, at: SampleWorld): readonly Sample[] {
  const form = FORMS[speaker] ?? CLAUDE;
  const { start, prompt, tool, shellEvent: shell = tool } = form;
  const event = (name: string, given: Fields, world = at): Fields => ({ ...form.base(world, name), ...given });
  const line = (command: string): Fields => event(shell, form.shell(command));
  const sample = (asks: Sample["asks"], what: string, name: string, payload: Fields): Sample => ({
    ...{ asks, what, payload },
    event: name,
  });
  const second = { ...at, session: `${at.session}-2` };
  return [
    ...(start === undefined ? [] : [sample("context", "start", start[0], event(start[0], start[1] ?? {}))]),
    ...(prompt === undefined ? [] : [sample("recall", "prompt", prompt, event(prompt, { prompt: at.prompt }, second))]),
    sample("guard", "write", tool, event(tool, form.write(at.file))),
    sample("guard", "edit", tool, event(tool, form.edit(at.file))),
    sample("guard", "shell", shell, line(`echo x > '${at.file}'`)),
    ...(at.forbidden === undefined ? [] : [sample("rule", "command", shell, line(at.forbidden))]),
  ];
}
