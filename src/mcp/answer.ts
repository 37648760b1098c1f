// How a call is answered: the same JSON as text and as structured content, or a sentence and the next command with
// isError. Nothing that goes wrong inside a call leaves it as an exception (MCP-1).
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { McpCalls, OpenedMcp } from "../compose/mcp.ts";
import { activePause } from "../config/pause.ts";
import { type Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { faultOf } from "../text/system-errors.ts";
import { configNote, innerFault, PAUSED, PAUSED_HINT, refusalText } from "./wording.ts";

export type CallOutcome = object | Refusal;

type Act = (opened: OpenedMcp) => CallOutcome | Promise<CallOutcome>;

export async function reading(calls: McpCalls, act: Act): Promise<CallToolResult> {
  return answered(calls, async () => calls.read(), act);
}

export async function writing(calls: McpCalls, act: Act): Promise<CallToolResult> {
  return answered(calls, () => calls.write(), act);
}

async function answered(calls: McpCalls, open: () => Promise<OpenedMcp>, act: Act): Promise<CallToolResult> {
  try {
    const opened = await open();
    if (isPaused(opened)) return refused(refuse("not-allowed", PAUSED, PAUSED_HINT));
    const outcome = await act(opened);
    return isRefusal(outcome) ? refused(outcome) : done(outcome, configNote(opened.configProblems));
  } catch (error) {
    const fault = faultOf(error);
    return fault === undefined ? failed(innerFault(error)) : refused(refusalOf(fault));
  } finally {
    calls.encodeLater();
  }
}

export function isPaused({ pauses, project, act }: OpenedMcp): boolean {
  return activePause(pauses, project, act.now) !== undefined;
}

export function refusalOf({ code, message, hint }: Fault): Refusal {
  return refuse(code, message, hint);
}

function done(outcome: object, note: string | undefined): CallToolResult {
  const said = "note" in outcome ? `${note} ${outcome.note}` : note;
  const content = note === undefined ? outcome : { ...outcome, note: said };
  return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: { ...content } };
}

function refused(refusal: Refusal): CallToolResult {
  return failed(refusalText(refusal));
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
