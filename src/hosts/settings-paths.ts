// Where each agent keeps the settings that our installer edits; apart from setup.ts, because a hook asks too.

type Environment = Readonly<Record<string, string | undefined>>;

const PATHS = {
  claude: (env: Environment, home: string) =>
    `${folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`)}/settings.json`,
  codex: (env: Environment, home: string) => `${folderFrom(env["CODEX_HOME"], `${home}/.codex`)}/hooks.json`,
} as const;

/** Those that `install` knows. */
export type Installed = keyof typeof PATHS;

export function isInstalled(agent: string): agent is Installed {
  return Object.hasOwn(PATHS, agent);
}

export function settingsPathOf(agent: Installed, env: Environment, home: string): string {
  return PATHS[agent](env, home);
}

/** A variable that names a folder, or the usual one. */
export function folderFrom(chosen: string | undefined, usual: string): string {
  return chosen === undefined || chosen === "" ? usual : chosen;
}
