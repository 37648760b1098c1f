// What tests of forgetting on several machines do and look for: an edit, a forgetting that a person made, and every file that holds a word.
import { strict as assert } from "node:assert";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { forget } from "../../src/forget/apply.ts";
import { openForgetJournal } from "../../src/forget/io/journal.ts";
import { openTraces } from "../../src/forget/io/traces.ts";
import { planForget } from "../../src/forget/plan.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import type { Memory } from "../../src/store/catalogue.ts";
import { planEdit } from "../../src/store/confirm.ts";
import { apply, named } from "./sync-acts.ts";
import { type Machine, placesOfMachine } from "./sync-machines.ts";

export const standing = (on: Machine, file: string): Memory => named(on, file) as Memory;

export function edit(on: Machine, file: string, from: string, to: string): Promise<void> {
  const memory = standing(on, file);
  return apply(on, planEdit(on.open(), memory, on.read(`memories/${file}`).replace(from, to), on.act()));
}

export async function forgetOn(on: Machine, file: string): Promise<MemoryId> {
  const stores = [on.open()];
  const { id } = standing(on, file);
  const traces = openTraces(placesOfMachine(on));
  const plan = planForget(stores, [file.replace(/\.md$/, "")], traces, on.act());
  if (plan.kind !== "forget-plan") throw new Error(JSON.stringify(plan));
  const journal = openForgetJournal(placesOfMachine(on).state);
  const done = await forget({ stores, traces, journal, act: on.act() }, plan.job);
  assert.equal(done.kind, "forgotten", JSON.stringify(done));
  return id as MemoryId;
}

/** Every file of a machine but git's own that holds the word. */
export function holding(on: Machine, word: string, folder: string = dirname(on.root)): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === ".git") return [];
    if (lstatSync(path).isDirectory()) return holding(on, word, path);
    return readFileSync(path).includes(word) ? [path] : [];
  });
}

/** A method of an object that is to be called on it, from where another stands in between. */
export const bound = (on: object, part: unknown): unknown => (typeof part === "function" ? part.bind(on) : part);
