// The way to a hub as a bad network has it: answers come late, come twice, or don't come, and nobody knows whether what was asked
// was done. Which, is drawn from a seed.
import { setTimeout as sleep } from "node:timers/promises";
import { below, type Chance } from "../support/acts.ts";

export interface Weather {
  /** `act` asks the hub. */
  readonly blow: <T>(act: () => T | Promise<T>) => Promise<T | "lost">;
  readonly counted: { asked: number; late: number; twice: number; lostBefore: number; lostAfter: number };
}

export function weather(next: Chance): Weather {
  const counted = { asked: 0, late: 0, twice: 0, lostBefore: 0, lostAfter: 0 };
  const blow: Weather["blow"] = async (act) => {
    counted.asked++;
    const drawn = below(100, next);
    if (drawn < 10) {
      counted.late++;
      await sleep(below(30, next));
    } else if (drawn < 18) {
      counted.lostBefore++;
      return "lost";
    } else if (drawn < 26) {
      counted.lostAfter++;
      await act();
      return "lost";
    } else if (drawn < 34) {
      counted.twice++;
      await act();
    }
    return await act();
  };
  return { blow, counted };
}
