// An agent that does not exist, as somebody new to this code would add it: this file as src/hosts/stub/index.ts, and its
// name in the list (agent.test.ts does both in a copy of the sources).
import { contextAnswer, parseClaudeShaped } from "../../../../src/hosts/claude-shaped.ts";
import type { Host } from "../../../../src/hosts/host.ts";

const MARK = "# Made by `holdfast install`";

export const stub: Host = {
  name: "stub",
  title: "Stub Agent",
  program: "stub-agent",
  packages: ["@stub/agent"],
  variables: ["STUB_AGENT_SHELL"],
  folder: (_, home) => `${home}/.stub`,
  settings: "hooks/holdfast.txt",
  ours: ["hooks/holdfast.txt"],
  sign: "stub.json",
  records: (_, home) => [`${home}/.stub/sessions`],
  instructions: () => ({ own: [], project: [] }),
  wire: {
    parseEvent: (stdin) => parseClaudeShaped(stdin),
    renderIntent: (intent) =>
      intent.kind === "deny" ? JSON.stringify({ stubRefuses: intent.reason }) : contextAnswer("", ""),
  },
  setup: async () => ({
    files: ({ hookPath, args }, { settings: path }) => [
      {
        path,
        format: "text",
        undo: "exact",
        install: [{ kind: "ensure-file", mark: MARK, text: `run ${hookPath} --host stub ${args.join(" ")}\n` }],
        uninstall: [{ kind: "drop-file", mark: MARK }],
      },
    ],
  }),
  transcript: async () => ({ readTurn: () => undefined, readPlace: () => ({}), readWork: () => [] }),
};
