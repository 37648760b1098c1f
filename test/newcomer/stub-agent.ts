// One more agent: its folder, and its name in the list. What the built programs make of it (doctor, install, the hook, the
// guard, who is a person) is tried by test/unit/hosts/newcomer/agent.test.ts, with the same agent.
import { readFileSync } from "node:fs";
import type { Change } from "./change.ts";

const STUB = readFileSync(new URL("../unit/hosts/newcomer/index.ts", import.meta.url), "utf8");

export const stubAgent: Change = {
  name: "a stub agent",
  most: 2,
  edits: [
    { path: "src/hosts/stub/index.ts", text: STUB.replaceAll("../../../../src/hosts/", "../") },
    {
      holding: "export const HOSTS: readonly Host[]",
      pairs: [
        ["\nexport const HOSTS", 'import { stub } from "./stub/index.ts";\n\nexport const HOSTS'],
        ["opencode];", "opencode, stub];"],
      ],
    },
  ],
  shows: {
    "help names it": (copy) => /opencode, stub/.test(copy.holdfast("install", "--help").out),
    "completion names it": (copy) => /opencode, stub/.test(copy.holdfast("completion", "fish").out),
    "the reference page names it": (copy) =>
      copy.node("scripts/generate-reference.ts").code === 0 &&
      /opencode, stub/.test(copy.read("docs/reference/commands.md")),
    "doctor knows it": (copy) => /stub/.test(copy.holdfast("doctor", "--all").out),
  },
};
