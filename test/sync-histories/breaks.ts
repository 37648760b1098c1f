// The product broken on purpose, by what a run is given, and a story in which it matters. The checks must notice each; the
// same stories pass with the product as it is.
import type { Statement } from "../../src/attest/statement.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import type { MemoryStore, StoreWriter } from "../../src/store/memory-store.ts";
import type { Machine } from "../support/sync-machines.ts";
import { secretIn } from "./by-hand.ts";
import { exchanged, type Step } from "./history.ts";
import { actThrough } from "./honest.ts";
import { attack } from "./hostile.ts";
import type { Break, World } from "./world.ts";

/** The same object, but for these members. */
function instead<T extends object>(real: T, members: Partial<T>): T {
  return new Proxy(real, {
    get: (target, name) => {
      if (name in members) return members[name as keyof T];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function storeThen(change: (store: MemoryStore) => Partial<MemoryStore>): Break {
  return (ports) => ({
    ...ports,
    open: { ...ports.open, store: instead(ports.open.store, change(ports.open.store)) },
  });
}

interface Planted {
  readonly broken: Break;
  readonly story: readonly Step[];
}

const acting =
  (verb: string) =>
  (world: World, on: Machine): Promise<string> =>
    actThrough(world, on, verb, "terminal");
const both = (world: World, on: Machine): Promise<string> => exchanged(world, on);
const attacked = (kind: string) => (world: World) => attack(world, kind);

export const BREAKS: Readonly<Record<string, Planted>> = {
  "what the checks made of a file is not written": {
    broken: storeThen((store) => ({
      withLock: (act) => store.withLock((writer) => act(instead<StoreWriter>(writer, { apply: () => undefined }))),
    })),
    story: [(world, on) => secretIn(world, on, "new")],
  },
  "every hold was restored by somebody": {
    broken: storeThen(() => ({ pastStatements: (id) => [restoredAll(id)] })),
    story: [both, both, both, acting("demote"), both, both, attacked("takes a hold away")],
  },
  "a join forgets the other side": {
    broken: (ports) => ({
      ...ports,
      git: instead(ports.git, {
        commit: (commit) => ports.git.commit({ ...commit, parents: commit.parents.slice(0, 1) }),
      }),
    }),
    story: [both, both],
  },
  "nothing was ever forgotten": {
    broken: (ports) => ({
      ...ports,
      open: {
        ...ports.open,
        tombstones: instead(ports.open.tombstones, {
          all: () => [],
          forgotten: () => ({ stones: [], wanted: new Set<string>() }),
        }),
      },
    }),
    story: [both, both, acting("forget"), both, both, attacked("memories of every day, with more words")],
  },
};

function restoredAll(id: MemoryId): Statement {
  return {
    version: 1,
    scope: "personal",
    id,
    action: "restore",
    date: "2026-05-01",
    dot: { device: "0".repeat(16), n: 1 },
    seen: new Proxy({}, { get: () => 1_000_000 }),
    vouches: { content: "", status: "active", supersedes: [] },
  };
}
