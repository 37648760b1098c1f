// A case of the hub's proof: it throws where it does not hold. Whoever adds cases writes a list like the others and names it in
// main.ts; what is counted over all of them is the tally's.
import type { Postgres } from "../../hub/test/postgres.ts";
import type { TestHub } from "../../hub/test/running.ts";

export interface Tally {
  /** Random histories that were run, and what went wrong in them. */
  histories: number;
  lost: number;
  raised: number;
  diverged: number;
  /** What went wrong in them and is none of these: an error, a process that was left. */
  other: number;
  /** Answers that told a tenant anything of another. */
  leaked: number;
  /** Answers of 500 and above. */
  faults: number;
}

export interface World {
  readonly postgres: Postgres;
  /** Two processes of one service would share it: one database, one hub that every case may use. */
  readonly hub: TestHub;
  /** Of that hub. */
  readonly databaseUrl: string;
  readonly tally: Tally;
  /** Of what is counted in rounds. */
  readonly isLong: boolean;
  /** A line below the case's own. */
  note(text: string): void;
  /** An empty folder. */
  folder(): string;
  /** An empty database. */
  database(): Promise<string>;
}

/** It can't be tried on this machine, which is told and counted as skipped. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}

export type Case = readonly [title: string, run: (world: World) => Promise<void>];

/** The name of the database that the world's hub has. */
export const HUB_DATABASE = "hub";

/** Of the database that an address leads to. */
export function nameIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
