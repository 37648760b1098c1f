// Which part of the queue a person asked for, from the words of a command line.

import { BY_RISK, type Due } from "../recall/due.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { Wanted } from "./survey.ts";

export interface WantedWords {
  readonly category?: string | undefined;
  readonly origin?: string | undefined;
  readonly limit?: string | undefined;
}

/** A file that can't be read has no text to decide about: it gets no card, and `doctor` names it. */
const REASONS: readonly string[] = BY_RISK.filter((each) => each !== "unreadable");

export function wantedFrom(words: WantedWords): Wanted | Refusal {
  const categories = words.category?.split(",").map((each) => each.trim());
  const wrong = categories?.find((each) => !REASONS.includes(each));
  if (wrong !== undefined) {
    const next = wrong === "unreadable" ? "holdfast doctor" : "holdfast review --help";
    return refuse("usage", `"${wrong}" is no reason. There are: ${REASONS.join(", ")}.`, next);
  }
  const limit = words.limit?.trim();
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
    return refuse("usage", `--limit takes a number, not "${limit}".`, "holdfast review --limit 20");
  }
  const origin = words.origin?.trim();
  return {
    ...(categories === undefined ? {} : { categories: categories as readonly Due[] }),
    ...(origin === undefined ? {} : { origin }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}
