import { Fault } from "../text/errors.ts";

/** What a project has out of order is told by doctor; it never stops work on the user's own memories. */
export function inProject<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}
