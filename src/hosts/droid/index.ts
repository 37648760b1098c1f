import { type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (_, home) => `${home}/.factory`;

export const droid: Host = {
  name: "droid",
  title: "Factory Droid",
  program: "droid",
  packages: ["droid", "@factory/cli"],
  // `droid exec` sets it; a session in a terminal sets none, and is known by its program.
  variables: ["FACTORY_DISABLE_SETTINGS_PERSISTENCE"],
  folder,
  movedBy: ["FACTORY_HOME_OVERRIDE"],
  settings: "hooks.json",
  sign: "settings.json",
  records: inside(folder, ["sessions", "history.json", "logs"]),
  instructions: ({ env, home, folders }) => ({
    own: [`${folder(env, home)}/AGENTS.md`],
    project: inEach(folders, ["AGENTS.md"]),
  }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
