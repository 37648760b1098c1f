// What this project brings along and can't be used. It is the repository's, so it is told and never mended.
import type { MachineView, Probe } from "./probe.ts";

export const project: Probe<MachineView> = {
  name: "project",
  examine: ({ surroundings }) => {
    const problems = surroundings.projectProblems();
    return problems.length === 0 ? [] : [{ name: "project", health: "warning", message: problems.join(" ") }];
  },
};
