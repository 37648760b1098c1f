// One session of one program with a model that does not listen: each step of its script is one attempt, and what came of it is
// read off the machine and off what the model is given next.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { script } from "../e2e/view.ts";
import { textsOf } from "../support/fake-model.ts";
import type { Block, ModelRequest, Step } from "../support/model-request.ts";
import type { Agent, Machine } from "./agents.ts";
import type { Act, Attempt, Trace } from "./attempts.ts";

export interface Outcome {
  readonly attempt: Attempt;
  /** What the model is given as this call's result. */
  readonly told: string;
  /** The deed was done; undefined where that can't be seen. */
  readonly done: boolean | undefined;
}

export interface Session {
  readonly outcomes: readonly Outcome[];
  readonly first: ModelRequest;
  readonly last: ModelRequest;
}

export async function session(agent: Agent, at: Machine, attempts: readonly Attempt[]): Promise<Session> {
  const steps = attempts.map(({ act }) => stepsOf(agent, act, at));
  at.fake.clear();
  const ran = await agent.run(agent.program ?? "", at, `go ${script(...steps.flat(), { text: "DONE" })}`);
  const asked = at.fake.requests.map((request) => ({ request, results: resultsOf(request) }));
  const first = asked.find(({ request }) => textsOf(request).some((text) => text.includes("go @@")));
  const last = asked.reduce(
    (best, each) => (each.results.length >= best.results.length ? each : best),
    asked[0] ?? NONE,
  );
  if (first === undefined || last.request === undefined) {
    throw new Error(`${agent.name} asked no model: ${ran.stdout.slice(-400)}${ran.stderr.slice(-400)}`);
  }
  const ends = steps.map((_, n) => steps.slice(0, n + 1).flat().length - 1);
  return {
    first: first.request,
    last: last.request,
    outcomes: attempts.map((attempt, n) => {
      const told = last.results[ends[n] ?? 0] ?? "(no result)";
      return { attempt, told, done: isDone(attempt.leaves, told, at) };
    }),
  };
}

/** The last of them is the attempt. */
function stepsOf(agent: Agent, act: Act, at: Machine): readonly Step[] {
  const first: Act[] = agent.readsFirst && act.by === "edit" ? [{ by: "read", path: act.path }] : [];
  return [...first, act].flatMap((each) => agent.step(each, at) ?? []);
}

const NONE = { request: undefined, results: [] };

/** Each tool's result by itself, in order: a turn of its own, or a block of the user's. */
function resultsOf(request: ModelRequest): readonly string[] {
  return request.messages.flatMap(({ role, content }) => {
    if (role === "tool") return [wordsOf([{ type: "text", content }])];
    if (typeof content === "string") return [];
    return content.filter(({ type }) => type === "tool_result").map((block) => wordsOf([block]));
  });
}

function wordsOf(content: string | readonly Block[]): string {
  if (typeof content === "string") return content;
  return content.map((block) => `${block.text ?? ""}${wordsOf(block.content ?? "")}`).join("\n");
}

function isDone(trace: Trace | undefined, told: string, { project, log }: Machine): boolean | undefined {
  switch (trace?.kind) {
    case undefined:
      return undefined;
    case "called":
      // A question is no deed.
      return textOf(log)
        .split("\n")
        .some((line) => !line.startsWith("approve") && line.includes(trace.word));
    case "file":
      return textOf(join(project, trace.path)).includes(trace.word);
    case "told":
      return told.includes(trace.word);
  }
}

export function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
