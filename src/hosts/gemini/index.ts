import { folderAt, type Host, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder = folderAt("GEMINI_CLI_HOME", "", "/.gemini");

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  packages: ["@google/gemini-cli"],
  variables: ["GEMINI_CLI"],
  folder,
  settings: "settings.json",
  sign: "settings.json",
  records: inside(folder, ["tmp", "history"]),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
