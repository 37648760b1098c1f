// Resources memory://<id> and the prompt `brief`. Both read what the tools read, by the same rules, and are plain text: so both
// come in the fence (CTX-1). A store that can't be opened has no resources, and says why when one is asked for.
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpCalls, OpenedMcp } from "../compose/mcp.ts";
import { statusOf } from "../memory/fields.ts";
import { renderWhole } from "../recall/render.ts";
import { candidateOf } from "../recall/serve.ts";
import { sessionStart } from "../recall/session-start.ts";
import { readCatalogue, supersededAmong } from "../store/catalogue.ts";
import { isGiven, readable } from "../store/resolve.ts";
import { suspectsBy } from "../store/withheld.ts";
import { isRefusal } from "../text/errors.ts";
import { faultOf } from "../text/system-errors.ts";
import { isPaused, refusalOf } from "./answer.ts";
import { headOf, type ShownHead } from "./shown.ts";
import { BRIEF, innerFault, PAUSED, RESOURCE, refusalText } from "./wording.ts";

const MOST_LISTED = 100;
const MIME = "text/markdown";

export function registerResources(server: McpServer, calls: McpCalls): void {
  const list = (): { resources: { uri: string; name: string; description: string; mimeType: string }[] } => ({
    resources: listed(calls).map(({ id, name, trust }) => ({
      uri: `memory://${id}`,
      name,
      description: `trust=${trust}`,
      mimeType: MIME,
    })),
  });
  server.registerResource(
    "memory",
    new ResourceTemplate("memory://{id}", { list }),
    { ...RESOURCE, mimeType: MIME },
    async (uri, { id }) => {
      const text = await asked(calls, (opened) => whole(opened, String(id)));
      return { contents: [{ uri: uri.href, mimeType: MIME, text }] };
    },
  );
}

/** Newest first: an id begins with its time. */
function listed(calls: McpCalls): readonly ShownHead[] {
  try {
    const opened = calls.read();
    if (isPaused(opened)) return [];
    const memories = opened.stores.flatMap(({ store }) => readCatalogue(store).memories);
    const superseded = supersededAmong(memories);
    return memories
      .filter((memory) => memory.id !== undefined && statusOf(memory.document) === "active" && !superseded.has(memory))
      .toSorted((a, b) => ((a.id ?? "") < (b.id ?? "") ? 1 : -1))
      .slice(0, 2 * MOST_LISTED)
      .filter((memory) => isGiven(memory, opened.act))
      .slice(0, MOST_LISTED)
      .map(headOf);
  } catch {
    // Hosts list resources unasked; the reason is told by the first tool that is called.
    return [];
  }
}

function whole({ stores, act }: OpenedMcp, id: string): string {
  const found = readable(stores, id, act);
  if (isRefusal(found)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(found));
  return `${renderWhole(candidateOf(found.memory, act))}\n`;
}

export function registerBrief(server: McpServer, calls: McpCalls): void {
  const { title, description } = BRIEF;
  server.registerPrompt("brief", { title, description }, async () => {
    const text = await asked(calls, brief);
    return { messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

async function brief({ indexed, act, config, project, branches, judge }: OpenedMcp): Promise<string> {
  const { intent } = await sessionStart(indexed(), {
    session: "",
    host: "mcp",
    source: "brief",
    now: act.now,
    config,
    judge: { name: judge, suspects: async () => suspectsBy(act.checks) },
    notices: [],
    branches: { known: () => branches, among: async (names) => names.filter((name) => branches.includes(name)) },
    ...(project === undefined ? {} : { project }),
  });
  return intent.kind === "context" && intent.text !== "" ? intent.text : BRIEF.empty;
}

/** A fault becomes the protocol's own error, with the sentence and the next command. */
async function asked<T>(calls: McpCalls, act: (opened: OpenedMcp) => T | Promise<T>): Promise<T> {
  try {
    const opened = calls.read();
    if (isPaused(opened)) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, PAUSED);
    return await act(opened);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const fault = faultOf(error);
    const text = fault === undefined ? innerFault(error) : refusalText(refusalOf(fault));
    throw new ProtocolError(ProtocolErrorCode.InternalError, text);
  }
}
