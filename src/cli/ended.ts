// How a command ends when it was refused.

import type { Workbench } from "../compose/workbench.ts";
import type { Refusal } from "../text/errors.ts";
import { exitFor } from "./exit.ts";
import type { Output } from "./output.ts";

/**
 * A refusal for want of a person names what decided and what to do (TRU-22). `reported` is for a refusal that a JSON
 * report has already: stdout stays one document.
 */
export function ended(
  refusal: Refusal,
  out: Output,
  bench: Workbench | undefined,
  reported: "reported" | "new" = "new",
): number {
  const seen = refusal.code === "needs-person" ? bench?.seen : undefined;
  const told =
    seen?.kind === "agent"
      ? { ...refusal, details: [`${seen.because}.`, ...(refusal.details ?? [])], hint: seen.remedy }
      : refusal;
  out.refusal(told, reported);
  return exitFor(refusal.code);
}
