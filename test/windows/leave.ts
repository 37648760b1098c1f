// AGT-30 on Windows: an entry of an older release becomes one of this one, and taking all of it out leaves the store and nothing else.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type } from "./console.ts";
import { THEIRS } from "./session.ts";
import type { World } from "./world.ts";

export async function leave({ one, check }: World): Promise<void> {
  const settings = join(one.homeHere, ".claude/settings.json");
  const text = readFileSync(settings, "utf8");
  writeFileSync(settings, text.replaceAll('"timeout": 5', '"timeout": 4'));
  // What is connected is tried out at once, and a hook that takes over a second says so: on a busy machine Wine does.
  let [updated] = await type([[one, "holdfast connect --yes"]]);
  for (let left = 2; left > 0 && /took too long/.test(updated?.text ?? ""); left--)
    [updated] = await type([[one, "holdfast connect --yes"]]);
  check("an older entry is made anew", updated?.code === 0 && readFileSync(settings, "utf8") === text, updated);
  const [gone] = await type([[one, "holdfast uninstall --purge --yes"]]);
  check("uninstall ends well", gone?.code === 0, gone);
  for (const [name, theirs] of Object.entries(THEIRS))
    check(`AGT-30 ${name} is as it was, byte for byte`, readFileSync(join(one.homeHere, name), "utf8") === theirs);
  const left = filesBelow(one.homeHere).filter((name) => !name.startsWith(".holdfast/") && THEIRS[name] === undefined);
  check("AGT-30 nothing else is left", left.length === 0, left);
  const kept = filesBelow(join(one.homeHere, ".holdfast")).filter((name) => name.endsWith(".md"));
  check("AGT-30 the store is there", kept.length > 0, kept);
}

function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}
