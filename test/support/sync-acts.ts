// What a person does on a machine of test/support/sync-machines.ts, through the pipeline that the commands use.
import { add } from "../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import type { Plan } from "../../src/store/context.ts";
import { write } from "../../src/store/write.ts";
import type { Channel } from "../../src/trust/channels.ts";
import type { Machine } from "./sync-machines.ts";

/** Gives its file. */
export async function remember(
  on: Machine,
  text: string,
  name: string,
  channel?: Channel,
  day?: string,
): Promise<string> {
  const added = await add(on.open(), { text, name }, on.act(channel, day));
  if (added.kind !== "added") throw new Error(JSON.stringify(added));
  return added.planned.file;
}

export function only(on: Machine): Memory {
  const [memory] = readCatalogue(on.open().store).memories;
  if (memory === undefined) throw new Error("there is no memory");
  return memory;
}

/** Undefined where it is gone. */
export function named(on: Machine, file: string): Memory | undefined {
  return readCatalogue(on.open().store).memories.find(({ stored }) => stored.file === file);
}

export async function apply(on: Machine, plan: Plan | { readonly kind: string }, day?: string): Promise<void> {
  if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
  const written = await write(on.open(), plan as Plan, on.act("terminal", day));
  if (written.kind !== "written") throw new Error(JSON.stringify(written));
}
