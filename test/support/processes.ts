// Who lives in a process group, by the system's own table. The dead that nobody has buried yet don't count.
import { readdirSync, readFileSync } from "node:fs";

export function livingIn(group: number): readonly string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, name = "", state = "", , inGroup = ""] = /^\d+ \((.*)\) (\S) (\d+) (\d+)/s.exec(stat) ?? [];
      return state !== "Z" && Number(inGroup) === group ? [`${pid} ${name}`] : [];
    } catch {
      return []; // it ended while the table was read
    }
  });
}
