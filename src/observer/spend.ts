// What may still be spent on a model (OBS-5). A call is paid for before it is made, by its upper bound, and the difference
// is given back after it: two that run at once can't overspend together, and one that is killed has spent its bound.
import type { OverBudget } from "./budget.ts";
import type { Cost } from "./model.ts";

export interface Reservation {
  readonly kind: "reserved";
  readonly id: string;
  readonly session: string;
  readonly bound: Cost;
}

export interface Spend {
  reserve(session: string, bound: Cost): Promise<Reservation | OverBudget>;
  /** What it really came to, once. */
  settle(reservation: Reservation, cost: Cost): Promise<void>;
}
