// The user's own `claude` through the Claude Agent SDK (OBS-2). The SDK is an optional peer of 65 MB beside a program of
// 350 MB: this file alone imports it, when a call is made. The program is the user's own, started by us inside all walls.
import { Transform } from "node:stream";
import type { query as Query, SpawnedProcess } from "@anthropic-ai/claude-agent-sdk";
import { type ClaudeSettings, claudeProvider, type Talk, TOO_LONG } from "../ask-claude.ts";
import type { ChildGroup } from "../child-group.ts";
import { budgetText, FIRST_SENTENCE, SDK_LOCKDOWN } from "../lockdown.ts";
import { failed, type ModelQuestion, NOTHING, type Provider, type Reply } from "../provider.ts";

export interface AgentSdk {
  readonly query: typeof Query;
}

export interface SdkSettings extends ClaudeSettings {
  /** For tests: where the SDK is, when it is not beside this package. */
  readonly load?: () => Promise<AgentSdk>;
}

const MISSING: Reply = {
  ...failed("stop", "The Claude Agent SDK is not installed: npm install -g @anthropic-ai/claude-agent-sdk"),
  tokens: NOTHING,
};
const MAX_BYTES = 4 * 1024 * 1024;

export function claudeSdkProvider(settings: SdkSettings): Provider {
  return claudeProvider("claude-sdk", settings, (asked, talk) => speak(settings, asked, talk));
}

async function speak(settings: SdkSettings, asked: ModelQuestion, talk: Talk): Promise<void> {
  const sdk = await (settings.load ?? beside)().catch(() => undefined);
  if (sdk === undefined) return talk.giveUp(MISSING);
  const messages = sdk.query({
    prompt: FIRST_SENTENCE + asked.prompt,
    options: {
      ...SDK_LOCKDOWN,
      model: settings.model,
      systemPrompt: asked.system,
      outputFormat: { type: "json_schema", schema: asked.schema },
      thinking: { type: "disabled" },
      maxBudgetUsd: Number(budgetText(asked.maxMoney)),
      cwd: talk.jail,
      env: talk.env,
      pathToClaudeCodeExecutable: settings.program,
      spawnClaudeCodeProcess: ({ command, args }) => counted(talk.start(command, args), talk),
    },
  });
  for await (const message of messages) talk.hear(message);
}

function beside(): Promise<AgentSdk> {
  return import("@anthropic-ai/claude-agent-sdk");
}

/** The SDK reads all that comes; here it is cut. */
function counted({ child, end }: ChildGroup, talk: Talk): SpawnedProcess {
  let bytes = 0;
  const stdout = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) return done(null, chunk);
      talk.giveUp(TOO_LONG);
      done(null);
    },
  });
  child.stdout.pipe(stdout);
  return {
    stdin: child.stdin,
    stdout,
    get killed() {
      return child.killed;
    },
    get exitCode() {
      return child.exitCode;
    },
    get signalCode() {
      return child.signalCode;
    },
    kill: () => {
      void end();
      return true;
    },
    on: child.on.bind(child),
    once: child.once.bind(child),
    off: child.off.bind(child),
  };
}
