// One prompt to the real Claude Code, and what it asked the model.
import type { ModelRequest } from "../support/model-request.ts";
import type { ProgramRun } from "../support/run-program.ts";

interface Session {
  readonly run: ProgramRun;
  readonly first: ModelRequest;
  readonly all: readonly ModelRequest[];
}

export type Ask = (prompt: string, model: string, args?: readonly string[]) => Promise<Session>;
