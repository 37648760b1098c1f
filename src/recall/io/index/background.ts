// In how many paragraphs of developer text a term stands: what makes a matched word rare (CTX-3). The counts live in the
// index, put there when it is built, so that a query looks up its own few terms and nothing loads the table.

export interface Background {
  /** Another one means that the counts are put in again. */
  readonly version: string;
  /** Called only then. */
  load(): BackgroundCounts;
}

export interface BackgroundCounts {
  /** How many paragraphs were counted. */
  readonly size: number;
  readonly counts: Iterable<readonly [term: string, paragraphs: number]>;
}
