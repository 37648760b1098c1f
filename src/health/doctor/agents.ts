// Whether each agent on this machine is connected, and its hook still there (AGT-30). Connecting edits a foreign
// settings file, so it is never done in passing.
import type { AgentSeen } from "../surroundings.ts";
import type { MachineView, Probe, ProbeFinding } from "./probe.ts";

export const agents: Probe<MachineView> = {
  name: "agents",
  examine: ({ surroundings }) => surroundings.agents().map(rowOf),
};

const MEND = "Mend the file, then: holdfast doctor";

function rowOf(seen: AgentSeen): ProbeFinding {
  const { agent, present, evidence, connected, trace, unreadable, switchedOff, hookCopy, advice } = seen;
  const remedy = `holdfast install --agent ${agent}`;
  if (unreadable !== undefined)
    return { name: agent, health: "error", message: `its settings can't be read: ${unreadable}`, remedy: MEND };
  if (trace && !hookCopy)
    return {
      name: agent,
      health: "error",
      message: "connected, but the hook it calls is gone, or a part of it",
      remedy,
    };
  if (connected && switchedOff !== undefined) {
    const message = `connected, but ${switchedOff} in its settings keeps it from running hooks`;
    return { name: agent, health: "warning", message, remedy: MEND };
  }
  if (connected)
    return { name: agent, health: "ok", message: advice === undefined ? "connected" : `connected. ${advice}` };
  if (trace) return { name: agent, health: "warning", message: "connected in part, or by an older version", remedy };
  if (present) return { name: agent, health: "warning", message: "found, not connected", remedy };
  return { name: agent, health: "ok", message: `not on this machine (${evidence})` };
}
