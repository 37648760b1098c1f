// What must be so after a fault. Each check gives sentences about what is wrong; none is the right answer.
import { readdirSync } from "node:fs";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { verifyLedgers } from "../../src/store/log.ts";
import { CODES, Fault } from "../../src/text/errors.ts";
import type { EffectiveTier } from "../../src/trust/tiers.ts";
import type { ErrorName, Watched } from "./inject.ts";
import { type Files, leftoversIn, nameOf } from "./snapshot.ts";
import { lookIn, type Outcome } from "./world.ts";

/** What the hint has to speak of; a short read or write has no error of its own. */
const ADVICE: Readonly<Record<ErrorName, RegExp>> = {
  ENOSPC: /free some space/i,
  EIO: /disk|backup/i,
  EACCES: /owner and mode/i,
  EMFILE: /open files|close/i,
  EINTR: /again/i,
  short: /free some space/i,
};
const RANK: Readonly<Record<EffectiveTier, number>> = { quarantined: 1, unattested: 2, inferred: 2, verified: 3 };

export interface State {
  readonly files: Files;
  readonly tiers: ReadonlyMap<string, EffectiveTier>;
  readonly broken: number;
}

/** The stores as a reader finds them. */
export function tiersIn(base: string): Omit<State, "files"> {
  const tiers = new Map<string, EffectiveTier>();
  let broken = 0;
  for (const scope of ["personal", "shared"] as const) {
    const catalogue = readCatalogue(lookIn(base, scope).store);
    broken += catalogue.broken.length;
    for (const { stored, tier } of catalogue.memories) tiers.set(`${scope}/${stored.file}`, tier);
  }
  return { tiers, broken };
}

/** An error must say what failed and what to do; whatever else was thrown is a defect. */
export function badlyTold({ outcome }: Watched<Outcome>, error: ErrorName): readonly string[] {
  const told = "value" in outcome ? outcome.value : outcome.thrown;
  if ("value" in outcome && outcome.value.kind !== "refusal") return [];
  if (!("value" in outcome) && !(told instanceof Fault)) {
    const shown = told instanceof Error ? (told.stack ?? told.message) : String(told);
    return [`not a Fault was thrown: ${shown.split("\n").slice(0, 4).join(" ")}`];
  }
  const { code, message, hint = "" } = told as Fault;
  const text = `${message} ${hint}`;
  return [
    ...(CODES.includes(code) ? [] : [`the code ${code} is not of the list`]),
    ...(/undefined|\[object|\n\s+at |NaN/.test(text) || message === "" ? [`the message is no sentence: ${text}`] : []),
    ...(hint === "" ? [`no hint: ${code}: ${message}`] : []),
    ...(code === "io" && hint !== "" && !ADVICE[error].test(hint) ? [`the hint does not fit ${error}: ${text}`] : []),
    ...(code === "io" && error !== "short" && !text.includes(error) ? [`it does not say ${error}: ${text}`] : []),
  ];
}

/** Each file is as before or as after, and a memory that stands before and after stands in between. */
export function neither(now: Files, before: Files, after: Files): readonly string[] {
  const wrong: string[] = [];
  for (const path of new Set([...now.keys(), ...before.keys(), ...after.keys()])) {
    const found = now.get(path);
    if (found !== before.get(path) && found !== after.get(path)) wrong.push(`${path} is neither old nor new`);
  }
  const standing = new Set([...now.keys()].map(nameOf));
  const kept = new Set([...after.keys()].map(nameOf));
  for (const path of before.keys()) {
    const name = nameOf(path);
    if (kept.has(name) && !standing.has(name)) wrong.push(`${name} stands nowhere`);
  }
  return wrong;
}

/** `besides`: parts of the names that do not matter. */
export function differences(now: Files, expected: Files, besides: readonly string[] = []): readonly string[] {
  const all = [...new Set([...now.keys(), ...expected.keys()])];
  const paths = all.filter((path) => !besides.some((part) => path.includes(part)));
  return paths.filter((path) => now.get(path) !== expected.get(path)).map((path) => `${path} is not as it should be`);
}

/** Trust may be less than before a verb that failed, never more than before or after. */
export function strengthened(now: State, before: State, after: State): readonly string[] {
  return [...now.tiers].flatMap(([file, tier]) => {
    const most = Math.max(...[before, after].map(({ tiers }) => RANK[tiers.get(file) ?? "quarantined"]));
    return RANK[tier] > most ? [`${file} became ${tier}`] : [];
  });
}

export function weakened(now: State, before: State, after: State): boolean {
  return [...now.tiers].some(([file, tier]) => {
    const least = [before, after].flatMap(({ tiers }) => tiers.get(file) ?? []).map((each) => RANK[each]);
    return RANK[tier] < Math.min(...least);
  });
}

export function otherTiers(now: State, expected: State): readonly string[] {
  return [...expected.tiers].flatMap(([file, tier]) => {
    const found = now.tiers.get(file) ?? "nowhere";
    return found === tier ? [] : [`${file} is ${found}, not ${tier}`];
  });
}

/** After the next write: nothing twice, nothing left over, every ledger whole. */
export function unsettled(base: string, files: Files): readonly string[] {
  const twice = [...files.keys()].filter(
    (path) => path.includes("/memories/") && files.has(path.replace("/memories/", "/quarantine/")),
  );
  const ledgers = verifyLedgers([lookIn(base), lookIn(base, "shared")]).filter(({ state }) => state !== "whole");
  return [
    ...twice.map((path) => `${path} stands in both directories`),
    ...leftoversIn(base).map((path) => `${path.replace(/[^/]*$/, "")} keeps a temporary file`),
    ...ledgers.map(({ path, state, broken }) => `${path} is ${state}: ${JSON.stringify(broken)}`),
  ];
}

export function openHandles(): number {
  return readdirSync("/proc/self/fd").length;
}
