// Memory files for tests, written as a person would write them by hand.
import { writeFileSync } from "node:fs";
import { attest } from "./attest.ts";
import { dataOf, rootOf } from "./store-box.ts";

export interface Planted {
  readonly place?: "memories" | "quarantine";
  readonly tier?: string;
  readonly id?: string;
  readonly created?: string;
  readonly verified?: string;
  readonly name?: string;
  readonly description?: string;
  readonly more?: readonly string[];
  readonly body?: string;
  /** A verified memory with an id is attested as if a person had confirmed it, unless this says no. */
  readonly attested?: false;
}

/** Plants `<stem>.md` and gives its text. */
export function plant(base: string, stem: string, about: Planted = {}): string {
  const lines = [
    "---",
    `name: ${about.name ?? stem.replaceAll("_", " ")}`,
    `description: ${about.description ?? "Something worth remembering"}`,
    `type: ${stem.split("_")[0]}`,
    ...(about.id === undefined ? [] : [`id: ${about.id}`]),
    ...(about.tier === undefined ? [] : [`trust-level: ${about.tier}`]),
    ...(about.created === undefined ? [] : [`created-at: ${about.created}`]),
    ...(about.verified === undefined ? [] : [`last-verified: ${about.verified}`]),
    ...(about.more ?? []),
    "---",
    "",
    about.body ?? "A body that is long enough to be useful. Why: because. How to apply: always.",
    "",
  ];
  const text = lines.join("\n");
  writeFileSync(`${rootOf(base)}/${about.place ?? "memories"}/${stem}.md`, text, { mode: 0o600 });
  if (about.tier === "verified" && about.place !== "quarantine" && about.attested !== false)
    attest(text, rootOf(base), dataOf(base));
  return text;
}

/** Ids that sort by their number. */
export function idOf(n: number): string {
  return `01JCQ0Z8M4X5T6V7W8Y9ZA${String(n).padStart(4, "0")}`;
}
