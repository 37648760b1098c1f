// What must hold at the end of a history, from who did what and who knew of it; it knows nothing of how the product works.
// An act belongs to the commits that carried it, so that git's own history says which machine knows it: one that was set
// back to a backup has forgotten what it did since, and a remote that was rolled back too.

export type What = "write" | "edit" | "confirm" | "demote" | "restore" | "retire" | "back" | "archive" | "forget";

export interface Act {
  readonly what: What;
  readonly id: string;
  /** The words that it is about: after a write or an edit the new ones. */
  readonly words: string;
  /** Those that an edit was made of. */
  readonly over?: string;
  readonly byPerson: boolean;
  readonly on: string;
  /** What its machine knew of this memory. */
  readonly saw: ReadonlySet<Act>;
  readonly commits: Set<string>;
}

export interface Knower {
  readonly name: string;
  /** Commits of its history. */
  history(): ReadonlySet<string>;
}

export class Model {
  readonly acts: Act[] = [];
  /** A killed command, a hand in the files, a stranger: nothing more is said of these but what holds for all. */
  readonly unsure: Set<string> = new Set<string>();
  /** A stranger or somebody who can push wrote over the words of these. */
  readonly writtenOver: Set<string> = new Set<string>();
  isRewritten = false;
  isTampered = false;
  isDoubled = false;
  readonly #here = new Map<string, Set<Act>>();

  note(on: Knower, act: Omit<Act, "on" | "saw" | "commits">): void {
    const saw = new Set(this.known(on).filter(({ id }) => id === act.id));
    const noted: Act = { ...act, on: on.name, saw, commits: new Set() };
    this.acts.push(noted);
    this.#at(on.name).add(noted);
  }

  /** A sync came to its end: what was done here went with this commit. */
  carried(on: Knower, head: string): void {
    for (const act of this.#at(on.name)) act.commits.add(head);
    this.#at(on.name).clear();
  }

  /** A commit was made of what was done here, and nobody knows what became of it. */
  committed(on: Knower, head: string): void {
    for (const act of this.#at(on.name)) act.commits.add(head);
  }

  snapshot(on: Knower): ReadonlySet<Act> {
    return new Set(this.#at(on.name));
  }

  returned(on: Knower, to: ReadonlySet<Act>): void {
    this.#here.set(on.name, new Set(to));
  }

  known(on: Knower): readonly Act[] {
    const [here, history] = [this.#at(on.name), on.history()];
    return this.acts.filter((act) => here.has(act) || [...act.commits].some((commit) => history.has(commit)));
  }

  isCarried(id: string): boolean {
    return this.acts.some((act) => act.id === id && act.what === "write" && act.commits.size > 0);
  }

  isForgotten(id: string): boolean {
    return this.acts.some((act) => act.id === id && act.what === "forget" && act.byPerson);
  }

  /** A person stood behind exactly these words of this memory. */
  permits(id: string, words: string): boolean {
    return this.acts.some((act) => act.byPerson && act.id === id && act.words === words && VOUCHES.has(act.what));
  }

  #at(name: string): Set<Act> {
    const found = this.#here.get(name) ?? new Set();
    this.#here.set(name, found);
    return found;
  }
}

const VOUCHES: ReadonlySet<What> = new Set(["write", "edit", "confirm", "restore", "back"]);
/** What lifts what, where it had seen it. */
const LIFTS: Readonly<Record<string, readonly What[]>> = {
  demote: ["restore", "confirm"],
  retire: ["back"],
};

const PUTS_AWAY: ReadonlySet<What> = new Set(["archive", "forget"]);

export interface Expected {
  /** Nothing of it is in use. */
  readonly held: boolean;
  readonly retired: boolean;
  readonly forgotten: boolean;
  /** Put away by somebody who knew of all of it. */
  readonly archived: boolean;
  /** Words of a person that nobody replaced who had seen them. */
  readonly words: readonly string[];
}

/** What the acts of one memory come to, among all that are known; `isWrittenOver`: by somebody whose word counts nowhere. */
export function expected(acts: readonly Act[], all: readonly Act[], isWrittenOver: boolean): Expected {
  const stands = (what: What): boolean =>
    acts.some((act) => act.what === what && !acts.some((by) => LIFTS[what]?.includes(by.what) && by.saw.has(act)));
  const written = acts.filter(({ what, byPerson }) => byPerson && (what === "write" || what === "edit"));
  // Whoever writes over a person's words with an editor replaces nothing: both stand, until a person who is shown the two
  // stands behind the new ones.
  const replaced = (act: Act): boolean =>
    acts.some((by) => by.byPerson && by.saw.has(act) && VOUCHES.has(by.what) && by.words !== act.words);
  // Or in the file that stands beside, as a memory of its own.
  const decided = ({ words }: Act): boolean =>
    all.some((by) => by.byPerson && (by.over === words || (PUTS_AWAY.has(by.what) && by.words === words)));
  // What a person took out of use does not stand beside what was written over it: it would be in use again.
  const after = (act: Act): readonly Act[] => acts.filter((by) => by.saw.has(act));
  const withdrawn = (act: Act): boolean =>
    after(act).some(({ what }) => what === "demote") &&
    (isWrittenOver || after(act).some(({ what, byPerson }) => what === "edit" && !byPerson));
  const archives = acts.filter(({ what }) => what === "archive");
  return {
    held: stands("demote"),
    retired: stands("retire"),
    forgotten: acts.some(({ what }) => what === "forget"),
    archived: archives.length > 0,
    words: [
      ...new Set(written.filter((act) => !replaced(act) && !decided(act) && !withdrawn(act)).map(({ words }) => words)),
    ],
  };
}
