// memory_list_review and memory_feedback: an agent sees the queue and adds a word to it; it decides nothing (REV-4).
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { McpCalls } from "../compose/mcp.ts";
import { giveFeedback } from "../recall/feedback.ts";
import { reviewQueue } from "../review/list.ts";
import { VERDICTS } from "../store/records.ts";
import { isRefusal } from "../text/errors.ts";
import { reading } from "./answer.ts";
import { headOf, headOfRow } from "./shown.ts";
import { APPENDS, ID, lean, NOTE, READS, TRUST, tool } from "./tool.ts";
import { INPUT } from "./wording.ts";

const MOST = 20;

export function registerReview(server: McpServer, calls: McpCalls): void {
  server.registerTool(
    "memory_list_review",
    {
      ...tool("memory_list_review"),
      inputSchema: lean(z.strictObject({})),
      outputSchema: lean(
        z.object({
          waiting: z.number(),
          withheld: z.number(),
          quarantined: z.number(),
          memories: z.array(z.object({ id: z.string(), name: z.string(), trust: TRUST, due: z.array(z.string()) })),
          note: NOTE,
        }),
      ),
      annotations: READS,
    },
    () =>
      reading(calls, ({ stores, act }) => {
        const { rows, withheld, quarantined } = reviewQueue(stores, act);
        const memories = rows.slice(0, MOST).map((row) => ({ ...headOfRow(row), due: [...row.due] }));
        return { waiting: rows.length, withheld, quarantined, memories };
      }),
  );
}

export function registerFeedback(server: McpServer, calls: McpCalls): void {
  server.registerTool(
    "memory_feedback",
    {
      ...tool("memory_feedback"),
      inputSchema: lean(
        z.strictObject({
          id: ID,
          verdict: z.enum(VERDICTS),
          quote: z.string().max(2000).optional().describe(INPUT.quote),
        }),
      ),
      outputSchema: lean(z.object({ id: z.string(), name: z.string(), trust: TRUST, kept: z.boolean(), note: NOTE })),
      annotations: APPENDS,
    },
    ({ id, verdict, quote }) =>
      reading(calls, ({ stores, act }) => {
        const given = giveFeedback(stores, { name: id, verdict, ...(quote === undefined ? {} : { quote }) }, act);
        return isRefusal(given) ? given : { ...headOf(given.memory), kept: true };
      }),
  );
}
