import { folderFrom, type Host, inEach, inside } from "../host.ts";
import { slugOf } from "./auto-memory.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`);

export const claude: Host = {
  name: "claude",
  title: "Claude Code",
  program: "claude",
  packages: ["@anthropic-ai/claude-code"],
  variables: ["CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION", "AI_AGENT"],
  folder,
  movedBy: ["CLAUDE_CONFIG_DIR", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"],
  settings: "settings.json",
  sign: "settings.json",
  records: inside(folder, ["projects", "history.jsonl", "file-history", "todos", "shell-snapshots"]),
  instructions: ({ env, home, folders, main }) => {
    const own = folder(env, home);
    return {
      own: [`${own}/CLAUDE.md`, `${own}/rules/`],
      project: inEach(folders, ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/"]),
      otherwise: inEach(folders, ["AGENTS.md"]),
      notes: { file: `${own}/projects/${slugOf(main)}/memory/MEMORY.md`, unless: "autoMemory" },
      imports: true,
    };
  },
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
