// The guard: may this tool call touch what is ours? (AGT-4, AGT-20, AGT-21, AGT-22, AGT-23). Pure: what it needs to know
// of the machine comes in as a GuardWorld. What an entrance calls:
//
//   decide(call: ToolCall, world: GuardWorld): Decision                                   guard/decide.ts
//   needsShell(call: ToolCall, world: GuardWorld): boolean                                guard/decide.ts
//     true: load src/guard/shell/read.ts and put its `readShell` into the world before deciding;
//     false: decide() will not ask for it.
//   autoMemory(call: ToolCall, world: AutoMemoryWorld, checks: AutoMemoryChecks): AutoMemoryDecision
//                                                                                         guard/auto-memory.ts
//   contentAfter(call: ToolCall, before: string | undefined, path?: string): string | undefined
//                                                                                         guard/content-after.ts
//
// There is no "allow": an explicit allow would skip the person's own permission prompt (AGT-22).
import type { ReadShell } from "./shell-line.ts";

export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absolute. */
  readonly cwd: string;
}

export type Decision = { readonly kind: "none" } | { readonly kind: "deny"; readonly reason: string };

export const NONE: Decision = { kind: "none" };

export interface GuardWorld {
  /** Real paths of all that is ours: each store's root, and our config, state, cache and data folders. */
  readonly roots: readonly string[];
  readonly home: string;
  /** What a shell of the agent would know: HOME is added; give HOLDFAST_HOME and XDG_* where they are set. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absolute and real: `~`, `..`, `//` and symbolic links are followed as far as the path exists. */
  resolve(path: string, cwd: string): string;
  /** Whether a folder that is called like a project's shared store holds a store's marker; by its real path. */
  isStore(folder: string): boolean;
  readonly readShell: ReadShell;
  /** This system's disks take a name without its case. */
  readonly folds?: boolean;
  /** Lines may be PowerShell's or cmd's, and paths have drives; how such a line is read (src/guard/shell/read-windows.ts). */
  readonly readWindows?: ReadShell;
}

/** Thrown where a call asks too often where a path leads; it is then judged as one that can't be read. */
export class TooManyLooks extends Error {}
