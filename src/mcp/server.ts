// The server, made anew for each connection by one factory, for both eras of the protocol (MCP-1). It holds nothing
// between calls: what a call needs is opened for that call.
import { McpServer } from "@modelcontextprotocol/server";
import type { McpCalls } from "../compose/mcp.ts";
import { registerGet, registerSearch } from "./find.ts";
import { registerPropose, registerRemember } from "./remember.ts";
import { registerBrief, registerResources } from "./resources.ts";
import { registerFeedback, registerReview } from "./review.ts";
import { INSTRUCTIONS } from "./wording.ts";

/** Beyond any memory; what is larger is refused before it is validated. */
const MOST_ELEMENTS = 2000;

export function makeServer(calls: McpCalls, version: string): McpServer {
  const server = new McpServer(
    { name: "holdfast", version, title: "Holdfast" },
    { instructions: INSTRUCTIONS, maxToolInputElements: MOST_ELEMENTS },
  );
  registerSearch(server, calls);
  registerGet(server, calls);
  registerRemember(server, calls);
  registerPropose(server, calls);
  registerReview(server, calls);
  registerFeedback(server, calls);
  registerResources(server, calls);
  registerBrief(server, calls);
  return server;
}
