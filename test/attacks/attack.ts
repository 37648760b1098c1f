// An attack as it is made, with what came of it. Each is made on the built product or on the code that a person runs.

/**
 * refused: it did not happen. noticed: it happened, and the product says so by itself, at the next session start or in doctor.
 * recovered: noticed, and one command brought back what was there, byte for byte. admitted: it happens, and the threat model says
 * so at a place that the case names. unnoticed: none of these; a hole.
 */
export type Outcome = "refused" | "noticed" | "recovered" | "admitted" | "unnoticed";

export interface Attack {
  /** What the attacker does, in one line. */
  readonly name: string;
  /** For one that may be admitted: words that stand in docs/threat-model.md, below "What this does not stop". */
  readonly admittedIn?: string;
  make(): Outcome | Promise<Outcome>;
}
