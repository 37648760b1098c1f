// What was found out at others' places, for a while. Tenants choose what is asked for, so there are never more than so many, and what a
// provider has changed since counts after an hour.

export interface Recent<T> {
  /** As it was found within the hour; found now where it was not. What failed is not kept. */
  of(name: string, find: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  readonly found: Promise<T>;
  readonly at: number;
}

/** Of one process, which has few organisations at a time; each answer may be as large as one is heard. */
export const MOST = 100;
export const AGE_MS = 3_600_000;

export function openRecent<T>(now: () => number = Date.now): Recent<T> {
  const all = new Map<string, Kept<T>>();
  return {
    of: (name, find) => {
      const there = all.get(name);
      // Again behind all others: what goes first is what nobody asked for.
      all.delete(name);
      const isOld = there === undefined || now() - there.at > AGE_MS;
      const kept = isOld ? { found: find(), at: now() } : there;
      all.set(name, kept);
      kept.found.catch(() => all.get(name) === kept && all.delete(name));
      const [first] = all.keys();
      if (all.size > MOST && first !== undefined) all.delete(first);
      return kept.found;
    },
  };
}
