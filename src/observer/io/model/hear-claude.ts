// Listens to what the user's `claude` says of a call, whichever way it was started. Nothing is believed before its first
// message showed that it is locked (OBS-2b), every message is looked through for attempts to act (OBS-3), and the call is
// over at the first fault.
import { type Fields, fieldsOf } from "../../../disk/json-file.ts";
import { listenToMessage, wordsIn } from "./hear-answer.ts";
import { lockFault, OUTPUT_TOOL } from "./lockdown.ts";
import { statusFault } from "./post.ts";
import { failed, NOTHING, type Reply } from "./provider.ts";
import { countOf, textOf } from "./unknown-json.ts";

/** What it calls errors that a person must mend, and ones that no second try mends; all others may pass by themselves. */
const STOP = [
  ...["authentication_failed", "oauth_org_not_allowed", "account_on_hold", "verification_required"],
  ...["billing_error", "model_not_found", "cloud_credential_error"],
];
const NEVER = ["invalid_request", "max_output_tokens"];

/** `attempted`: it asked for something; a moment more tells the rest of the same message. `over`: nothing more matters. */
export type Heard = "go on" | "attempted" | "over";

/** `otherwise`: why it ended, when it ended before it had answered. */
export function listenToClaude(): { hear(message: unknown): Heard; reply(otherwise: Reply): Reply } {
  const ear = listenToMessage(OUTPUT_TOOL);
  let locked = false;
  let said = "";
  let trouble = "";
  let end: Reply | undefined;
  const over = (reply: Reply): Heard => {
    end ??= reply;
    return "over";
  };
  const system = (message: Fields): Heard => {
    if (message["subtype"] === "init") {
      const why = lockFault(message);
      if (why !== undefined) return over({ kind: "unlocked", why: `Claude Code is not locked: ${why}.` });
      locked = true;
    }
    // It would ask again by itself; what a person must mend is not asked again (OBS-11).
    const status = message["subtype"] === "api_retry" ? countOf(message["error_status"]) : undefined;
    if (status !== undefined && statusFault(status).then !== "retry") {
      return over({ ...statusFault(status), tokens: NOTHING });
    }
    return "go on";
  };
  const result = (message: Fields): Heard => {
    const status = countOf(message["api_error_status"]);
    if (status !== undefined) return over({ ...statusFault(status), tokens: NOTHING });
    if (trouble !== "") return over(troubleFault(trouble));
    const output = message["structured_output"];
    const text = output === undefined || output === null ? said : JSON.stringify(output);
    if (text.trim() !== "") return over({ kind: "said", text, tokens: ear.tokens });
    const why =
      message["subtype"] === "error_max_budget_usd" ? "The call was dearer than its limit." : "The model said nothing.";
    return over({ ...failed("retry", why), tokens: ear.tokens });
  };
  const hear = (value: unknown): Heard => {
    const message = fieldsOf(value);
    const type = textOf(message["type"]);
    if (type === "system") return system(message);
    const speaks = ["assistant", "stream_event", "result"].includes(type);
    if (speaks && !locked) return over({ kind: "unlocked", why: "Claude Code spoke before it said what it is." });
    if (type === "result" && !ear.attempts.any) return result(message);
    if (type === "stream_event") ear.hear(message["event"]);
    if (type === "assistant") {
      ear.hearBlocks(fieldsOf(message["message"])["content"]);
      // What the program itself says of an error is not the model's word.
      if (message["is_api_error_message"] === true) trouble = textOf(message["error"]) || "unknown";
      else said += wordsIn(fieldsOf(message["message"])["content"]);
    }
    if (!ear.attempts.any) return "go on";
    return ear.ended || type === "result" ? "over" : "attempted";
  };
  return {
    hear,
    reply: (otherwise) => {
      if (ear.attempts.any) return { kind: "acted", attempts: ear.attempts.list(), tokens: ear.tokens };
      return end ?? otherwise;
    },
  };
}

/** Its own names of errors only: the text beside them may hold what a server said. */
function troubleFault(name: string): Reply {
  const told = `Claude Code could not ask the model (${name.replace(/[^a-z_]/g, "").slice(0, 40)})`;
  if (STOP.includes(name)) return { ...failed("stop", `${told}: look at it with claude.`), tokens: NOTHING };
  return { ...failed(NEVER.includes(name) ? "never" : "retry", `${told}.`), tokens: NOTHING };
}
