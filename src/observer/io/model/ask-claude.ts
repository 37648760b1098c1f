// One call to the user's own `claude`, whichever way it is spoken to: an empty folder, a process group, a locked program,
// an ear on every message, and an end that comes in any case (OBS-2, OBS-2b, OBS-10).
import { realpathSync } from "node:fs";
import { descend } from "../../../disk/paths.ts";
import { type ChildGroup, type Start, startGroup } from "./child-group.ts";
import { type Heard, listenToClaude } from "./hear-claude.ts";
import { inJail, probe, sandboxed } from "./jail.ts";
import { programEnvironment, versionFault } from "./lockdown.ts";
import { failed, type ModelQuestion, NOTHING, type Provider, type Reply } from "./provider.ts";

export interface ClaudeSettings {
  /** Of the user's own `claude`, absolute. */
  readonly program: string;
  readonly model: string;
  /** What lockdown.ts lets pass of it reaches the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cacheDir: string;
  /** An address other than the program's own, from the configuration. */
  readonly url?: string;
  /** Where `bwrap` is, if it is to be used where it works. */
  readonly bubblewrap?: string;
}

export interface Talk {
  readonly jail: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts the program inside all walls; it ends with the call. */
  start(command: string, args: readonly string[]): ChildGroup;
  hear(message: unknown): void;
  /** Nothing more will come of it. */
  giveUp(why: Reply): void;
}

export const TOO_LONG: Reply = failed("never", "The model's answer is too long.");

/** What the program puts around a prompt: where it stands, the date, the tool for JSON. Measured: under 3,000 bytes. */
const OVERHEAD = 6000;
const GRACE_MS = 500;

export function claudeProvider(
  name: string,
  settings: ClaudeSettings,
  speak: (asked: ModelQuestion, talk: Talk) => Promise<void>,
): Provider {
  let walls: Promise<Walls> | undefined;
  const ask = (asked: ModelQuestion, signal: AbortSignal): Promise<Reply> =>
    inJail(settings.cacheDir, async (jail) => {
      walls ??= lookAtProgram(settings, jail);
      const found = await walls;
      if (found.kind === "unlocked") return found;
      const within = { jail, bubblewrap: found.bubblewrap, signal };
      return converse(settings, asked, within, (talk) => speak(asked, talk));
    });
  return { name, model: settings.model, overhead: OVERHEAD, ask };
}

type Walls =
  | (Reply & { readonly kind: "unlocked" })
  | { readonly kind: "walls"; readonly bubblewrap: string | undefined };

/** Before anything is sent: an old program would expand paths in the prompt, and its first message comes too late. */
async function lookAtProgram(settings: ClaudeSettings, jail: string): Promise<Walls> {
  const env = environmentOf(settings, jail, 1);
  const version = await outputOf({ command: settings.program, args: ["--version"], cwd: jail, env });
  const why = versionFault(version);
  if (why !== undefined) return { kind: "unlocked", why: `Claude Code is not locked: ${why}.`, tokens: NOTHING };
  const { bubblewrap } = settings;
  if (bubblewrap === undefined) return { kind: "walls", bubblewrap };
  const works = (await startGroup(probe(bubblewrap, jail)).exited) === 0;
  return { kind: "walls", bubblewrap: works ? bubblewrap : undefined };
}

interface Within {
  readonly jail: string;
  readonly bubblewrap: string | undefined;
  readonly signal: AbortSignal;
}

async function converse(
  settings: ClaudeSettings,
  { maxOutputTokens }: ModelQuestion,
  { jail, bubblewrap, signal }: Within,
  speak: (talk: Talk) => Promise<void>,
): Promise<Reply> {
  const ear = listenToClaude();
  const env = environmentOf(settings, jail, maxOutputTokens);
  const groups: ChildGroup[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let grace: NodeJS.Timeout | undefined;
  let heard: Heard = "go on";
  let why: Reply = { ...failed("stop", "Claude Code ended without a word."), tokens: NOTHING };
  const talk: Talk = {
    jail,
    env,
    start: (command, args) => {
      const start = { command, args, cwd: jail, env };
      const group = startGroup(
        bubblewrap === undefined ? start : sandboxed(wallsFor(settings, bubblewrap, jail), start),
      );
      groups.push(group);
      return group;
    },
    hear: (message) => {
      if (heard === "over") return;
      why = failed("retry", "Claude Code ended before it answered.");
      heard = ear.hear(message);
      if (heard === "over") end();
      if (heard === "attempted") grace ??= setTimeout(end, GRACE_MS);
    },
    giveUp: (reason) => {
      why = reason;
      heard = "over";
      end();
    },
  };
  const stopped = (): void => {
    why = failed("retry", "The model did not answer in time.");
    end();
  };
  if (signal.aborted) return why;
  signal.addEventListener("abort", stopped);
  // The SDK throws where the program says that it ended with an error; what it said before is in the ear.
  await Promise.race([speak(talk).catch(() => undefined), over]);
  signal.removeEventListener("abort", stopped);
  clearTimeout(grace);
  const reply = ear.reply(why);
  // What tried to act gets no time to try again.
  const how = reply.kind === "acted" || reply.kind === "unlocked" ? "at once" : undefined;
  await Promise.all(groups.map((group) => group.end(how)));
  return reply;
}

/** macOS keeps the login in its keychain, which is asked through a program of the system. */
function environmentOf(
  settings: ClaudeSettings,
  jail: string,
  maxOutputTokens: number,
): Readonly<Record<string, string>> {
  const path = process.platform === "darwin" ? "/usr/bin:/bin" : jail;
  const { env: from, url } = settings;
  return programEnvironment({ from, path, temporary: jail, maxOutputTokens, ...(url === undefined ? {} : { url }) });
}

function wallsFor({ env, program }: ClaudeSettings, bubblewrap: string, jail: string): Parameters<typeof sandboxed>[0] {
  const home = env["HOME"] ?? "/nonexistent";
  const config = env["CLAUDE_CONFIG_DIR"];
  const own = config === undefined ? [descend(home, ".claude"), descend(home, ".claude.json")] : [config];
  return { bubblewrap, home, writable: [...own, jail], program: realpathSync(program) };
}

async function outputOf(start: Start): Promise<string> {
  const group = startGroup(start);
  let text = "";
  group.child.stdin.end();
  group.child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(0, 200);
  });
  const limit = setTimeout(() => void group.end(), 10_000);
  // Its exit may come before its last words.
  await Promise.all([group.exited, new Promise((resolve) => group.child.stdout.on("close", resolve))]);
  clearTimeout(limit);
  await group.end();
  return text;
}
