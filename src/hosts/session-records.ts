// Where each agent keeps what was said in its sessions: folders of records, and the list of prompts beside them.
import { folderFrom, type Host } from "./settings-paths.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Records = readonly [folder: string, ...names: string[]];

const RECORDS: Readonly<Record<Host, (env: Environment, home: string) => Records>> = {
  claude: (env, home) => [
    folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`),
    ...["projects", "history.jsonl", "file-history", "todos", "shell-snapshots"],
  ],
  codex: (env, home) => [
    folderFrom(env["CODEX_HOME"], `${home}/.codex`),
    ...["sessions", "archived_sessions", "history.jsonl"],
  ],
  copilot: (env, home) => [
    folderFrom(env["COPILOT_HOME"], `${home}/.copilot`),
    ...["session-state", "session-store.db", "session-store.db-wal", "logs"],
  ],
  gemini: (env, home) => [`${folderFrom(env["GEMINI_CLI_HOME"], home)}/.gemini`, ...["tmp", "history"]],
  opencode: (env, home) => [
    `${folderFrom(env["XDG_DATA_HOME"], `${home}/.local/share`)}/opencode`,
    ...["opencode.db", "opencode.db-wal", "storage", "snapshot", "log"],
  ],
};

export function sessionRecords(env: Environment, home: string): readonly string[] {
  return Object.values(RECORDS).flatMap((recordsOf) => {
    const [folder, ...names] = recordsOf(env, home);
    return names.map((name) => `${folder}/${name}`);
  });
}
