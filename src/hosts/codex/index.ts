import { folderFrom, type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => folderFrom(env["CODEX_HOME"], `${home}/.codex`);

export const codex: Host = {
  name: "codex",
  title: "Codex",
  program: "codex",
  packages: ["@openai/codex"],
  variables: [
    "CODEX_THREAD_ID",
    "CODEX_TOOL_CALL_ID",
    "CODEX_CI",
    // Named by its program, which sets them only inside its sandbox; the others were read from a command that it ran.
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
  ],
  folder,
  movedBy: ["CODEX_HOME", "CODEX_SQLITE_HOME"],
  settings: "hooks.json",
  sign: "config.toml",
  records: inside(folder, ["sessions", "archived_sessions", "history.jsonl"]),
  instructions: ({ env, home, folders }) => ({
    own: [`${folder(env, home)}/AGENTS.md`],
    project: inEach(folders, ["AGENTS.override.md"]),
    otherwise: inEach(folders, ["AGENTS.md"]),
  }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
