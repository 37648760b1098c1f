// Kiro keeps its sessions in files whose form it does not publish, and names none of them to a hook: nothing is read from there.
import { type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (_env, home) => `${home}/.kiro`;

export const kiro: Host = {
  name: "kiro",
  title: "Kiro",
  program: "kiro-cli",
  packages: [],
  variables: [],
  folder,
  settings: "hooks/holdfast.json",
  ours: ["hooks/holdfast.json"],
  sign: "settings/cli.json",
  records: inside(folder, ["sessions"]),
  instructions: ({ env, home, folders }) => ({
    own: [`${folder(env, home)}/steering/`],
    project: inEach(folders, ["AGENTS.md", ".kiro/steering/"]),
  }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: async () => ({ readTurn: () => undefined, readPlace: () => ({}), readWork: () => [] }),
};
