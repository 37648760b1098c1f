import { folderFrom, type Host, inEach, inside } from "../host.ts";
import { vscode } from "./vscode.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => folderFrom(env["COPILOT_HOME"], `${home}/.copilot`);

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  packages: ["@github/copilot"],
  variables: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"],
  folder,
  movedBy: ["COPILOT_HOME"],
  settings: "hooks/holdfast.json",
  ours: ["hooks/holdfast.json"],
  sign: "config.json",
  records: inside(folder, ["session-state", "session-store.db", "session-store.db-wal", "logs"]),
  instructions: ({ env, home, folders }) => ({
    own: [`${folder(env, home)}/copilot-instructions.md`],
    project: inEach(folders, ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"]),
  }),
  wire,
  guests: [vscode],
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
