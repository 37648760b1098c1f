// The exact variables that agents set for the children of their shell tool (TRU-22). Never a pattern: people
// export CODEX_HOME, GEMINI_API_KEY or ANTHROPIC_BASE_URL themselves. A name counts when it is present, even
// empty: `CLAUDECODE= holdfast ...` is an agent's way of asking, not a person's.
//
// Each was read from the environment of a command run by the real program's shell tool, except the two marked
// `named`, which Codex's program names and sets only inside its sandbox. Not proved, and therefore recognised by
// ancestor alone: Qwen Code, Cursor's agent, aider, goose, Amp.

export interface AgentVariable {
  readonly name: string;
  readonly agent: string;
}

export const AGENT_VARIABLES: readonly AgentVariable[] = [
  { name: "CLAUDECODE", agent: "Claude Code" },
  { name: "CLAUDE_CODE_CHILD_SESSION", agent: "Claude Code" },
  { name: "AI_AGENT", agent: "Claude Code" },
  { name: "CODEX_THREAD_ID", agent: "Codex" },
  { name: "CODEX_TOOL_CALL_ID", agent: "Codex" },
  { name: "CODEX_CI", agent: "Codex" },
  { name: "CODEX_SANDBOX", agent: "Codex" }, // named
  { name: "CODEX_SANDBOX_NETWORK_DISABLED", agent: "Codex" }, // named
  { name: "COPILOT_CLI", agent: "Copilot CLI" },
  { name: "COPILOT_AGENT_SESSION_ID", agent: "Copilot CLI" },
  { name: "GEMINI_CLI", agent: "Gemini CLI" },
  { name: "OPENCODE", agent: "opencode" },
];

export function agentVariable(env: Readonly<Record<string, string | undefined>>): AgentVariable | undefined {
  return AGENT_VARIABLES.find((variable) => env[variable.name] !== undefined);
}
