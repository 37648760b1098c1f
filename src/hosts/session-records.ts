// Where each agent keeps what was said in its sessions: folders of records, and the list of prompts beside them.
import { folderFrom } from "./settings-paths.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function sessionRecords(env: Environment, home: string): readonly string[] {
  const claude = folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`);
  const codex = folderFrom(env["CODEX_HOME"], `${home}/.codex`);
  return [
    ...["projects", "history.jsonl", "file-history", "todos", "shell-snapshots"].map((name) => `${claude}/${name}`),
    ...["sessions", "archived_sessions", "history.jsonl"].map((name) => `${codex}/${name}`),
  ];
}
