import { folderFrom, type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => `${folderFrom(env["GEMINI_CLI_HOME"], home)}/.gemini`;

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  packages: ["@google/gemini-cli"],
  variables: ["GEMINI_CLI"],
  folder,
  movedBy: ["GEMINI_CLI_HOME"],
  settings: "settings.json",
  ours: ["policies/holdfast.toml"],
  sign: "settings.json",
  records: inside(folder, ["tmp", "history"]),
  instructions: ({ env, home, folders }) => ({
    own: [`${folder(env, home)}/GEMINI.md`],
    project: inEach(folders, ["GEMINI.md"]),
    imports: true,
  }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
