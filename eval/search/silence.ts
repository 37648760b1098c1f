// When nothing stored answers a prompt, nothing may be injected (CTX-3); and what would have helped must still come.
// Wrong: the share of unanswerable prompts on which anything is injected. Kept: of the prompts on which the first three
// hits hold a relevant memory, the share on which one is still injected, by the bar alone and with the cut behind it.
import type { Ranked } from "../../src/recall/rank.ts";
import { type Bars, passes, worthSaying } from "../../src/recall/silence.ts";
import type { OurEngine, OurStore } from "./ours.ts";
import type { Group, Question } from "./read.ts";
import { hashOf, sampleOf } from "./split.ts";

/** Few, as a prompt gets them; what is injected at most is configured apart (CTX-5). */
const SLOTS = 3;

export interface Probe {
  readonly top: readonly Ranked[];
  /** Of the first SLOTS hits, which are relevant; always empty for an unanswerable prompt. */
  readonly relevant: ReadonlySet<string>;
  readonly development: boolean;
  readonly kind: string;
}

export interface Probes {
  readonly answerable: readonly Probe[];
  readonly unanswerable: readonly Probe[];
}

export function probe(store: OurStore, text: string, rel: readonly string[], development: boolean, kind = ""): Probe {
  return { top: store.rank(text).slice(0, 2 * SLOTS), relevant: new Set(rel), development, kind };
}

export interface Rates {
  readonly wrong: number;
  readonly kept: number;
  readonly keptAfterCut: number;
  readonly answerable: number;
  readonly unanswerable: number;
}

export function ratesOf({ answerable, unanswerable }: Probes, bars?: Bars): Rates {
  const useful = answerable.filter(({ top, relevant }) => holdsRelevant(top.slice(0, SLOTS), relevant));
  const spoken = unanswerable.filter(({ top }) => top[0] !== undefined && passes(top[0], bars));
  const open = useful.filter(({ top }) => top[0] !== undefined && passes(top[0], bars));
  const shown = useful.filter(({ top, relevant }) => holdsRelevant(worthSaying(top, SLOTS, bars), relevant));
  return {
    wrong: percent(spoken.length, unanswerable.length),
    kept: percent(open.length, useful.length),
    keptAfterCut: percent(shown.length, useful.length),
    answerable: useful.length,
    unanswerable: unanswerable.length,
  };
}

function holdsRelevant(top: readonly Ranked[], relevant: ReadonlySet<string>): boolean {
  return top.some(({ proposal }) => relevant.has(proposal.id));
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** What happens without any bar: the first hits are injected whatever they are. */
export function ungated({ answerable, unanswerable }: Probes): { readonly wrong: number; readonly useful: number } {
  const useful = answerable.filter(({ top, relevant }) => holdsRelevant(top.slice(0, SLOTS), relevant));
  return {
    wrong: percent(unanswerable.filter(({ top }) => top.length > 0).length, unanswerable.length),
    useful: percent(useful.length, answerable.length),
  };
}

export interface Foreign {
  /** Questions of other stores asked of each. */
  readonly perStore: number;
  readonly isAsked: (question: Question) => boolean;
  readonly isForeign?: (question: Question) => boolean;
  readonly rewrite?: (text: string) => string;
}

/** Every store with its own questions, and with questions of the other stores. */
export function foreignProbes(engine: OurEngine, groups: readonly Group[], options: Foreign): Probes {
  const { perStore, isAsked, isForeign = isAsked, rewrite = (text) => text } = options;
  const answerable: Probe[] = [];
  const unanswerable: Probe[] = [];
  const all = groups.flatMap(({ questions }) => questions.filter(isForeign));
  for (const group of groups) {
    const store = engine.open(group.docs);
    for (const question of group.questions.filter(isAsked))
      answerable.push(probe(store, rewrite(question.text), question.rel, question.development));
    const others = all.filter((question) => question.group !== group.name);
    for (const question of sampleOf(others, perStore, ({ id }) => `${group.name} ${id}`))
      unanswerable.push(probe(store, rewrite(question.text), [], question.development));
    store.close();
  }
  return { answerable, unanswerable };
}

/** Stores of `size` memories, cut from one group or put together from several, with the questions they can answer. */
export function sizedProbes(engine: OurEngine, groups: readonly Group[], size: number, stores: number): Probes {
  const answerable: Probe[] = [];
  const unanswerable: Probe[] = [];
  for (let number = 0; number < stores; number++) {
    const chosen = groupsFor(groups, size, number);
    const names = new Set(chosen.map(({ name }) => name));
    const docs = sampleOf(
      chosen.flatMap((group) => group.docs),
      size,
      ({ id }) => `${number} ${id}`,
    );
    const held = new Set(docs.map(({ id }) => id));
    const store = engine.open(docs);
    for (const question of chosen.flatMap((group) => group.questions)) {
      const rel = question.rel.filter((id) => held.has(id));
      if (rel.length === question.rel.length && rel.length > 0)
        answerable.push(probe(store, question.text, rel, question.development));
    }
    const others = groups.filter(({ name }) => !names.has(name)).flatMap(({ questions }) => questions);
    for (const question of sampleOf(others, 40, ({ id }) => `${number} ${id}`))
      unanswerable.push(probe(store, question.text, [], question.development));
    store.close();
  }
  return { answerable, unanswerable };
}

function groupsFor(groups: readonly Group[], size: number, number: number): readonly Group[] {
  const order = [...groups].sort((a, b) => hashOf(`${number} ${a.name}`) - hashOf(`${number} ${b.name}`));
  const chosen: Group[] = [];
  for (let docs = 0; docs < size && chosen.length < order.length; ) {
    const next = order[chosen.length] as Group;
    chosen.push(next);
    docs += next.docs.length;
  }
  return chosen;
}

export function half(probes: Probes, development: boolean): Probes {
  const of = (all: readonly Probe[]): readonly Probe[] => all.filter((each) => each.development === development);
  return { answerable: of(probes.answerable), unanswerable: of(probes.unanswerable) };
}
