// The only maker of model calls (OBS-1). Every call is paid for before it is made (OBS-5), can only speak (OBS-2, OBS-3),
// and is written down (OBS-6), whatever becomes of it.

import { atLeast, boundFor, moneyFor, type Price, priceOf, type Reservation, type Spend } from "../../budget.ts";
import type { AuditEntry, Cost, Model, ModelAnswer, ModelCall, Tokens } from "../../model.ts";
import type { ClaudeSettings } from "./ask-claude.ts";
import { openAuditLog } from "./audit-log.ts";
import { failed, NOTHING, type Provider, type Reply } from "./provider.ts";
import { claudeProgramProvider } from "./providers/claude-program.ts";
import { claudeSdkProvider, type SdkSettings } from "./providers/claude-sdk.ts";
import { anthropicProvider, type HttpSettings, openaiProvider } from "./providers/http.ts";

export type ProviderSettings =
  | ({ readonly kind: "anthropic" } & HttpSettings)
  | ({ readonly kind: "openai" } & HttpSettings)
  | ({ readonly kind: "claude" } & ClaudeSettings)
  | ({ readonly kind: "claude-sdk" } & SdkSettings);

export interface ModelSettings {
  readonly provider: ProviderSettings;
  /** Where the configuration names one; else the table's. */
  readonly price?: Price;
  readonly spend: Spend;
  readonly stateDir: string;
  /** Takes secrets out of what is written down. */
  readonly mask: (text: string) => string;
  /** For whoever looks next: an attempt to act, a log that can't be written, a bill above its bound. */
  readonly notice: (sentence: string) => void;
  readonly now: () => Date;
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 90_000;

export function openModel(settings: ModelSettings): Model {
  const provider = providerFor(settings.provider);
  const price = priceOf(provider.model, settings.price);
  return {
    name: `${provider.name} ${provider.model}`,
    call: (request, signal) => lockedCall({ settings, provider, price }, request, signal),
  };
}

function providerFor(settings: ProviderSettings): Provider {
  switch (settings.kind) {
    case "anthropic":
      return anthropicProvider(settings);
    case "openai":
      return openaiProvider(settings);
    case "claude":
      return claudeProgramProvider(settings);
    case "claude-sdk":
      return claudeSdkProvider(settings);
  }
}

interface Wired {
  readonly settings: ModelSettings;
  readonly provider: Provider;
  readonly price: Price;
}

async function lockedCall(wired: Wired, request: ModelCall, signal: AbortSignal): Promise<ModelAnswer> {
  const { settings, provider } = wired;
  const bound = costOf(wired, boundOf(provider, request));
  const reserved = await settings.spend.reserve(request.session, bound);
  if (reserved.kind === "over-budget") {
    write(wired, [{ ...lineFor(wired, request), result: "error", reason: "token_budget_exceeded" }]);
    return reserved;
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.timeLimitMs ?? TIME_LIMIT_MS)]);
  const reply = await asked(provider, request, bound, limit);
  const cost = costOf(wired, tokensOf(request, reply) ?? bound.tokens);
  await settled(settings, reserved, cost);
  const isAbove = cost.tokens.input > bound.tokens.input || cost.tokens.output > bound.tokens.output;
  write(wired, linesFor(lineFor(wired, request), reply, cost, isAbove));
  if (isAbove) settings.notice(`${provider.name} counted more tokens than a call of this size can have.`);
  return answerFor(settings, reply, cost);
}

async function settled({ spend, notice }: ModelSettings, reserved: Reservation, cost: Cost): Promise<void> {
  try {
    await spend.settle(reserved, cost);
  } catch (error) {
    // The answer is there and paid for. What was reserved stays counted, which is never too little.
    notice(
      `What a model call cost can't be written down: ${error instanceof Error ? error.message : "no reason given"}`,
    );
  }
}

/** A provider that throws has failed; what it may have cost is not known. */
async function asked(provider: Provider, request: ModelCall, bound: Cost, signal: AbortSignal): Promise<Reply> {
  const { system, prompt, schema, maxOutputTokens } = request;
  try {
    return await provider.ask({ system, prompt, schema, maxOutputTokens, maxMoney: bound.money }, signal);
  } catch (error) {
    return failed("retry", `The call could not be made: ${error instanceof Error ? error.message : "no reason given"}`);
  }
}

function boundOf({ overhead }: Provider, { system, prompt, schema, maxOutputTokens }: ModelCall): Tokens {
  return boundFor(sentBytes({ system, prompt, schema }), maxOutputTokens, overhead);
}

function sentBytes({ system, prompt, schema }: Pick<ModelCall, "system" | "prompt" | "schema">): number {
  return Buffer.byteLength(system + prompt + JSON.stringify(schema));
}

function costOf({ price }: Wired, tokens: Tokens): Cost {
  return { tokens, money: moneyFor(tokens, price) };
}

/** Undefined: it is not known, and counts as the bound. NOTHING is our own word that no model was reached. */
function tokensOf(request: ModelCall, reply: Reply): Tokens | undefined {
  if (reply.tokens === undefined || reply.tokens === NOTHING) return reply.tokens;
  return atLeast(reply.tokens, sentBytes(request), Buffer.byteLength(heard(reply)));
}

function heard(reply: Reply): string {
  if (reply.kind === "said") return reply.text;
  return reply.kind === "acted" ? reply.attempts.map(({ name, input }) => name + input).join("") : "";
}

function answerFor(settings: ModelSettings, reply: Reply, cost: Cost): ModelAnswer {
  switch (reply.kind) {
    case "said":
      return { kind: "answer", text: reply.text, cost };
    case "acted": {
      const attempts = reply.attempts.map(({ name }) => name);
      settings.notice(`A model tried to act and was denied: ${attempts.slice(0, 5).join(", ")}.`);
      return { kind: "denied", attempts, cost };
    }
    case "unlocked":
      settings.notice(reply.why);
      return { kind: "unlocked", why: reply.why };
    case "failed":
      return failed(reply.then, reply.why);
  }
}

function lineFor({ settings, provider }: Wired, request: ModelCall): Omit<AuditEntry, "result"> {
  const { source, session, project, system, prompt } = request;
  return {
    ts: settings.now().toISOString(),
    source,
    session,
    project: project ?? null,
    provider: provider.name,
    model: provider.model,
    tool: null,
    input: `${system}\n\n${prompt}`,
    tokens: null,
    cost: null,
  };
}

/** The call, then one line for each attempt. */
function linesFor(
  line: ReturnType<typeof lineFor>,
  reply: Reply,
  { tokens, money }: Cost,
  isAbove: boolean,
): readonly AuditEntry[] {
  const results = { said: "allowed", acted: "denied", unlocked: "error", failed: "error" } as const;
  const why = reply.kind === "unlocked" || reply.kind === "failed" ? reply.why : undefined;
  const reason = isAbove ? "usage_above_bound" : why;
  const call: AuditEntry = {
    ...line,
    result: results[reply.kind],
    ...(reason === undefined ? {} : { reason }),
    tokens,
    cost: money,
  };
  const attempts = reply.kind === "acted" ? reply.attempts : [];
  return [call, ...attempts.map(({ name, input }) => ({ ...line, tool: name, input, result: "denied" as const }))];
}

function write({ settings }: Wired, entries: readonly AuditEntry[]): void {
  const trouble = openAuditLog(settings.stateDir, settings.mask).write(entries);
  if (trouble !== undefined) settings.notice(trouble);
}
