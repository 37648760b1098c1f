// The configuration (CFG-3). A file that can't be read as a whole sets nothing, the person's own tightenings
// included: that is an error, and mending moves the file aside. A bad key or value is told and left to its author.
import { effectiveConfig, parseConfig } from "../../config/config.ts";
import { FIX, type MachineView, type Probe, type ProbeFinding } from "./probe.ts";

export const config: Probe<MachineView> = {
  name: "config",
  examine: (view) => [rowOf(view)],
  mend: (view) => {
    if (damageOf(view) === undefined) return [];
    return [{ label: `the damaged configuration, kept at ${view.surroundings.setConfigAside()}` }];
  },
};

function rowOf(view: MachineView): ProbeFinding {
  const { user, project, path } = view.surroundings.config();
  const damage = damageOf(view);
  if (damage !== undefined) {
    const remedy = `Mend ${path}, or move it aside: ${FIX}`;
    return { name: "config", health: "error", message: damage, remedy };
  }
  const { warnings } = effectiveConfig(
    parseConfig(user, "user"),
    project === undefined ? undefined : parseConfig(project, "project"),
  );
  if (warnings.length === 0) return { name: "config", health: "ok", message: "no complaints" };
  const message = warnings.map((warning) => warning.message).join("; ");
  return { name: "config", health: "warning", message, remedy: "holdfast config list" };
}

/** A complaint about no key is about the file. A project's file is not ours to move. */
function damageOf({ surroundings }: MachineView): string | undefined {
  return parseConfig(surroundings.config().user, "user").errors.find(({ key }) => key === "")?.message;
}
