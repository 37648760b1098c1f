// Silence that a person asked for (SUR-9) and may have forgotten: everything else can be in order, and no agent is told
// anything.
import type { Pause } from "../../config/pause.ts";
import type { MachineView, Probe, ProbeFinding } from "./probe.ts";

export const silence: Probe<MachineView> = {
  name: "silence",
  examine: ({ surroundings }) => {
    const { pauses, isOff } = surroundings.silence();
    return [...pauses.map(paused), ...(isOff ? [OFF] : [])];
  },
};

const OFF: ProbeFinding = {
  name: "silence",
  health: "warning",
  message: "HOLDFAST_OFF=1 is set in this shell: an agent started from it is told nothing",
  remedy: "unset HOLDFAST_OFF",
};

function paused({ project, until }: Pause): ProbeFinding {
  const where = project === undefined ? "everywhere" : "in this project";
  const span = until === undefined ? "until you end it" : `until ${until}`;
  return {
    name: "silence",
    health: "warning",
    message: `paused ${where}, ${span}: agents are told nothing`,
    remedy: `holdfast pause ${project === undefined ? "" : "--project "}--off`,
  };
}
