// An agent's installed entry, started as the agent starts it (AGT-34): found in its settings by the event, run by a shell or
// without one as it stands there. State is a folder of the run alone, so that it leaves nothing behind.
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { removeTree } from "../../disk/folder.ts";
import { child, descend } from "../../disk/paths.ts";
import type { Sample } from "../../hosts/samples.ts";
import { valueAt } from "./json-edit.ts";

export interface Probed {
  readonly sample: Sample;
  /** Why it did not run. */
  readonly problem?: string;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Installed {
  /** The settings that call the hook. */
  readonly text: string;
  readonly hookPath: string;
  /** Where those are no list of entries but a program that starts the hook: so it does that. */
  readonly args: readonly string[];
}

type Entry = { readonly line: string } | { readonly program: string; readonly args: readonly string[] };

export async function probe(installed: Installed, samples: readonly Sample[], cwd: string): Promise<readonly Probed[]> {
  const folder = realpathSync(mkdtempSync(child(tmpdir(), "holdfast-probe-")));
  try {
    const done: Probed[] = [];
    for (const sample of samples) done.push(await one(installed, sample, { cwd, state: descend(folder, "holdfast") }));
    return done;
  } finally {
    removeTree(folder);
  }
}

async function one(
  installed: Installed,
  sample: Sample,
  { cwd, state }: { readonly cwd: string; readonly state: string },
): Promise<Probed> {
  const entry = entryFor(installed, sample.event);
  if (entry === undefined)
    return { sample, code: null, out: "", err: "", problem: `its settings have no entry of ours for ${sample.event}` };
  const isOurs = (word: string): boolean => /[\\/]hook\.cjs$/.test(word);
  if ("line" in entry) {
    const line = entry.line.replace(/hook\.cjs(['"]?)/, `hook.cjs$1 --state '${state}'`);
    return run(sample, { program: line, args: [], shell: true, cwd });
  }
  const args = entry.args.flatMap((word) => (isOurs(word) ? [word, "--state", state] : [word]));
  return run(sample, { program: entry.program, args, shell: false, cwd });
}

/** The first of ours for that event: an entry of its list, or one that names it as what it waits for. */
function entryFor({ text, hookPath, args }: Installed, event: string): Entry | undefined {
  const hooks = valueAt(text, ["hooks"]);
  if (typeof hooks !== "object" || hooks === null) return { program: "node", args: [hookPath, ...args] };
  const at: unknown = Array.isArray(hooks)
    ? hooks.filter((each) => (each as { trigger?: unknown } | null)?.trigger === event)
    : (hooks as Readonly<Record<string, unknown>>)[event];
  return entriesIn(at, hookPath)[0];
}

function entriesIn(value: unknown, hookPath: string): readonly Entry[] {
  if (typeof value !== "object" || value === null) return [];
  const { command, bash, args } = value as { command?: unknown; bash?: unknown; args?: unknown };
  const line = typeof bash === "string" ? bash : command;
  const words = Array.isArray(args) ? args.filter((each) => typeof each === "string") : undefined;
  if (typeof line === "string" && words?.includes(hookPath)) return [{ program: line, args: words }];
  if (typeof line === "string" && line.includes("hook.cjs") && line.includes("holdfast")) return [{ line }];
  return Object.values(value).flatMap((each) => entriesIn(each, hookPath));
}

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
  readonly cwd: string;
}

function run(sample: Sample, { program, args, shell, cwd }: Run): Promise<Probed> {
  return new Promise((resolve) => {
    const started = spawn(program, args, { shell, cwd, stdio: ["pipe", "pipe", "pipe"], timeout: 10_000 });
    const said: Record<"out" | "err", Buffer[]> = { out: [], err: [] };
    const words = (of: "out" | "err"): string => Buffer.concat(said[of]).toString("utf8");
    started.stdout.on("data", (chunk: Buffer) => void said.out.push(chunk));
    started.stderr.on("data", (chunk: Buffer) => void said.err.push(chunk));
    started.on("error", ({ message }) => resolve({ sample, code: null, out: "", err: "", problem: message }));
    started.on("close", (code) => resolve({ sample, code, out: words("out"), err: words("err") }));
    started.stdin.on("error", () => undefined);
    started.stdin.end(JSON.stringify(sample.payload));
  });
}
