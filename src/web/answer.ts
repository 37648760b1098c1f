// The one place where an answer becomes bytes: whatever text it holds has gone through the sanitiser.
import type { Refusal } from "../text/errors.ts";
import { forPage } from "../text/sanitise.ts";
import type { WebAnswer } from "./message.ts";
import type { Problem } from "./wire.ts";

export function json(value: object, status = 200): WebAnswer {
  const body = JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? forPage(each) : each));
  return { status, type: "application/json", body };
}

export function problem(status: number, told: Problem): WebAnswer {
  return json({ problem: told }, status);
}

/** Nothing was done; what the person can do about it is in the words. */
export function refused({ code, message, hint, details }: Refusal): WebAnswer {
  return problem(409, {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}
