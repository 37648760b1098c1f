// What every answer must be, whatever was broken (AGT-2, AGT-3, AGT-5): complaints, none when all is well.
import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { ANSWER_KEYS } from "../../src/hosts/codex/wire.ts";
import { type EventName, type Host, IN_GEMINI } from "./events.ts";
import type { Outcome } from "./process.ts";

export const LIMIT_MS = 1500;
const LOADED_LIMIT_MS = 5000;
/** A bare Node that takes this long says that the machine is busy with something else. */
const BUSY_MS = 120;
/** Per core; our own runs make it 1. */
const BUSY_LOAD = 1.5;

/** What a guard may be asked to do, as the caller knows it. */
export type Wanted = "deny" | "no opinion" | "marker" | "message" | "nothing" | "anything";

const MOST_CONTEXT = 9000;

/** All but how long it took. */
export function faultsOf({ status, signal, err, out }: Outcome, host: Host, event: EventName): readonly string[] {
  return [
    ...(status === 0 && signal === null ? [] : [`ended with ${status ?? signal}`]),
    ...(err === "" ? [] : [`stderr: ${err.slice(0, 200)}`]),
    ...answerFaults(out, host, event),
  ];
}

/** Of a machine that is busy with something else only what hangs is told. */
export function lateBy(ms: number, limit: number): readonly string[] {
  return ms <= limit || (ms <= LOADED_LIMIT_MS && isBusy()) ? [] : [`took ${ms.toFixed(0)} ms`];
}

export function answerFaults(out: string, host: Host, event: EventName): readonly string[] {
  if (out === "") return [];
  const said = objectFrom(out);
  const answer = said === undefined ? undefined : inCodexShape(said, host, event);
  if (answer === undefined) return [`not one JSON object: ${out.slice(0, 200)}`];
  const keys = event in ANSWER_KEYS ? ANSWER_KEYS[event as keyof typeof ANSWER_KEYS] : undefined;
  if (keys === undefined) return [`an answer to ${event}`];
  // Claude takes another input too, for its own memory folder.
  const specificKeys = host === "claude" ? [...keys.specific, "updatedInput"] : keys.specific;
  const { hookSpecificOutput: specific } = answer;
  const inner = objectOr(specific);
  const context = inner["additionalContext"];
  return [
    ...Object.keys(answer)
      .filter((key) => !keys.answer.includes(key))
      .map((key) => `unknown key ${key}`),
    ...Object.keys(inner)
      .filter((key) => !specificKeys.includes(key))
      .map((key) => `unknown inner key ${key}`),
    ...(specific === undefined || inner["hookEventName"] === event ? [] : ["another event's answer"]),
    ...(typeof context !== "string" || context.length <= MOST_CONTEXT ? [] : ["too much context"]),
    ...(inner["permissionDecision"] === "deny" && !inner["permissionDecisionReason"]
      ? ["a refusal without a reason"]
      : []),
  ];
}

/** Copilot's keys stand at the top level; Gemini has names of its own, and its context is escaped once more. */
function inCodexShape(answer: Fields, host: Host, event: EventName): Fields {
  if (host === "copilot") {
    // A refusal stands once more where VS Code listens, and says the same there.
    const { hookSpecificOutput: again, ...own } = answer;
    const once = { hookEventName: event, ...own };
    const isSame = again === undefined || JSON.stringify(again) === JSON.stringify(once);
    return { hookSpecificOutput: isSame ? once : { ...once, again } };
  }
  if (host !== "gemini") return answer;
  const { decision: permissionDecision, reason: permissionDecisionReason, hookSpecificOutput, ...others } = answer;
  if (permissionDecision !== undefined)
    return { ...others, hookSpecificOutput: { hookEventName: event, permissionDecision, permissionDecisionReason } };
  if (hookSpecificOutput === undefined) return others;
  const { hookEventName, additionalContext, ...inner } = objectOr(hookSpecificOutput);
  const named = hookEventName === (IN_GEMINI[event] ?? event) ? event : hookEventName;
  const plain = typeof additionalContext === "string" ? additionalContext.replaceAll("&amp;", "&") : additionalContext;
  return { ...others, hookSpecificOutput: { hookEventName: named, additionalContext: plain, ...inner } };
}

export function wantedFaults(wanted: Wanted, out: string, marker: string): readonly string[] {
  const answer = objectFrom(out) ?? {};
  const { permissionDecision: decision = answer["permissionDecision"] ?? answer["decision"] } = objectOr(
    answer["hookSpecificOutput"],
  );
  const isKept =
    wanted === "anything" ||
    (wanted === "deny" && decision === "deny") ||
    (wanted === "no opinion" && decision === undefined) ||
    (wanted === "marker" && out.includes(marker)) ||
    (wanted === "message" && Object.keys(objectFrom(out) ?? {}).join() === "systemMessage") ||
    (wanted === "nothing" && out === "");
  return isKept ? [] : [`wanted ${wanted}, got ${out.slice(0, 200) || "nothing"}`];
}

function isBusy(): boolean {
  const [load = 0] = loadavg();
  if (load > availableParallelism() * BUSY_LOAD) return true;
  const start = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - start > BUSY_MS;
}

type Fields = Readonly<Record<string, unknown>>;

function objectFrom(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function objectOr(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
