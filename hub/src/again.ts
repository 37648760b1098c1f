// What is asked again where the database went away (HUB-14): a leader that died, a connection that broke, a server that only reads. What
// was not committed is rolled back with its connection, so it is repeated, within a bound. A COMMIT without an answer may have been
// done: it is repeated only where that is safe, and never called done.

/** Serialisation, deadlock, and a blob that another transaction let go of between two statements of this one. */
const AT_ONCE: ReadonlySet<string> = new Set(["40001", "40P01", "23503"]);
/** A prepared statement is not there, or is there already: a pooler handed a connection on that knows nothing of them. */
const NOT_PREPARED: ReadonlySet<string> = new Set(["26000", "42P05"]);
const ATTEMPTS = 5;
const PAUSE_MS = 50;
/** A planned change of leaders and a pooler's restart are shorter; after a leader's death clients come again, as Retry-After says. */
const PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 1000;

const AWAY = /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|08\w{3}|57P0[1-3]|25006)$/;
/** The driver gives these no code. */
const AWAY_SAID = /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/;

/** Nobody knows whether it was done. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** A standby: what it says is older than what was acknowledged, also to who only reads. */
export class Standby extends Error {
  override readonly name = "Standby";
  readonly code = "25006";
}

export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

export function isNotPrepared(error: unknown): boolean {
  return NOT_PREPARED.has(codeOf(error));
}

/** Nothing more can be had by the connection that said so. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof Unanswered || AWAY.test(codeOf(error)) || (error instanceof Error && AWAY_SAID.test(error.message))
  );
}

/** `isKeyed`: doing it twice does it once. */
export async function again<T>(isKeyed: boolean, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const most = longestPause(error, tries, isKeyed);
      // Two that stopped each other would meet again.
      const pause = Math.random() * (most ?? 0);
      if (most === undefined || performance.now() + pause > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function longestPause(error: unknown, tries: number, isKeyed: boolean): number | undefined {
  if (AT_ONCE.has(codeOf(error)) || isNotPrepared(error)) return tries < ATTEMPTS ? PAUSE_MS : undefined;
  if (!isAway(error) || (error instanceof Unanswered && !isKeyed)) return undefined;
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tries);
}

/** Of a connection of the driver's. */
interface Connection {
  query(text: "COMMIT"): Promise<{ readonly command: string }>;
  on(event: "notice", hear: () => void): unknown;
  off(event: "notice", hear: () => void): unknown;
}

/** Done when this is: on disk, and on a standby where the engine was told to wait for one. */
export async function commit(client: Connection): Promise<void> {
  let isWarned = false;
  // An operator who ends the wait for the standby makes COMMIT succeed, with a warning that it is on this server alone.
  const hear = (): void => {
    isWarned = true;
  };
  client.on("notice", hear);
  try {
    const { command } = await client.query("COMMIT");
    // One that failed on its way is rolled back by a COMMIT, which is no error to the engine.
    if (command !== "COMMIT") throw new Error("it was not committed");
  } catch (error) {
    throw isAway(error) ? new Unanswered("COMMIT was not answered", { cause: error }) : error;
  } finally {
    client.off("notice", hear);
  }
  if (isWarned) throw new Unanswered("COMMIT was answered with a warning");
}
