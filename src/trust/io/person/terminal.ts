// Which terminal this process belongs to: the one that controls it, and the process that leads its session there, a person's shell
// mostly. Numbers of terminals are given again; a leader with the moment of its start is not. Linux only: elsewhere it is unknown.
import { readFileSync } from "node:fs";
import { statFields } from "./stat.ts";

export function terminalHere(): string | undefined {
  const [terminal = "0", session = "0"] = numbersOf("self", 4, 3);
  const [started] = numbersOf(session, 19);
  return terminal === "0" || started === undefined ? undefined : `${terminal}-${session}-${started}`;
}

/** None where it can't be read. */
function numbersOf(pid: string, ...fields: readonly number[]): readonly string[] {
  try {
    const rest = statFields(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return fields.flatMap((at) => rest[at] ?? []);
  } catch {
    return []; // no such table, or its leader is gone: then it is nobody's terminal, and what was confirmed is told
  }
}
