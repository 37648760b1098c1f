// How a call is answered: the same JSON as text and as structured content, or a sentence and the next command with
// isError. Nothing that goes wrong inside a call leaves it as an exception (MCP-1).
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type OpenedMcp, openToRead, openToWrite, type Surroundings } from "../compose/mcp.ts";
import { activePause } from "../config/pause.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { configNote, innerFault, PAUSED, PAUSED_HINT, refusalText } from "./wording.ts";

export type Outcome = object | Refusal;

export async function reading(
  around: Surroundings,
  act: (opened: OpenedMcp) => Outcome | Promise<Outcome>,
): Promise<CallToolResult> {
  return answered(around, async () => openToRead(around), act);
}

export async function writing(
  around: Surroundings,
  act: (opened: OpenedMcp) => Outcome | Promise<Outcome>,
): Promise<CallToolResult> {
  return answered(around, async () => openToWrite(around), act);
}

async function answered(
  around: Surroundings,
  open: () => Promise<OpenedMcp>,
  act: (opened: OpenedMcp) => Outcome | Promise<Outcome>,
): Promise<CallToolResult> {
  try {
    if (isOff(around)) return refused(refuse("not-allowed", PAUSED, PAUSED_HINT));
    const opened = await open();
    if (isPaused(opened)) return refused(refuse("not-allowed", PAUSED, PAUSED_HINT));
    const outcome = await act(opened);
    return isRefusal(outcome) ? refused(outcome) : done(outcome, configNote(opened.configProblems));
  } catch (error) {
    return error instanceof Fault ? refused(refusalOf(error)) : failed(innerFault(error));
  }
}

export function isOff({ env }: Surroundings): boolean {
  return env["HOLDFAST_OFF"] === "1";
}

export function isPaused({ pauses, project, act }: OpenedMcp): boolean {
  return activePause(pauses, project, act.now) !== undefined;
}

export function refusalOf({ code, message, hint }: Fault): Refusal {
  return refuse(code, message, hint);
}

function done(outcome: object, note: string | undefined): CallToolResult {
  const content = note === undefined ? outcome : { ...outcome, note };
  return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: { ...content } };
}

function refused(refusal: Refusal): CallToolResult {
  return failed(refusalText(refusal));
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
