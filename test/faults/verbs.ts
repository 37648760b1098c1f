// Every verb that writes, in each way it can take, planned and written as the commands do it.
import { setConfigValue } from "../../src/config/config.ts";
import { readUserConfig, writeUserConfig } from "../../src/config/io/files.ts";
import { makeId } from "../../src/memory/ids.ts";
import { planEach, supersedeAll } from "../../src/store/batch.ts";
import { planConfirm, planEdit } from "../../src/store/confirm.ts";
import { deviceOf } from "../../src/store/io/device-key.ts";
import { initStore, openStore } from "../../src/store/io/open-store.ts";
import { planTierChange, type TierVerb } from "../../src/store/plan-transition.ts";
import { resolve } from "../../src/store/resolve.ts";
import { planArchive, planRetire, planSupersede } from "../../src/store/retire.ts";
import { planUndo } from "../../src/store/undo.ts";
import { write } from "../../src/store/write.ts";
import { refuse } from "../../src/text/errors.ts";
import { placesOf } from "../support/store-box.ts";
import {
  actBy,
  addNote,
  change,
  must,
  NOW,
  note,
  type Opening,
  type Outcome,
  openIn,
  plantUnreadable,
} from "./world.ts";

export interface FaultVerb {
  readonly name: string;
  readonly prepare?: (base: string) => Promise<void>;
  readonly run: (base: string, seed: number) => Promise<Outcome>;
  /**
   * What the verb leaves when it is repeated without a fault: `same` as a clean run, or `other` where it makes a new
   * id each time, or takes back what it did.
   */
  readonly again: "same" | "other";
  /** Differs from another verb in its plan only: the short form takes fewer of its calls. */
  readonly sparse?: true;
  /** What it writes to, and so what the next writer has to mend; `settings` are no store. */
  readonly writes: "personal" | "shared" | "settings";
}

function add(name: string, channel: "terminal" | "mcp", claims: readonly string[] = []): FaultVerb {
  const run = (base: string, seed: number): Promise<Outcome> =>
    addNote(openIn(base), "Newcomer", actBy(seed, channel), claims);
  return { name, run, again: "other", writes: "personal" };
}

function tier(verb: TierVerb, memory: string, prepare?: FaultVerb["prepare"], opening: Opening = {}): FaultVerb {
  const reason = verb === "demote" ? { reason: "it was wrong" } : {};
  const run = (base: string, seed: number): Promise<Outcome> => {
    const act = actBy(seed);
    return change(openIn(base, opening), memory, verb, act, (found) => planTierChange(found, { verb, ...reason }, act));
  };
  const writes = opening.scope === "shared" ? "shared" : "personal";
  return { name: verb, run, again: "same", writes, ...(prepare === undefined ? {} : { prepare }) };
}

function edit(name: string, memory: string, again: FaultVerb["again"], opening: Opening = {}): FaultVerb {
  const run = (base: string, seed: number): Promise<Outcome> => {
    const act = actBy(seed);
    return change(openIn(base, opening), memory, "edit", act, (found, open) =>
      planEdit(open, found, found.document.text.replaceAll("it works", "it was edited"), act),
    );
  };
  return { name, run, again, writes: "personal" };
}

function confirm(way: string, memory: string, again: FaultVerb["again"]): FaultVerb {
  const run = (base: string, seed: number): Promise<Outcome> => {
    const act = actBy(seed);
    return change(openIn(base), memory, "confirm", act, (found, open) =>
      planConfirm({ open, personal: open }, found, act),
    );
  };
  return { name: `confirm/${way}`, run, again, writes: "personal" };
}

const confirmShared: FaultVerb = {
  name: "confirm/shared",
  run: async (base, seed) => {
    const act = actBy(seed);
    const personal = openIn(base);
    const [item] = planEach([openIn(base, { scope: "shared" })], ["project_shared_words"], (found) =>
      planConfirm({ open: personal, personal, project: "example.org/project" }, found, act),
    );
    const result = item?.result ?? refuse("not-found", "There was no item.");
    if (result.kind === "found-broken") return refuse("unreadable", result.broken.reason, "holdfast check");
    if (result.kind === "raw-target") return refuse("unreadable", "It is kept as bytes.");
    if (result.kind !== "target") return result;
    const written = await write(personal, result.plan, act);
    return written.kind === "written" ? { kind: "done" } : written;
  },
  again: "other",
  writes: "personal",
};

