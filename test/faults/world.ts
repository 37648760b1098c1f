// One person's machine in a folder of its own: a personal store with a verified memory, and a shared store.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { openStoreWith } from "../../src/compose/stores.ts";
import { effectiveConfig, parseConfig } from "../../src/config/config.ts";
import { readUserConfig } from "../../src/config/io/files.ts";
import { add } from "../../src/store/add.ts";
import { applyEach, type Planner, planEach } from "../../src/store/batch.ts";
import type { Act, OpenStore } from "../../src/store/context.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { openTombstones } from "../../src/store/io/tombstones.ts";
import type { Scope } from "../../src/store/memory-store.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { type Refusal, refuse } from "../../src/text/errors.ts";
import type { Verb } from "../../src/trust/authority.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { actOf, chance, DEVICE } from "../support/acts.ts";
import { makeBox, placesOf, rootOf } from "../support/store-box.ts";

export const NOW: Date = new Date("2026-06-01T10:00:00Z");
const LONG_AGO = new Date("2026-01-05T10:00:00Z");
/** Another device's line: no write of this one may lose it. */
const FOREIGN_SIGNER = 'fedcba9876543210 namespaces="holdfast" ssh-ed25519 AAAAforeign\n';
const SHARED_TEXT = `---
name: Shared words
description: What the team agreed on
type: project
id: 01JCQ0Z8M4X5T6V7W8Y9ZA7777
trust-level: inferred
created-at: 2026-01-05T10:00:00Z
---

The team uses one formatter for every file of this project.
`;

export type Outcome = { readonly kind: "done" } | { readonly kind: "unchanged"; readonly message: string } | Refusal;

export interface Opening {
  readonly scope?: Scope;
  readonly lock?: "shared";
}

/** Opened as the command line opens it: settings, device key, store. */
export function openIn(base: string, { scope = "personal", lock }: Opening = {}): OpenStore {
  const places = placesOf(base);
  const { config } = effectiveConfig(parseConfig(readUserConfig(places.config), "user"), undefined);
  const device = deviceOf(places.data).id;
  const open = openStoreWith(places, {
    root: scope === "personal" ? places.store : `${base}/project/.holdfast`,
    scope,
    lock: lock ?? config.lock,
    device,
    keys: deviceKeys(places.data),
    now: () => NOW,
  });
  return { ...open, tombstones: openTombstones(places.store, device) };
}

/** For those who look at what is there: the same store, with a key that was read before. */
export function lookIn(base: string, scope: Scope = "personal"): OpenStore {
  const places = placesOf(base);
  known ??= deviceKeys(places.data);
  const root = scope === "personal" ? places.store : `${base}/project/.holdfast`;
  return openStoreWith(places, { root, scope, lock: "auto", device: DEVICE.id, keys: known, now: () => NOW });
}

let known: ReturnType<typeof deviceKeys> | undefined;

export function actBy(seed: number, channel: Channel = "terminal", now: Date = NOW): Act {
  return actOf(channel, now, chance(seed));
}

export async function addNote(
  open: OpenStore,
  name: string,
  act: Act,
  claims: readonly string[] = [],
): Promise<Outcome> {
  const text = `${name} is what is used here. Why: it works. How to apply: always.`;
  const added = await add(open, { text, name, kind: "fact", claims }, act);
  if (added.kind === "already-known") return { kind: "unchanged", message: "known already" };
  return added.kind === "added" ? { kind: "done" } : added;
}

/** A person's verb on one memory, as the commands do it. */
export async function change(open: OpenStore, name: string, verb: Verb, act: Act, plan: Planner): Promise<Outcome> {
  const [item] = await applyEach(planEach([open], [name], plan), verb, act);
  const result = item?.result ?? refuse("not-found", "There was no item.");
  if (result.kind === "written" || result.kind === "kept-raw") return { kind: "done" };
  return result;
}

export async function makeWorld(): Promise<string> {
  const base = makeBox("memory");
  writeFileSync(`${rootOf(base)}/allowed_signers`, FOREIGN_SIGNER, { mode: 0o600 });
  mkdirSync(placesOf(base).config, { recursive: true, mode: 0o700 });
  writeFileSync(`${placesOf(base).config}/config.json`, "{}\n", { mode: 0o600 });
  mkdirSync(`${base}/fresh`, { mode: 0o700 });
  mkdirSync(`${base}/project`, { mode: 0o755 });
  initStore(`${base}/project/.holdfast`, { scope: "shared", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDF" });
  writeFileSync(`${base}/project/.holdfast/memories/project_shared_words.md`, SHARED_TEXT, { mode: 0o644 });
  await note(base, "Vouched");
  return base;
}

/** Memories that some verbs need; each is there only for those, for every call that reads one is a trial. */
export async function note(base: string, name: "Vouched" | "Other" | "Observed" | "Fresh" | "Parked"): Promise<void> {
  const when = name === "Fresh" ? new Date(NOW.getTime() - 3_600_000) : LONG_AGO;
  const act = actBy(100 + name.length, name === "Fresh" || name === "Observed" ? "mcp" : "terminal", when);
  const open = openIn(base);
  must(await addNote(open, name, act));
  if (name !== "Parked") return;
  const reason = "no longer so";
  const plan: Planner = (memory) => planTierChange(memory, { verb: "demote", reason }, act);
  must(await change(open, "reference_parked", "demote", act, plan));
}

export function plantUnreadable(base: string): void {
  appendFileSync(`${rootOf(base)}/memories/project_damaged.md`, "---\nname: [\n---\nNot readable.\n", { mode: 0o600 });
}

export function must(outcome: Outcome): void {
  if (outcome.kind !== "done") throw new Error(`a preparation was refused: ${JSON.stringify(outcome)}`);
}
