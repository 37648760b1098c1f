// Two notes of one store as one: what a run that was killed had noted is not lost to what the next one notes.
import type { Doomed, ForgetJob } from "./ports.ts";

export function together(one: ForgetJob, other: ForgetJob): ForgetJob {
  const doomed = new Map<string, Doomed>();
  for (const each of [...one.doomed, ...other.doomed]) {
    const key = `${each.root} ${each.id}`;
    const before = doomed.get(key);
    doomed.set(key, before === undefined ? each : { ...each, ...unions(before, each) });
  }
  const phrases = [...new Set([...one.phrases, ...other.phrases])];
  return { ...other, doomed: [...doomed.values()], phrases };
}

/** The later one was planned where some of it had gone. */
function unions(before: Doomed, each: Doomed): Pick<Doomed, "files" | "raw"> {
  return { files: [...before.files, ...each.files], raw: [...new Set([...before.raw, ...each.raw])] };
}
