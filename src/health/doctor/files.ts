// The files of a store as they lie there.
import { declaredTier } from "../../memory/fields.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { applyEach, type Item } from "../../store/batch.ts";
import type { Broken, Catalogue, Memory } from "../../store/catalogue.ts";
import type { OpenStore, Plan } from "../../store/context.ts";
import type { FoundBroken } from "../../store/resolve.ts";
import { write } from "../../store/write.ts";
import { waitingCopies } from "../../sync/copies.ts";
import { isRefusal } from "../../text/errors.ts";
import { FIX, type Mended, type Probe, type ProbeFinding, rowFor, type StoreView, some } from "./probe.ts";

export const counts: Probe<StoreView> = {
  name: "store",
  examine: ({ open, catalogue: { memories } }) => {
    const of = (tier: string): number => memories.filter((memory) => memory.tier === tier).length;
    const all = memories.length === 1 ? "1 memory" : `${memories.length} memories`;
    const unattested = of("unattested") === 0 ? "" : `, ${of("unattested")} unconfirmed`;
    const message = `${all}: ${of("verified")} verified, ${of("inferred")} inferred, ${of("quarantined")} quarantined${unattested}`;
    return [{ name: `${open.store.info.scope} store`, health: "ok", message }];
  },
};

// A file in the place of a newer signed word that says nothing: damage, or junk that somebody pushed. The device is silent about
// that memory until it speaks again; what lies beyond any number of its own only stands there (STO-32).
export const unread: Probe<StoreView> = {
  name: "statements",
  examine: ({ open, catalogue: { memories }, nameOf }) =>
    memories.flatMap((memory): readonly ProbeFinding[] => {
      const { id, tier } = memory;
      const found = id === undefined ? [] : open.store.unreadStatements(id);
      if (id === undefined || found.length === 0) return [];
      const message = `${nameOf(memory)}: no signed word, though named as one: attest/${id}/${some(found)}`;
      const remedy = tier === "unattested" ? `holdfast confirm ${id}` : `Delete what you do not know in attest/${id}.`;
      return [{ name: "statements", health: "warning", message, remedy }];
    }),
};

// A name in both directories is a move that did not end (STO-20). Taking the lock finishes it: quarantine/ stands,
// and the bytes that go are kept aside.
export const moves: Probe<StoreView> = {
  name: "moves",
  examine: ({ catalogue, nameOf }) => [
    rowFor("moves", interrupted(catalogue).map(nameOf), {
      good: "no move is half done",
      bad: "a move was interrupted",
      health: "warning",
      remedy: FIX,
    }),
  ],
  mend: ({ catalogue, open }) => (interrupted(catalogue).length === 0 ? [] : sweep(open)),
};

export function interrupted({ shadowed, memories }: Catalogue): readonly Memory[] {
  const held = new Set(memories.filter(({ stored }) => stored.place === "quarantine").map(({ stored }) => stored.file));
  return shadowed.filter(({ stored }) => held.has(stored.file));
}

/** What a killed writer left is mended by whoever holds the lock next. */
export async function sweep(open: OpenStore): Promise<readonly Mended[]> {
  const label = "leftovers and half-done moves";
  const refused = await open.store.withLock(() => undefined);
  return [isRefusal(refused) ? { label, problem: refused.message } : { label }];
}

// Temporary files of a killed writer (STO-20); the next holder of the lock removes them.
export const leftovers: Probe<StoreView> = {
  name: "leftovers",
  examine: ({ catalogue: { listing } }) => [
    rowFor(
      "leftovers",
      listing.leftovers.map(({ place, file }) => `${place}/${file}`),
      { good: "no leftovers", bad: "left by a killed writer", health: "warning", remedy: FIX },
    ),
  ],
  mend: ({ catalogue: { listing }, open }) => (listing.leftovers.length === 0 ? [] : sweep(open)),
};

// One id in two files. Where one of them stands in quarantine/ it counts for every reader (STO-20), so mending takes
// the other one out, and `undo` brings it back. Two files in the same directory are for a person to choose between.
export const twins: Probe<StoreView> = {
  name: "twins",
  examine: (view) => [twinsRow(view)],
  mend: async ({ catalogue, open, nameOf }, act) => {
    const done: Mended[] = [];
    for (const copy of outside(catalogue)) {
      const result = await write(open, removal(copy), act());
      const label = `${nameOf(copy)}, whose id stands in quarantine/, was taken out`;
      done.push(result.kind === "written" ? { label } : { label: nameOf(copy), problem: result.message });
    }
    return done;
  },
};

