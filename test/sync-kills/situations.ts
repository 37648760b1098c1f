// What a run that is killed was about to do. Each is made once, in the folder in which it is used, and copied back for every
// kill; `known` are the memories whose commands had ended well.
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { add } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { write } from "../../src/store/write.ts";
import { type Machine, twoMachines } from "../support/sync-machines.ts";
import type { Line } from "./program.ts";

export const SITUATIONS = ["push", "fast-forward", "join", "first sync"] as const;
export type Situation = (typeof SITUATIONS)[number];

export interface Prepared {
  readonly situation: Situation;
  /** Where the two machines and their remote stand while they are used. */
  readonly work: string;
  readonly a: Machine;
  readonly b: Machine;
  /** By name: the tier that each must have at the end. */
  readonly known: ReadonlyMap<string, string>;
  /** Everything as it was before the run. */
  readonly reset: () => Promise<void>;
  readonly over: OverHub | undefined;
}

/** A hub that carries the stores in the place of the remote. */
export interface OverHub {
  readonly line: Line;
  /** Before anything is sent. */
  ready(machines: readonly Machine[]): Promise<void>;
  /** Gives what puts the hub back to how it is now. */
  keep(): Promise<() => Promise<void>>;
  /** What is wrong with what it holds, and with what the machines have seen of it. */
  wrong(machines: readonly Machine[]): Promise<readonly string[]>;
}

export async function prepare(base: string, situation: Situation, over?: OverHub): Promise<Prepared> {
  const work = join(base, "work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const [a, b] = twoMachines(work);
  await over?.ready([a, b]);
  const known = new Map<string, string>();
  const remember = async (on: Machine, name: string, channel: "terminal" | "cli"): Promise<void> => {
    const text = `What ${name} says is that the service restarts at night.`;
    const outcome = await add(on.open(), { text, name, type: "reference" }, on.act(channel));
    if (outcome.kind !== "added") throw new Error(JSON.stringify(outcome));
    known.set(name, channel === "terminal" ? "verified" : "inferred");
  };
  const settle = async (): Promise<void> => {
    for (const each of [a, b, a]) {
      const outcome = await each.sync();
      if (outcome.kind !== "synced") throw new Error(JSON.stringify(outcome));
    }
  };
  await remember(a, "First of a", "terminal");
  await remember(b, "First of b", "cli");
  if (situation !== "first sync") {
    await settle();
    if (situation !== "fast-forward") {
      await remember(a, "Second of a", "terminal");
      await remember(a, "Third of a", "cli");
    }
    if (situation !== "push") {
      await remember(b, "Second of b", "terminal");
      await demote(b, "First of a");
      known.set("First of a", "quarantined");
      await b.sync();
    }
  }
  const template = join(base, `template ${situation}`);
  cpSync(work, template, { recursive: true, preserveTimestamps: true });
  const putBack = await over?.keep();
  const reset = async (): Promise<void> => {
    await putBack?.();
    if (existsSync(work)) rmSync(work, { recursive: true, maxRetries: 5 });
    cpSync(template, work, { recursive: true, preserveTimestamps: true });
  };
  return { situation, work, a, b, known, reset, over };
}

async function demote(on: Machine, name: string): Promise<void> {
  const open = on.open();
  const memory = readCatalogue(open.store).memories.find((each) => each.document.fields.get("name") === name);
  const plan = memory && planTierChange(memory, { verb: "demote" }, on.act());
  if (plan?.kind !== "plan") throw new Error(`${name} can't be demoted`);
  await write(open, plan, on.act());
}
