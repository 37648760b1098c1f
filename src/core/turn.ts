// One thing said in a session, as a host's own record of it tells. hosts/<agent>/transcript.ts reads them.

export interface Turn {
  readonly speaker: "user" | "assistant";
  readonly text: string;
  /** When, as the record says; absent where it says nothing. */
  readonly at?: string;
}

/** One line of a record; undefined for everything that nobody said. */
export type ReadTurn = (line: string) => Turn | undefined;
