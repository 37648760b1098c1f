// The MCP server's first file, the one owner of stdin, stdout and the process (MCP-1). It always comes up and stays up:
// hosts try a server that fails again only much later, so a fault is told in answers, never by an exit.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { fixPlaces } from "../compose/fixed-places.ts";
import { callsFrom, leaveNotice } from "../compose/mcp.ts";
import { makeServer } from "./server.ts";

declare const __HOLDFAST_VERSION__: string | undefined;
const version = typeof __HOLDFAST_VERSION__ === "string" ? __HOLDFAST_VERSION__ : "0.0.0-source";

fixPlaces(process.argv.slice(2));
const calls = callsFrom(process.env, here, () => new Date());

function here(): string | undefined {
  try {
    return process.cwd();
  } catch {
    // The folder was removed while we ran in it.
    return undefined;
  }
}

/** Between calls there is nothing that could be half done: the next call opens everything anew. */
function stayUp(error: unknown): void {
  leaveNotice(error instanceof Error ? error.message : String(error));
}

process.on("uncaughtException", stayUp);
process.on("unhandledRejection", stayUp);

calls.encodeLater();
serveStdio(() => makeServer(calls, version), {
  // A line that is no message of the protocol; the SDK has answered it, or it can't be answered.
  onerror: () => undefined,
});
