// The built hook, run as a host runs it, with a home of its own.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { placesOf, rootOf } from "./store-box.ts";

export interface HookAnswer {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface HookRun {
  readonly base: string;
  readonly host?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function hookEnvironment(base: string): Record<string, string> {
  const places = placesOf(base);
  return {
    PATH: process.env.PATH ?? "",
    HOME: base,
    HOLDFAST_HOME: rootOf(base),
    XDG_CONFIG_HOME: dirname(places.config),
    XDG_STATE_HOME: dirname(places.state),
    XDG_DATA_HOME: dirname(places.data),
    XDG_CACHE_HOME: dirname(places.cache),
  };
}

/** As the installed entry has them. */
export function hookArguments(_base: string, host = "claude"): readonly string[] {
  return ["--host", host];
}

export function runHook(hook: string, stdin: object | string, run: HookRun): HookAnswer {
  const input = typeof stdin === "string" ? stdin : JSON.stringify(stdin);
  const args = [hook, ...hookArguments(run.base, run.host), ...(run.args ?? [])];
  const env = { ...hookEnvironment(run.base), ...run.env };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: "utf8", env });
  return { status, out: stdout, err: stderr };
}

export function contextIn({ out }: HookAnswer): string {
  if (out === "") return "";
  const answer = JSON.parse(out) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? "";
}
