// An agent's word about a memory it was given: used, or wrong and what shows it (MCP-1). It changes no tier and no byte
// of the store; a person finds the memory first in the review queue.
import { carriesSecret } from "../checks/secret-findings.ts";
import { handleOf, type Memory } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import type { FeedbackVerdict } from "../store/records.ts";
import { readable } from "../store/resolve.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { cut, forLog } from "../text/sanitise.ts";
import { forbidden } from "../trust/authority.ts";

const QUOTE_MAX = 200;

export interface FeedbackRequest {
  readonly name: string;
  readonly verdict: FeedbackVerdict;
  readonly quote?: string;
}

export interface FeedbackKept {
  readonly kind: "feedback-kept";
  readonly memory: Memory;
}

export function giveFeedback(stores: OpenStores, request: FeedbackRequest, act: Act): FeedbackKept | Refusal {
  const refused = forbidden("feedback", act.channel);
  if (refused !== undefined) return refused;
  const quote = cut(forLog(request.quote ?? ""), QUOTE_MAX);
  if (request.verdict === "wrong" && quote === "") {
    return refuse("usage", "A memory that is wrong needs a quote: what shows it, in a line.");
  }
  if (carriesSecret(quote, "personal", { ...act.checks, second: "quick" })) {
    return refuse("checks-failed", "The quote carries a secret; nothing was kept.", "Say it without the secret.");
  }
  const found = readable(stores, request.name, act);
  if (found.kind === "refusal") return found;
  const { memory } = found;
  found.open.feedback.append({
    at: act.now.toISOString(),
    memory: handleOf(memory),
    sha256: memory.stored.sha256,
    verdict: request.verdict,
    ...(quote === "" ? {} : { quote }),
  });
  return { kind: "feedback-kept", memory };
}
