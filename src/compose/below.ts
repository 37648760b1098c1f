// Where a path that a call names lies in the project, as rules and notes speak of it.
import { homedir } from "node:os";
import { asWritten, knowing, realTarget, type TargetDisk } from "../disk/real-target.ts";
import type { ActWorld } from "../rules/deeds.ts";

/** The names from the top, which is a real path; nothing for what lies outside. */
export function belowOf(root: string): ActWorld["below"] {
  const top = asWritten(root);
  // One folder may be spelled in several ways; the project's own is the one that its rules know.
  let disk: TargetDisk | undefined;
  return (path, cwd) => {
    disk ??= knowing([top]);
    const real = realTarget(path, cwd, homedir(), disk);
    return real.startsWith(`${top}/`) ? [real.slice(top.length + 1).split("/")] : [];
  };
}
