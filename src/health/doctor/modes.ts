// Who can reach what is private (STO-4): writable by others, or another user's, is an error, for then nothing here is
// believed; readable by others is a warning. Mending takes access away and never gives any.
import type { ForeignMode } from "../../disk/private-modes.ts";
import { FIX, type MachineView, type Probe, type ProbeFinding, some } from "./probe.ts";

const WORDS: Readonly<Record<ForeignMode["problem"], string>> = {
  owner: "belongs to another user",
  writable: "other users can write",
  readable: "other users can read",
};

export const modes: Probe<MachineView> = {
  name: "modes",
  examine: ({ surroundings }) => [rowOf(surroundings.foreignModes())],
  mend: ({ surroundings }) =>
    surroundings
      .tighten()
      .map(({ root, count }) => ({ label: `${count === 1 ? "1 mode" : `${count} modes`} in ${root}` })),
};

function rowOf(found: readonly ForeignMode[]): ProbeFinding {
  if (found.length === 0) return { name: "modes", health: "ok", message: "what is private is for you alone" };
  const kinds = (["owner", "writable", "readable"] as const).filter((kind) => of(found, kind).length > 0);
  const message = kinds.map((kind) => `${WORDS[kind]}: ${some(of(found, kind))}`).join("; ");
  const theirs = of(found, "owner");
  const mendable = theirs.length < found.length;
  return {
    name: "modes",
    health: kinds.some((kind) => kind !== "readable") ? "error" : "warning",
    message,
    remedy: theirs.length === 0 ? FIX : `${mendable ? `${FIX}; ` : ""}take back what is yours: chown, or move it away`,
  };
}

function of(found: readonly ForeignMode[], kind: ForeignMode["problem"]): readonly string[] {
  return found.filter(({ problem }) => problem === kind).map(({ path }) => path);
}
