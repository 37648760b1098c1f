// opencode keeps its sessions in a database, not in a file of lines: nothing is read from there yet, and the plugin leaves
// nothing in the inbox that would ask for it.
import type { Turn, Work } from "../turn.ts";

export function readTurn(_line: string): Turn | undefined {
  return undefined;
}

export function readPlace(_line: string): { readonly session?: string; readonly cwd?: string } {
  return {};
}

export function readWork(_line: string): readonly Work[] {
  return [];
}
