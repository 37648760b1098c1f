import { type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (_env, home) => `${home}/.cursor`;

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  program: "cursor-agent",
  packages: [],
  variables: ["CURSOR_AGENT"],
  folder,
  settings: "hooks.json",
  sign: "argv.json",
  records: inside(folder, ["projects", "chats"]),
  instructions: ({ folders }) => ({
    own: [],
    project: inEach(folders, ["AGENTS.md", ".cursor/rules/"]),
  }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
