// What an end-to-end run needs to know of an agent (AGT-32): how it is asked, how its model is told to act, and what its
// tools say back. The acts that every agent must show are in acts.ts.
import { existsSync, readFileSync } from "node:fs";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import type { ModelRequest, Step } from "../support/model-request.ts";
import type { ProgramRun } from "../support/run-program.ts";
import { type Box, makeBox } from "./box.ts";
import type { Check, Part } from "./view.ts";

export interface Session {
  readonly run: ProgramRun;
  readonly first: ModelRequest;
  readonly last: ModelRequest;
  readonly all: readonly ModelRequest[];
}

export type Ask = (prompt: string, args?: readonly string[]) => Promise<Session>;
export type Act = (host: Host, check: Check) => Promise<void>;

export interface Host {
  /** As behind --agent. */
  readonly agent: string;
  readonly box: Box;
  readonly ask: Ask;
  /** The files that install touches. */
  readonly files: readonly string[];
  /** What the session prints for an answer of one word. */
  readonly answer: (stdout: string) => string;
  /** A request as the model would understand it, where the agent puts hooks' context in a form of its own. */
  readonly read?: (request: ModelRequest) => ModelRequest;
  /** The role in which hooks' context stands. */
  readonly role: string;
  /** A call of its shell tool. */
  shell(command: string): Step;
  /** One call for each of its tools that write a file. */
  writes(target: string, there: string): readonly Step[];
  /** The options with which it may write outside of the project at all, so that our hook is what stops it. */
  readonly reach?: (box: Box) => readonly string[];
  /** Settings of the agent's without its own rules, which refuse before a hook is asked (AGT-24). */
  readonly unruled?: (settings: string) => string;
  /** Run so, it sends no event for a prompt. */
  readonly noPrompts?: true;
  /** How a refusal by our hook reads. */
  readonly denied: RegExp;
  /** Its call of memory_search. */
  readonly search: Step;
  /** The file of a project that it reads by itself. */
  readonly instructions: string;
  /** The options with which it goes on with the last session. */
  readonly resume: readonly string[];
}

/** How a program is run once. */
export type Run = (box: Box, prompt: string, args?: readonly string[]) => Promise<ProgramRun>;
type Of = Omit<Host, "box" | "ask" | "files"> & { files(box: Box): readonly string[] };

/** A machine with the agent on it, and what is done there from its first start to the end. */
export async function onHost(of: Of, fake: FakeModel, run: Run, then: (host: Host) => Promise<void>): Promise<void> {
  const box = makeBox();
  const ask: Ask = async (prompt, args) => {
    fake.clear();
    const ran = await run(box, prompt, args);
    const all = fake.requests.map((request) => of.read?.(request) ?? request);
    const [first] = all;
    const last = all.at(-1);
    if (first === undefined || last === undefined) throw new Error(`asked no model: ${ran.stdout}${ran.stderr}`);
    return { run: ran, first, last, all };
  };
  try {
    await then({ ...of, box, ask, files: of.files(box) });
  } finally {
    box.remove();
  }
}

export async function tryParts(
  acts: Readonly<Partial<Record<Part, Act>>>,
  parts: readonly Part[],
  host: Host,
  check: Check,
): Promise<void> {
  for (const part of parts) {
    const act = acts[part];
    if (act === undefined) check(`${host.agent} has nothing that the part ${part} could try`, false);
    else await act(host, check);
  }
}

export function settings({ files }: Host): readonly (string | undefined)[] {
  return files.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined));
}

/** What the tools gave back, each by itself. */
export function resultsOf(request: ModelRequest): readonly string[] {
  const messages = request.messages.filter(({ role }) => role === "tool");
  return messages.map((message) => textsOf({ ...request, system: "", messages: [message] }).join("\n"));
}

export function results(request: ModelRequest): string {
  return resultsOf(request).join("\n");
}

export function times(request: ModelRequest, words: string): number {
  return textsOf(request).join("\n").split(words).length - 1;
}
