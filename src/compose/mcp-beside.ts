// The MCP server on the same stdin and stdout. Hosts that were set up by `install` start it directly.
import { runBeside } from "./beside.ts";

/** Ends when the server does: when its input ends. */
export function startMcp(store?: string): Promise<number> {
  return runBeside("mcp.mjs", [], store, "inherit");
}
