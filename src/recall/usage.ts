// What became of a memory that was given to agents: from the receipts, and from what agents said of it (AUD-3, CTX-7).
// Both are local and disposable, and both are kept for a while only: zero means "not in that time".
import { SCOPES, type Scope } from "../memory/kinds.ts";
import { handleOf, type Memory } from "../store/catalogue.ts";
import type { Feedback } from "../store/records.ts";
import { given } from "../text/values.ts";
import type { Receipt } from "./receipts.ts";

export interface Usage {
  readonly shown: number;
  readonly lastShown?: string;
  readonly sessions: number;
  readonly tokens: number;
  readonly used: number;
  readonly wrong: number;
}

/** A memory that was of use: told for a prompt or before a tool, and so asked for by the work itself (ARR-2). */
export interface Useful {
  readonly scope: Scope;
  readonly file: string;
}

/** In the order given, each once. What a start told, it told unasked. */
export function usefulIn(receipts: readonly Receipt[], project: string | undefined): readonly Useful[] {
  const found = new Map<string, Useful>();
  for (const { event, project: where, shown } of receipts) {
    if (event.startsWith("SessionStart") || where !== project) continue;
    for (const { scope, file } of shown) {
      const known = SCOPES.find((each) => each === scope) ?? "personal";
      if (!found.has(`${known} ${file}`)) found.set(`${known} ${file}`, { scope: known, file });
    }
  }
  return [...found.values()];
}

interface Tally {
  shown: number;
  lastShown: string | undefined;
  readonly sessions: Set<string>;
  tokens: number;
  used: number;
  wrong: number;
}

export function usageIn(receipts: readonly Receipt[], feedback: readonly Feedback[]): (memory: Memory) => Usage {
  const tallies = new Map<string, Tally>();
  for (const receipt of receipts) {
    for (const { id, tokens } of receipt.shown) {
      const tally = tallyOf(tallies, id);
      tally.shown++;
      tally.tokens += tokens;
      tally.sessions.add(receipt.session);
      if (tally.lastShown === undefined || receipt.at > tally.lastShown) tally.lastShown = receipt.at;
    }
  }
  for (const { memory, verdict } of feedback) tallyOf(tallies, memory)[verdict]++;
  return (memory) => usageOf(tallies.get(handleOf(memory)));
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const fresh = { shown: 0, lastShown: undefined, sessions: new Set<string>(), tokens: 0, used: 0, wrong: 0 };
  tallies.set(key, fresh);
  return fresh;
}

function usageOf(tally: Tally | undefined): Usage {
  const { shown = 0, lastShown, sessions, tokens = 0, used = 0, wrong = 0 } = tally ?? {};
  return { shown, ...given({ lastShown }), sessions: sessions?.size ?? 0, tokens, used, wrong };
}
