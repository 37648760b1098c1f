// Where a path that a call names lies in the project, as rules and notes speak of it.
import { homedir } from "node:os";
import { asWritten, realTarget } from "../disk/real-target.ts";
import type { ActWorld } from "../rules/deeds.ts";

/** The names from the top, which is a real path; nothing for what lies outside. */
export function belowOf(root: string): ActWorld["below"] {
  return (path, cwd) => {
    const real = realTarget(path, cwd, homedir());
    const top = asWritten(root);
    return real.startsWith(`${top}/`) ? [real.slice(top.length + 1).split("/")] : [];
  };
}
