// The built hook, run as a host runs it, with a home of its own.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { placeArguments, placesFrom } from "../../src/disk/places.ts";
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

/** As an installed entry has them: the host, and the places by which a terminal with these variables goes. */
export function entryArguments(env: Readonly<Record<string, string | undefined>>, host = "claude"): readonly string[] {
  const home = env.HOME ?? "/";
  return ["--host", host, ...placeArguments(placesFrom(env, home), home)];
}

export function hookArguments(base: string, host = "claude"): readonly string[] {
  return entryArguments(hookEnvironment(base), host);
}

export function runHook(hook: string, stdin: object | string, run: HookRun): HookAnswer {
  const input = typeof stdin === "string" ? stdin : JSON.stringify(stdin);
  const env = { ...hookEnvironment(run.base), ...run.env };
  const args = [hook, ...entryArguments(env, run.host), ...(run.args ?? [])];
  return runProgram(args, input, env);
}

/** `npm run proof hook:bun` puts Bun here. */
const PROGRAM = process.env.HOLDFAST_HOOK_RUNTIME ?? process.execPath;

export function runProgram(args: readonly string[], input: string, env: Readonly<Record<string, string>>): HookAnswer {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, {
    input,
    encoding: "utf8",
    env,
  });
  return { status, out: stdout, err: stderr };
}

export function contextIn({ out }: HookAnswer): string {
  if (out === "") return "";
  const answer = JSON.parse(out) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? "";
}
