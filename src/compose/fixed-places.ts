// Where our places are for what an agent starts: the hook, the MCP server, and the processes that these start (AGT-1a). As
// the entry's arguments say, which `install` wrote; without any, as in a plugin or an entry of an older version, at the usual
// places below the home that the system has for this account. No variable counts: what a project or an agent sets is taken out
// of the environment before anything reads it, and so is out of what our own processes and their git inherit.
import { userInfo } from "node:os";
import { fixedVariables, homeVariables } from "../disk/places.ts";

export function fixPlaces(args: readonly string[]): void {
  const fixed = fixedVariables(args, () => userInfo().homedir);
  for (const [name, value] of Object.entries({ ...fixed, ...homeVariables(fixed.HOME) })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
