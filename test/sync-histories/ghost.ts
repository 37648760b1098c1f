// What may be believed and what must hold, by who did what and who knew of it; it reads no file of a store. An act belongs to
// the commit that carried it away, so that git's own history says who knows it: a machine set back to a backup has
// forgotten what it learned since, and a rewritten remote too. A hub carries no commits: there the number of its last change
// that a machine has seen stands in their place.
import { hubsSeen } from "../../src/sync/io/hub/record.ts";
import { type Machine, placesOfMachine } from "../support/sync-machines.ts";

export interface GhostAct {
  readonly what: "add" | "confirm" | "hold" | "restore" | "forget";
  readonly id: string;
  /** The content that a person stood behind, or that was added. */
  readonly hash?: string;
  readonly byPerson: boolean;
  readonly on: string;
  /** Of a restore: the holds that its author knew. */
  readonly sees: ReadonlySet<GhostAct>;
  readonly commits: Set<string>;
  /** Its machine was set back to a time before it: its number may be used again. */
  doubled: boolean;
}

export class Ghost {
  readonly acts: GhostAct[] = [];
  /** Changed outside of the pipeline, by a person's editor or by somebody who can push. */
  readonly touched: Set<string> = new Set<string>();
  readonly tampered: Set<string> = new Set<string>();
  /** A machine was set back. */
  setBack = false;
  readonly #local = new Map<string, Set<GhostAct>>();

  note(machine: Machine, act: Pick<GhostAct, "what" | "id" | "byPerson"> & { readonly hash?: string }): void {
    const on = nameOf(machine);
    const sees = new Set(act.what === "restore" ? this.known(machine, "hold", act.id) : []);
    const noted: GhostAct = { ...act, on, sees, commits: new Set(), doubled: false };
    this.acts.push(noted);
    this.#at(on).add(noted);
  }

  /** After a sync: whatever was done here went with this commit. */
  carried(machine: Machine): void {
    const local = this.#at(nameOf(machine));
    const [head, change] = [machine.git("rev-parse", "HEAD"), seenAtHub(machine)];
    for (const act of local) {
      act.commits.add(head);
      if (change > 0) act.commits.add(atHub(change));
    }
    local.clear();
  }

  snapshot(machine: Machine): ReadonlySet<GhostAct> {
    return new Set(this.#at(nameOf(machine)));
  }

  /** The machine is as it was then. */
  returned(machine: Machine, to: ReadonlySet<GhostAct>): void {
    const name = nameOf(machine);
    this.setBack = true;
    for (const act of this.acts) if (act.on === name && !to.has(act)) act.doubled = true;
    this.#local.set(name, new Set(to));
  }

  known(
    machine: Machine,
    what: GhostAct["what"],
    id?: string,
    history: ReadonlySet<string> = historyOf(machine),
  ): readonly GhostAct[] {
    const local = this.#at(nameOf(machine));
    return this.acts.filter(
      (act) =>
        act.what === what &&
        (id === undefined || act.id === id) &&
        (local.has(act) || [...act.commits].some((commit) => history.has(commit))),
    );
  }

  /** A person stood behind exactly this text. */
  permits(id: string, hash: string): boolean {
    return this.acts.some((act) => act.byPerson && act.id === id && act.hash === hash);
  }

  /**
   * Memories with a hold that nobody who knew of it lifted. A machine that learned of a memory only after somebody cut the
   * hold out of the remote can't know it; at the end it does, from one that had it, unless that one was set back.
   */
  held(machine: Machine, atTheEnd: boolean, history: ReadonlySet<string> = historyOf(machine)): ReadonlySet<string> {
    const restores = this.known(machine, "restore", undefined, history);
    const lifted = (hold: GhostAct): boolean =>
      restores.some((act) => act.id === hold.id && (act.sees.has(hold) || hold.doubled));
    const holds = this.known(machine, "hold", undefined, history).filter((hold) => !lifted(hold));
    const cutOut = (id: string): boolean => this.tampered.has(id) && (this.setBack || !atTheEnd);
    return new Set(holds.map(({ id }) => id).filter((id) => !cutOut(id)));
  }

  /** Added once and never looked at again: these are there, as they were. */
  untouched(machine: Machine, history: ReadonlySet<string> = historyOf(machine)): readonly GhostAct[] {
    return this.known(machine, "add", undefined, history).filter(
      ({ id }) => !this.touched.has(id) && this.acts.filter((act) => act.id === id).length === 1,
    );
  }

  #at(name: string): Set<GhostAct> {
    const found = this.#local.get(name) ?? new Set();
    this.#local.set(name, found);
    return found;
  }
}

export function nameOf({ device }: Machine): string {
  return device.nickname;
}

export function historyOf(machine: Machine): ReadonlySet<string> {
  try {
    const changes = Array.from({ length: seenAtHub(machine) }, (_, n) => atHub(n + 1));
    return new Set([...machine.git("rev-list", "HEAD").split("\n"), ...changes]);
  } catch {
    return new Set(); // before its first commit
  }
}

function seenAtHub(machine: Machine): number {
  return hubsSeen(placesOfMachine(machine).state)[0]?.changes ?? 0;
}

function atHub(change: number): string {
  return `change ${change} of the hub`;
}
