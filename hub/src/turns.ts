// At most so many at once of each: whoever waits for itself, as pushes to one store do, leaves room for everybody else.
import { Refused } from "./problems.ts";

/** `first`: what is found out before anybody is made to wait. */
export type Turns = <T>(who: string, work: () => Promise<T>, first?: () => Promise<unknown>) => Promise<T>;

interface Line {
  busy: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
}

export function turnsOf(most: number, patienceMs: number): Turns {
  const lines = new Map<string, Line>();
  const take = (line: Line): Promise<void> | undefined => {
    if (line.busy >= most) return inLine(line, patienceMs);
    line.busy += 1;
    return undefined;
  };
  return async (who, work, first) => {
    if ((lines.get(who)?.busy ?? 0) >= most) await first?.();
    const line = lines.get(who) ?? { busy: 0, waiting: new Set() };
    lines.set(who, line);
    await take(line);
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      // A turn is handed on, so that nobody who comes meanwhile is before who waited.
      if (next !== undefined) next();
      else line.busy -= 1;
      if (line.busy === 0) lines.delete(who);
    }
  };
}

function inLine({ waiting }: Line, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const mine = (): void => {
      waiting.delete(mine);
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(() => {
      waiting.delete(mine);
      reject(new Refused("unavailable"));
    }, patienceMs);
    waiting.add(mine);
  });
}
