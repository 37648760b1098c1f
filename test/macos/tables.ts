// TRU-22: 200 process tables as ps of macOS prints them, half of them with an agent above the command.
import { HOSTS } from "../../src/hosts/index.ts";
import { parsePs } from "../../src/trust/io/person/ps.ts";
import { seen } from "../../src/trust/io/person/seen.ts";
import { ASKING, psTables } from "../support/ps-tables.ts";
import type { World } from "./world.ts";

export function tables({ check, long }: World): void {
  let taken = 0;
  for (const { title, who, text } of psTables(long ? 500 : 200)) {
    const rows = parsePs(text);
    const table = { find: (pid: number) => rows.get(pid) };
    const found = seen({ env: {}, stdinIsTty: true, outIsTty: true, pid: ASKING, agents: HOSTS, table });
    if (who === "agent" && found.kind === "person") taken++;
    check(`table: ${who}: ${title}`, found.kind === who, found);
  }
  check("table: no agent was taken for a person", taken === 0, taken);
}
