// memory_search and memory_get: reading, with what waits for a person left out (MCP-2).
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { McpCalls, OpenedMcp } from "../compose/mcp.ts";
import { closer } from "../recall/encoder.ts";
import { nearInMeaning } from "../recall/near-in-meaning.ts";
import { type SearchRequest, type SearchResult, search } from "../recall/search.ts";
import { show } from "../review/show.ts";
import type { Memory } from "../store/catalogue.ts";
import { suspectsBy } from "../store/withheld.ts";
import { isRefusal } from "../text/errors.ts";
import { type CallOutcome, reading } from "./answer.ts";
import { excerptOf, headOf, wholeOf } from "./shown.ts";
import { ALWAYS_LOADED, ID, lean, NOTE, READS, TRUST, tool } from "./tool.ts";
import { INPUT, NEAR, whyFound } from "./wording.ts";

const DEFAULT_LIMIT = 5;
/** Of the best score: what comes below is a different matter (SEA-7). The first two are always given. */
const CUT = 0.5;
const ALWAYS = 2;

export function registerSearch(server: McpServer, calls: McpCalls): void {
  server.registerTool(
    "memory_search",
    {
      ...tool("memory_search"),
      inputSchema: lean(
        z.strictObject({
          query: z.string().max(8000),
          limit: z.int().min(1).max(20).optional().describe(INPUT.limit),
        }),
      ),
      outputSchema: lean(
        z.object({
          memories: z.array(
            z.object({ id: z.string(), name: z.string(), trust: TRUST, excerpt: z.string(), why: z.string() }),
          ),
          note: NOTE,
        }),
      ),
      annotations: READS,
      _meta: ALWAYS_LOADED,
    },
    ({ query, limit }) => reading(calls, (opened) => found(opened, query, limit ?? DEFAULT_LIMIT)),
  );
}

async function found(opened: OpenedMcp, text: string, limit: number): Promise<CallOutcome> {
  const { act, project } = opened;
  const stores = opened.indexed();
  const request: SearchRequest = {
    text,
    interactive: true,
    now: act.now,
    suspects: suspectsBy(act.checks),
    ...(project === undefined ? {} : { project }),
    branches: opened.branches,
  };
  const result = search(stores, request);
  const best = result.hits[0]?.score ?? 0;
  const hits = result.hits.filter(({ score }, at) => at < ALWAYS || score >= CUT * best).slice(0, limit);
  const near = nearInMeaning(result, hits, await closer(stores, result, text, opened.encoder), request);
  const rowOf = (memory: Memory, why: string): object => ({ ...headOf(memory), excerpt: excerptOf(memory), why });
  return {
    memories: [
      ...hits.map(({ memory, matched }) =>
        rowOf(memory, whyFound(matched.map(({ term, fields }) => ({ term: typed(result, term), fields })))),
      ),
      ...near.map(({ memory }) => rowOf(memory, NEAR)),
    ],
  };
}

/** As it was asked, where that is known. */
function typed({ query }: SearchResult, term: string): string {
  return query.terms.find((each) => each.term === term)?.forms[0] ?? term;
}

export function registerGet(server: McpServer, calls: McpCalls): void {
  server.registerTool(
    "memory_get",
    {
      ...tool("memory_get"),
      inputSchema: lean(z.strictObject({ id: ID })),
      outputSchema: lean(
        z.object({
          id: z.string(),
          name: z.string(),
          trust: TRUST,
          description: z.string(),
          kind: z.string().optional(),
          scope: z.string(),
          status: z.string(),
          text: z.string(),
          note: NOTE,
        }),
      ),
      annotations: READS,
    },
    ({ id }) =>
      reading(calls, ({ stores, act }) => {
        const shown = show(stores, id, act);
        return isRefusal(shown) ? shown : { ...wholeOf(shown.row, shown.body) };
      }),
  );
}
