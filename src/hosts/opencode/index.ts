// opencode keeps its sessions in a database, not in a file of lines: nothing is read from there yet, and the plugin leaves
// nothing in the inbox that would ask for it.
import { folderFrom, type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => `${folderFrom(env["XDG_CONFIG_HOME"], `${home}/.config`)}/opencode`;

export const opencode: Host = {
  name: "opencode",
  title: "opencode",
  program: "opencode",
  packages: ["opencode-ai"],
  variables: ["OPENCODE"],
  folder,
  movedBy: ["XDG_CONFIG_HOME", "XDG_DATA_HOME"],
  settings: "plugin/holdfast.js",
  ours: ["plugin/holdfast.js"],
  sign: "opencode.json",
  records: inside(
    (env, home) => `${folderFrom(env["XDG_DATA_HOME"], `${home}/.local/share`)}/opencode`,
    ["opencode.db", "opencode.db-wal", "storage", "snapshot", "log"],
  ),
  instructions: ({ env, home, folders }) => ({
    own: [`${folder(env, home)}/AGENTS.md`],
    project: inEach(folders, ["AGENTS.md"]),
    otherwise: inEach(folders, ["CLAUDE.md"]),
  }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: async () => ({ readTurn: () => undefined, readPlace: () => ({}), readWork: () => [] }),
};
