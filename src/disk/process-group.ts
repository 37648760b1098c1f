// A program in a group of its own is ended with all that it started. Windows has no groups: there only the program itself.

export const OWN_GROUP: boolean = process.platform !== "win32";

/** False: it ended by itself, and nothing of it is left. Signal 0 only asks. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(OWN_GROUP ? -pid : pid, signal);
  } catch {
    return false; // no such group any more
  }
}