function retire(back: boolean): FaultVerb {
  const run = (base: string, seed: number, again = back): Promise<Outcome> => {
    const act = actBy(seed);
    return change(openIn(base), "reference_vouched", "retire", act, (found) => planRetire(found, act, again));
  };
  const plain: FaultVerb = {
    name: back ? "retire/back" : "retire",
    run: (base, seed) => run(base, seed),
    again: "same",
    writes: "personal",
  };
  return back ? { ...plain, prepare: async (base) => must(await run(base, 7, false)) } : plain;
}

const supersede: FaultVerb = {
  name: "retire/by",
  prepare: (base) => note(base, "Other"),
  run: async (base, seed) => {
    const act = actBy(seed);
    const open = openIn(base);
    const by = resolve([open], "reference_other");
    if (by.kind === "found-broken") return refuse("unreadable", by.broken.reason, "holdfast check");
    if (by.kind === "refusal") return by;
    const items = planEach([open], ["reference_vouched"], (found) => planSupersede(open, [found], by.memory, act));
    const [item] = await supersedeAll(open, items, by.memory, act);
    if (item === undefined || item.result.kind === "kept-raw") throw new Error("no result for the one item");
    return item.result.kind === "written" ? { kind: "done" } : item.result;
  },
  again: "same",
  writes: "personal",
};

const archive: FaultVerb = {
  name: "archive",
  prepare: (base) => note(base, "Parked"),
  run: (base, seed) => {
    const act = actBy(seed);
    return change(openIn(base), "reference_parked", "archive", act, (found) => planArchive(found, act));
  },
  again: "same",
  writes: "personal",
};

/** Without a name: the latest change of this machine. */
function undo(of: FaultVerb): FaultVerb {
  return {
    name: `undo/${of.name}`,
    prepare: async (base) => {
      await of.prepare?.(base);
      must(await of.run(base, 7));
    },
    run: async (base, seed) => {
      const act = actBy(seed);
      const open = openIn(base);
      const planned = planUndo(open, undefined, act);
      if (planned.kind === "refusal") return planned;
      const written = await write(open, planned.plan, act);
      return written.kind === "written" ? { kind: "done" } : written;
    },
    again: "other",
    writes: "personal",
  };
}

const init: FaultVerb = {
  name: "init",
  run: async (base, seed) => {
    const storeId = makeId(NOW.getTime(), actBy(seed).random(10));
    const made = initStore(`${base}/fresh/store`, { scope: "personal", storeId });
    deviceOf(`${base}/fresh/data`);
    openStore(`${base}/fresh/store`, { scope: "personal" }).list();
    return made === "created" ? { kind: "done" } : { kind: "unchanged", message: "there already" };
  },
  again: "other",
  writes: "settings",
};

const config: FaultVerb = {
  name: "config/set",
  run: async (base) => {
    const folder = placesOf(base).config;
    const changed = setConfigValue(readUserConfig(folder), "lock", "shared");
    if ("kind" in changed) return changed;
    writeUserConfig(folder, changed.text);
    return { kind: "done" };
  },
  again: "same",
  writes: "settings",
};

const withParked = (base: string): Promise<void> => note(base, "Parked");
const withObserved = (base: string): Promise<void> => note(base, "Observed");
const withFresh = (base: string): Promise<void> => note(base, "Fresh");
const editVouched = edit("edit", "reference_vouched", "same");
const demote = tier("demote", "reference_vouched");

export const FAULT_VERBS: readonly FaultVerb[] = [
  add("add", "terminal"),
  add("add/agent", "mcp", ["trust-level"]),
  editVouched,
  { ...edit("edit/inferred", "reference_fresh", "same"), prepare: withFresh, sparse: true },
  edit("edit/shared-lock", "reference_vouched", "same", { lock: "shared" }),
  { ...confirm("promote", "reference_observed", "same"), prepare: withObserved, sparse: true },
  { ...confirm("restore", "reference_parked", "same"), prepare: withParked, sparse: true },
  { ...confirm("reaffirm", "reference_vouched", "same"), sparse: true },
  { ...confirm("own-words", "reference_fresh", "same"), prepare: withFresh },
  { ...confirmShared, sparse: true },
  tier("promote", "reference_observed", withObserved),
  demote,
  { ...tier("demote", "project_damaged", async (base) => plantUnreadable(base)), name: "demote/unreadable" },
  { ...tier("demote", "project_shared_words", undefined, { scope: "shared" }), name: "demote/shared" },
  tier("restore", "reference_parked", withParked),
  tier("reaffirm", "reference_vouched"),
  retire(false),
  { ...retire(true), sparse: true },
  { ...supersede, sparse: true },
  archive,
  { ...undo(add("add", "terminal")), sparse: true },
  { ...undo(editVouched), sparse: true },
  undo(demote),
  init,
  config,
];
