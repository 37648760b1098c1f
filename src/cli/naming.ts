// Names as people type them (SUR-6): a number of the list that was shown last at this terminal, or words of one memory. Only
// for a person, who is told which one was meant and asked between a few; whoever else asks gives the name. What is meant is
// passed on by its file's name, as if that had been typed. With --yes nobody would see what was guessed.
import { handleOf, type Memory, nameOf, stemOf } from "../store/catalogue.ts";
import type { OpenStores } from "../store/context.ts";
import { type Found, holding, resolve } from "../store/resolve.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import type { Invocation } from "./spec.ts";
import { clip, memoryLine } from "./tell.ts";

const NUMBER = /^[1-9][0-9]{0,2}$/;
/** As many as one looks through. */
const FEW = 9;

export async function namesOf(call: Invocation): Promise<readonly string[] | Refusal> {
  const { bench } = call;
  if (bench.seen.kind !== "person" || !bench.hasStore()) return call.names;
  const names: string[] = [];
  for (const typed of call.names) {
    const name = await nameOfOne(call, typed);
    if (isRefusal(name)) return name;
    names.push(name);
  }
  return names;
}

/** These are the rows that a number means from now on. An agent's list is none of the person's. */
export function numberRows({ bench, out }: Invocation, ids: readonly string[]): void {
  if (bench.seen.kind === "person" && !out.options.json) bench.rows.write(ids);
}

async function nameOfOne(call: Invocation, typed: string): Promise<string | Refusal> {
  const { bench, out, options } = call;
  const stores = bench.stores();
  const found = resolve(stores, typed);
  if (found.kind !== "refusal" || found.code !== "not-found") return typed;
  const numbered = NUMBER.test(typed) ? bench.rows.read()[Number(typed) - 1] : undefined;
  if (numbered !== undefined) {
    const row = resolve(stores, numbered);
    return row.kind === "found" ? meant(call, stores, typed, row) : numbered;
  }
  const like = NUMBER.test(typed) ? [] : holding(stores, typed);
  const [first, ...more] = like;
  // It may still be an archived one, or the id of one that is gone: the command knows.
  if (first === undefined || options["yes"] === true || out.options.json) return typed;
  if (more.length === 0) return meant(call, stores, typed, first);
  if (like.length > FEW)
    return refuse("ambiguous", `"${typed}" is in ${like.length} memories; one more word tells them apart.`);
  return chosen(call, stores, typed, like);
}

async function chosen(
  { bench, out }: Invocation,
  stores: OpenStores,
  typed: string,
  like: readonly Found[],
): Promise<string | Refusal> {
  for (const [at, { memory }] of like.entries()) out.note(memoryLine(out, memory, at + 1));
  const answer = await bench.word(`Which one? 1 to ${like.length}, Enter for none:`);
  const found = NUMBER.test(answer) ? like[Number(answer) - 1] : undefined;
  if (found !== undefined) return exactName(stores, found.memory);
  return refuse("ambiguous", `"${clip(typed, 40)}" is in ${like.length} memories; none was chosen.`);
}

/** Told, because it was not typed. */
function meant({ out }: Invocation, stores: OpenStores, typed: string, { memory }: Found): string {
  out.note(out.paint("dim", `${typed}: ${clip(nameOf(memory), out.columns - typed.length - 2)}`));
  return exactName(stores, memory);
}

/** The file's name, which is said again in what follows; two stores may have it. */
function exactName(stores: OpenStores, memory: Memory): string {
  const stem = stemOf(memory);
  return resolve(stores, stem).kind === "found" ? stem : handleOf(memory);
}
