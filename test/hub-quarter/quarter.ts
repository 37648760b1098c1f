// The quarter, day by day, with what happens in it at the same points of every length, and what the simulation writes down of it.

import { day } from "./days.ts";
import {
  accepts,
  adds,
  type Erased,
  erases,
  type Held,
  holds,
  jobRuns,
  leaves,
  machines,
  type Proposed,
  type Records,
  regrants,
  stolen,
  type Theft,
} from "./events.ts";
import { asksAsAdmin, type Member, type Organisation, type Project, reviewersIn } from "./organisation.ts";

export interface Quarter {
  readonly records: Records;
  readonly machine: { readonly live: string; readonly ends: string };
  readonly proposed: Proposed;
  readonly held: Held;
  readonly erased: Erased;
  readonly theft: Theft;
  /** A day in the middle: its first and last moment, who could confirm in a store then, and what was written down of the audit. */
  readonly middle: {
    readonly from: string;
    readonly to: string;
    readonly store: string;
    readonly could: readonly Member[];
    readonly link: string;
    readonly n: number;
  };
  readonly seconds: number;
}

/** Which project is met by what. */
const MET = { theft: 0, hold: 1, erasure: 2, job: 3, roles: 4 } as const;
const LEAVING = 0.04;

export async function pass(of: Organisation, note: (text: string) => void): Promise<Quarter> {
  const records: Records = { leavers: [], adminActs: [], printed: 0 };
  const project = (what: keyof typeof MET): Project => of.projects[MET[what]] as Project;
  const started = performance.now();
  const machine = await machines(of, records);
  let made: Partial<Pick<Quarter, "proposed" | "held" | "erased" | "theft" | "middle">> = {};
  const at = (share: number): number => Math.floor(of.size.days * share);
  for (let today = 0; today < of.size.days; today++) {
    const from = await moment();
    await day(of, today);
    if (today === at(0.2)) made = { ...made, proposed: await jobRuns(of, records, project("job")) };
    if (today === at(0.3)) await someLeave(of, records, 0);
    if (today === at(0.4)) {
      made = { ...made, held: await holds(of, project("hold")), erased: await erases(of, records, project("erasure")) };
    }
    if (today === at(0.5)) {
      const { store } = project("roles");
      const could = [of.admin, ...reviewersIn(of, project("roles"))];
      const to = await moment();
      const { n, chain } = (await asksAsAdmin(of, "GET", "/overview")).body.audit;
      made = { ...made, middle: { from, to, store, could, n, link: chain } };
    }
    if (today === at(0.6)) await someLeave(of, records, 1);
    if (today === at(0.7)) {
      const [, second] = reviewersIn(of, project("roles"));
      if (second !== undefined) await regrants(of, records, second, project("roles").store);
    }
    if (today === at(0.8)) {
      const thief = reviewersIn(of, project("theft"))[0] as Member;
      // What its owner confirmed before stays trusted.
      await accepts(of, project("theft"), thief, await adds(of, project("theft"), thief));
      made = { ...made, theft: await stolen(of, records, thief, project("theft")) };
    }
    if (today % 5 === 4 || today === of.size.days - 1)
      note(`day ${today + 1}: ${of.count.writes} writes, ${of.count.pushes} pushes, ${seconds(started)} s`);
  }
  const { proposed, held, erased, theft, middle } = made;
  if (!proposed || !held || !erased || !theft || !middle) throw new Error("the quarter was too short");
  return { records, machine, proposed, held, erased, theft, middle, seconds: Number(seconds(started)) };
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/** Between what was done before and what is done after. */
async function moment(): Promise<string> {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  await pause();
  const now = new Date().toISOString();
  await pause();
  return now;
}

/** Of those whom nothing else happens to, half reviewers: in the first or the second wave. */
async function someLeave(of: Organisation, records: Records, wave: 0 | 1): Promise<void> {
  const many = Math.max(1, Math.round((of.size.members * LEAVING) / 2));
  const reserved = Math.max(...Object.values(MET)) + 2;
  const open = of.members.slice(reserved, -1).filter(({ isGone }) => !isGone);
  const step = Math.max(1, Math.floor(open.length / many));
  for (let each = 0; each < many; each++) {
    const member = open[each * step + (each === 0 ? 0 : wave)];
    if (member !== undefined && !member.isGone) await leaves(of, records, member);
  }
}