function twinsRow({ catalogue, nameOf }: StoreView): ProbeFinding {
  const moving = interrupted(catalogue);
  const seen = new Map<string, Memory>();
  const found: string[] = [];
  for (const memory of [...catalogue.memories, ...catalogue.shadowed]) {
    if (memory.id === undefined || moving.includes(memory)) continue;
    const other = seen.get(memory.id);
    if (other !== undefined) found.push(`${nameOf(other)} = ${nameOf(memory)}`);
    else seen.set(memory.id, memory);
  }
  if (found.length === 0) return { name: "twins", health: "ok", message: "every id stands once" };
  const mendable = outside(catalogue).length;
  const byHand = "Remove the copy you do not want.";
  const remedy = mendable === 0 ? byHand : mendable === found.length ? FIX : `${FIX}; then: ${byHand}`;
  return { name: "twins", health: "error", message: `one id in two files: ${some(found)}`, remedy };
}

/** Copies in memories/ under another name than the one in quarantine/. */
function outside(catalogue: Catalogue): readonly Twin[] {
  const moving = interrupted(catalogue);
  return catalogue.shadowed.filter((memory): memory is Twin => memory.id !== undefined && !moving.includes(memory));
}

type Twin = Memory & { readonly id: MemoryId };

function removal(copy: Twin): Plan {
  const { place, file, sha256: base } = copy.stored;
  const from = declaredTier(copy.document) ?? "inferred";
  const change = { kind: "remove", place, file, base } as const;
  return {
    kind: "plan",
    verb: "doctor",
    steps: [{ id: copy.id, action: "demote", reason: "recovery", from, to: "quarantined", change }],
    warnings: [],
    droppedClaims: [],
  };
}

// Mending takes out what can be opened: its bytes are kept as they are (STO-3). What can't be is a link, a
// device or somebody else's, and is for a person's hands.
export const files: Probe<StoreView> = {
  name: "files",
  examine: ({ catalogue: { broken } }) => [
    rowFor(
      "files",
      broken.map((each) => `${pathOf(each)} (${each.reason.split(": ", 1)[0]})`),
      {
        good: "every file reads as a memory",
        bad: "not readable as a memory",
        health: "warning",
        remedy: broken.some(isOpen)
          ? `holdfast audit --check, then edit; ${FIX} takes them out and keeps their bytes`
          : "Remove it by hand: it is not opened.",
      },
    ),
  ],
  mend: async ({ catalogue: { broken }, open }, act) => {
    const found = broken.filter(isOpen).map((each): Item<FoundBroken> => {
      return { name: pathOf(each), result: { kind: "found-broken", open, broken: each } };
    });
    const done = found.length === 0 ? [] : await applyEach(found, "demote", act());
    return done.map(({ name, result }) =>
      result.kind === "kept-raw"
        ? { label: `${name} was taken out; its bytes are at ${result.path}` }
        : { label: name, problem: "message" in result ? result.message : "not taken out" },
    );
  },
};

function pathOf({ spot }: Broken): string {
  return `${spot.place}/${spot.file}`;
}

function isOpen({ stored }: Broken): boolean {
  return stored !== undefined;
}

export const strangers: Probe<StoreView> = {
  name: "strangers",
  examine: ({ open, catalogue: { listing } }) => {
    const waiting = open.store.info.scope === "personal" ? waitingCopies(open) : [];
    const others = listing.strangers.filter(
      ({ place, file }) => !waiting.some(({ copy }) => copy.place === place && copy.file === file),
    );
    // By the memory's own name: the copy's may be anything, and an agent is told none of quarantine/.
    const copied = [...new Set(waiting.map(({ of }) => `${of.place}/${of.file}`))];
    return [
      ...(waiting.length === 0
        ? []
        : [
            rowFor("copies", copied, {
              good: "",
              bad: "conflict copies of another sync tool, not read until they are joined",
              health: "warning",
              remedy: "holdfast sync",
            }),
          ]),
      rowFor(
        "strangers",
        others.map(({ place, file }) => `${place}/${file}`),
        {
          good: "no other files",
          bad: "never read",
          health: "warning",
          remedy: "Move them out of the store, or name them <type>_<words>.md.",
        },
      ),
    ];
  },
};
