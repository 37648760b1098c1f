// As much of the optional peer's types as observer/io/model/providers/claude-sdk.ts uses, so that nobody needs it to build.
declare module "@anthropic-ai/claude-agent-sdk" {
  import type { ChildProcess } from "node:child_process";
  import type { Readable, Writable } from "node:stream";

  export interface SpawnedProcess {
    readonly stdin: Writable;
    readonly stdout: Readable;
    readonly killed: boolean;
    readonly exitCode: number | null;
    readonly signalCode?: NodeJS.Signals | null;
    kill(signal: NodeJS.Signals): boolean;
    readonly on: ChildProcess["on"];
    readonly once: ChildProcess["once"];
    readonly off: ChildProcess["off"];
  }

  export interface Options extends Readonly<Record<string, unknown>> {
    readonly spawnClaudeCodeProcess?: (start: {
      readonly command: string;
      readonly args: readonly string[];
    }) => SpawnedProcess;
  }

  export function query(request: { readonly prompt: string; readonly options: Options }): AsyncIterable<unknown>;
}
