// AGT-20 on Windows: a file of the store under every name that Windows takes for it, and what only looks like it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Machine, makeMachine } from "./machine.ts";
import { type Call, harmless, refused } from "./spellings.ts";
import { bundled, type World } from "./world.ts";

/** Ends what hangs. */
const LIMIT_MS = 400_000;

export async function guard(world: World): Promise<void> {
  const { windows, check, say } = world;
  const one = makeMachine(windows, "guarded", "home");
  const memories = join(one.homeHere, ".holdfast/memories");
  mkdirSync(memories, { recursive: true });
  writeFileSync(join(memories, "a.md"), "x");
  const short = await shortName(one);
  say(`  short name of .holdfast: ${short ?? "none"}`);
  const bad = refused(one.home, short);
  const good = harmless(one.home, one.project);
  const program = await bundled(windows, "guard");
  const input = JSON.stringify({ cwd: one.project, calls: [...bad, ...good] });
  const ran = await one.node([program], { input, limitMs: LIMIT_MS });
  check("the guard came to its end", ran.code === 0, ran);
  if (ran.code !== 0) return;
  const answers = JSON.parse(ran.out) as readonly boolean[];
  for (const [at, call] of bad.entries()) check(`AGT-20 refused: ${shown(call)}`, answers[at] === true);
  for (const [at, call] of good.entries()) check(`AGT-20 allowed: ${shown(call)}`, answers[bad.length + at] === false);
  say(`  refused=${answers.slice(0, bad.length).filter(Boolean).length} of ${bad.length}`);
  check("at least 60 spellings were tried", bad.length >= 60 && answers.length === bad.length + good.length);
}

/** As cmd.exe tells it; a file system may have none. */
async function shortName(one: Machine): Promise<string | undefined> {
  const { out } = await one.line(`for %I in ("${one.home}\\.holdfast") do @echo %~snxI`);
  const name = out.trim();
  return /~/.test(name) ? name : undefined;
}

function shown({ tool, input }: Call): string {
  return `${tool} ${input.file_path ?? input.command}`;
}
