// Batches of a person's acts: plan every item, show it, then apply; a result per item, never stopping midway
// (STO-23).
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import type { Memory } from "./catalogue.ts";
import type { First } from "./confirm.ts";
import type { Act, OpenStore, OpenStores, Plan, Unchanged } from "./context.ts";
import { planOf } from "./plan-transition.ts";
import { rawPath } from "./raw-files.ts";
import { type FoundRaw, resolveOrRaw, takeOutStep } from "./raw-plan.ts";
import { type Found, type FoundBroken, resolve } from "./resolve.ts";
import { planSupersede } from "./retire.ts";
import { type Written, write } from "./write.ts";

/** The file could not be read as a memory; its bytes are kept at `path`. */
export interface KeptRaw {
  readonly kind: "kept-raw";
  readonly path: string;
  /** On this machine alone, because a secret may be in them, or because they were a project's. */
  readonly local: boolean;
}

/** Bytes in quarantine, on their way back. */
export interface RawTarget {
  readonly kind: "raw-target";
  readonly open: OpenStore;
  readonly plan: Plan;
}

export interface Target {
  readonly kind: "target";
  readonly open: OpenStore;
  readonly memory: Memory;
  readonly plan: Plan;
  readonly first?: First | undefined;
}

export type Planned = Target | RawTarget | Unchanged | FoundBroken | Refusal;
export type Done = Written | Unchanged | KeptRaw | Refusal;

export interface Item<T> {
  readonly name: string;
  readonly result: T;
}

export type Planner = (memory: Memory, open: OpenStore) => Plan | Unchanged | Refusal;

type RawPlanner = (found: FoundRaw) => Plan | Unchanged | Refusal;

/** `raw` for a verb that knows bytes in quarantine too. */
export function planEach(
  stores: OpenStores,
  names: readonly string[],
  plan: Planner,
  raw?: RawPlanner,
): readonly Item<Planned>[] {
  return names.map((name) => {
    if (raw === undefined) return planFound(name, resolve(stores, name), plan);
    const found = resolveOrRaw(stores, name);
    if (found.kind !== "found-raw") return planFound(name, found, plan);
    const planned = raw(found);
    return {
      name,
      result: planned.kind === "plan" ? { kind: "raw-target", open: found.open, plan: planned } : planned,
    };
  });
}

/** Plans for what was found, and perhaps shown, before: a change in between is caught by compare-and-swap. */
export function planFound(name: string, found: Found | FoundBroken | Refusal, plan: Planner): Item<Planned> {
  if (found.kind !== "found") return { name, result: found };
  const planned = plan(found.memory, found.open);
  const { open, memory } = found;
  return { name, result: planned.kind === "plan" ? { kind: "target", open, memory, plan: planned } : planned };
}

export async function applyEach(
  items: readonly Item<Planned>[],
  verb: string,
  act: Act,
): Promise<readonly Item<Done>[]> {
  const done: Item<Done>[] = [];
  for (const { name, result } of items) done.push({ name, result: await applyOne(result, verb, act) });
  return done;
}

async function applyOne(planned: Planned, verb: string, act: Act): Promise<Done> {
  switch (planned.kind) {
    case "refusal":
    case "unchanged":
      return planned;
    case "target":
      return writeAfter(planned.first, planned, act);
    case "raw-target":
      return write(planned.open, planned.plan, act);
    case "found-broken":
      return verb === "demote" || verb === "enforce" ? takeOut(planned, verb, act) : unreadable(planned);
  }
}

/** Nothing more where the first is refused. */
export async function writeAfter(
  first: First | undefined,
  { open, plan }: Pick<Target, "open" | "plan">,
  act: Act,
): Promise<Written | Refusal> {
  const before = first && (await write(first.open, first.plan, act));
  return before?.kind === "refusal" ? before : write(open, plan, act);
}

/** Applies what was planned for each as one plan for all; a result per item (STO-23). */
export async function supersedeAll(
  open: OpenStore,
  items: readonly Item<Planned>[],
  by: Memory,
  act: Act,
): Promise<readonly Item<Done>[]> {
  const olds = new Map<string, Memory>();
  for (const { result } of items) {
    if (result.kind === "target") olds.set(result.memory.stored.file, result.memory);
  }
  const plan = planSupersede(open, [...olds.values()], by, act);
  const outcome = plan.kind === "refusal" ? plan : await write(open, plan, act);
  return items.map(({ name, result }) => {
    if (result.kind === "found-broken") return { name, result: unreadable(result) };
    return { name, result: result.kind === "target" || result.kind === "raw-target" ? outcome : result };
  });
}

export function unreadable({ broken }: FoundBroken): Refusal {
  const stem = broken.spot.file.replace(/\.md$/, "");
  return refuse(
    "unreadable",
    `${broken.spot.place}/${broken.spot.file} can't be read as a memory: ${broken.reason}`,
    `holdfast audit --check ${stem}`,
  );
}

/**
 * A file that can't be read as a memory can still be taken out of service: its bytes go to quarantine as they are, where
 * nobody reads them (STO-3).
 */
async function takeOut({ open, broken }: FoundBroken, verb: string, act: Act): Promise<KeptRaw | Refusal> {
  const refused = forbidden(verb, act.channel);
  if (refused !== undefined) return refused;
  const stored = broken.stored;
  if (stored === undefined) {
    return refuse(
      "unsafe-path",
      `${broken.spot.place}/${broken.spot.file} is not opened: ${broken.reason}`,
      "Remove it by hand.",
    );
  }
  const { step, raw } = takeOutStep(open, stored, act);
  const plan = planOf("demote", [step]);
  // What nobody can read has failed its check: that may take it out where nobody asked.
  const outcome = await write(open, verb === "enforce" ? { ...plan, byCheck: true } : plan, act);
  if (outcome.kind === "refusal") return outcome;
  return { kind: "kept-raw", path: `${open.store.info.root}/${rawPath(raw)}`, local: raw.local };
}
