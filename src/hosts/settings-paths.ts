// The agents that `install` and the hook know, by the name behind --agent and --host, and where each keeps the settings
// that our installer edits. Apart from setups.ts, because a hook asks too. Every table by agent is a Record<Host, ...>, so
// that a row here makes the compiler name the others: wires.ts, setups.ts, transcripts.ts, session-records.ts.

type Environment = Readonly<Record<string, string | undefined>>;

const PATHS = {
  claude: (env: Environment, home: string) =>
    `${folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`)}/settings.json`,
  codex: (env: Environment, home: string) => `${folderFrom(env["CODEX_HOME"], `${home}/.codex`)}/hooks.json`,
  copilot: (env: Environment, home: string) =>
    `${folderFrom(env["COPILOT_HOME"], `${home}/.copilot`)}/hooks/holdfast.json`,
  gemini: (env: Environment, home: string) => `${folderFrom(env["GEMINI_CLI_HOME"], home)}/.gemini/settings.json`,
  opencode: (env: Environment, home: string) =>
    `${folderFrom(env["XDG_CONFIG_HOME"], `${home}/.config`)}/opencode/plugin/holdfast.js`,
} as const;

export type Host = keyof typeof PATHS;

export function isHost(agent: string): agent is Host {
  return Object.hasOwn(PATHS, agent);
}

export function settingsPathOf(agent: Host, env: Environment, home: string): string {
  return PATHS[agent](env, home);
}

/** A variable that names a folder, or the usual one. */
export function folderFrom(chosen: string | undefined, usual: string): string {
  return chosen === undefined || chosen === "" ? usual : chosen;
}
