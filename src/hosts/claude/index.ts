import { folderFrom, type Host, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`);

export const claude: Host = {
  name: "claude",
  title: "Claude Code",
  program: "claude",
  packages: ["@anthropic-ai/claude-code"],
  variables: ["CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION", "AI_AGENT"],
  folder,
  settings: "settings.json",
  sign: "settings.json",
  records: inside(folder, ["projects", "history.jsonl", "file-history", "todos", "shell-snapshots"]),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
