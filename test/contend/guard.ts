// Proof of mutual exclusion that does not rest on the lock: whoever is inside makes a file that only one can make.
import { closeSync, openSync, rmSync } from "node:fs";
import type { OpenStore } from "../../src/store/context.ts";
import type { StoreWriter } from "../../src/store/memory-store.ts";

export interface Guarded {
  readonly open: OpenStore;
  readonly unlocked: () => number;
}

/** `midway` runs inside the critical section, after everything was compared and before the file is written. */
export function guarded(open: OpenStore, path: string, midway: () => void): Guarded {
  const { store } = open;
  let unlocked = 0;
  const enter = (): boolean => {
    try {
      closeSync(openSync(path, "wx"));
      return true;
    } catch {
      // Somebody else is inside.
      unlocked++;
      return false;
    }
  };
  const watched = (writer: StoreWriter): StoreWriter => ({
    state: (statement, presence) => writer.state(statement, presence),
    takeBack: (statement) => writer.takeBack(statement),
    keepOnly: (statement) => writer.keepOnly(statement),
    apply: (change) => {
      midway();
      return writer.apply(change);
    },
    createEach: (changes) => {
      midway();
      return writer.createEach(changes);
    },
    rewriteEach: (changes) => {
      midway();
      return writer.rewriteEach(changes);
    },
  });
  const withLock: typeof store.withLock = (act) =>
    store.withLock(async (writer) => {
      const alone = enter();
      try {
        return await act(watched(writer));
      } finally {
        if (alone) rmSync(path);
      }
    });
  const same = {
    info: store.info,
    statements: store.statements.bind(store),
    latestStatements: store.latestStatements.bind(store),
    pastStatements: store.pastStatements.bind(store),
    standingStatements: store.standingStatements.bind(store),
    unreadStatements: store.unreadStatements.bind(store),
    raws: store.raws.bind(store),
    list: () => store.list(),
    archived: () => store.archived(),
    stamps: store.stamps.bind(store),
    read: store.read.bind(store),
    readEach: store.readEach.bind(store),
    withLock,
  };
  return { open: { ...open, store: same }, unlocked: () => unlocked };
}
