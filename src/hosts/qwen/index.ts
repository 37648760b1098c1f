import { folderFrom, type Host, inEach, inside } from "../host.ts";
import * as wire from "./wire.ts";

const folder: Host["folder"] = (env, home) => folderFrom(env["QWEN_HOME"], `${home}/.qwen`);

export const qwen: Host = {
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  packages: ["@qwen-code/qwen-code"],
  variables: ["QWEN_CODE"],
  folder,
  movedBy: ["QWEN_HOME", "QWEN_RUNTIME_DIR"],
  settings: "settings.json",
  sign: "settings.json",
  records: inside(folder, ["projects", "tmp", "history"]),
  instructions: ({ env, home, folders }) => {
    const own = folder(env, home);
    return {
      own: [`${own}/QWEN.md`, `${own}/AGENTS.md`, `${own}/rules/`],
      project: inEach(folders, ["QWEN.md", "AGENTS.md", ".qwen/QWEN.local.md"]),
      imports: true,
    };
  },
  wire,
  setup: async () => (await import("./setup.ts")).setup,
  transcript: () => import("./transcript.ts"),
};
