// Cline's CLI waits for its hooks before a tool alone: what they say as a task starts or a prompt is sent reaches no model, so
// they are not connected. It keeps a session as one document, not as lines: nothing is read from there.
import { type Host, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (_, home) => `${home}/.cline`;

export const cline: Host = {
  name: "cline",
  title: "Cline CLI",
  program: "cline",
  packages: ["cline"],
  variables: ["CLINE_CONNECTOR_CLI_LAUNCH"],
  folder,
  movedBy: ["CLINE_DIR", "CLINE_DATA_DIR"],
  settings: "hooks/PreToolUse.cjs",
  ours: ["hooks/PreToolUse.cjs"],
  sign: "data/settings/providers.json",
  records: inside(folder, ["data/sessions", "data/db", "data/logs"]),
  // What it is given before a tool is about the act; whether a file of the project says the same is not asked.
  instructions: () => ({ own: [], project: [] }),
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: async () => ({ readTurn: () => undefined, readPlace: () => ({}), readWork: () => [] }),
};
