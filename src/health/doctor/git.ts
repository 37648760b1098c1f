// A store works without git, but has no history and can't be synced (STO-1). Where git is there, nothing is said.
import type { MachineView, Probe } from "./probe.ts";

/** `sync` says it too. */
export const NO_GIT = {
  message: "git is not installed, so the store has no history and can't be synced",
  remedy: "install git, then: holdfast init",
} as const;

export const git: Probe<MachineView> = {
  name: "git",
  examine: ({ surroundings }) => (surroundings.hasGit() ? [] : [{ name: "git", health: "warning", ...NO_GIT }]),
};
