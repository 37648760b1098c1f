// STO-21 on Windows: no write is lost to a reader.
import { bundled, type World } from "./world.ts";

const WRITES = 500;
const READERS = 2;

export async function writes(world: World): Promise<void> {
  const program = await bundled(world.windows, "writes");
  const args = [program, "C:\\box\\writes", String(WRITES), String(READERS)];
  const ran = await world.one.node(args, { limitMs: 300_000 });
  if (ran.code !== 0) return world.check("the writers came to their end", false, ran);
  const { failures, reads, torn } = JSON.parse(ran.out) as { failures: readonly string[]; reads: number; torn: number };
  world.say(`  writes=${WRITES} failed=${failures.length} reads=${reads} torn=${torn}`);
  world.check(`${WRITES} writes under ${READERS} readers: none failed`, failures.length === 0, failures.slice(0, 5));
  world.check("STO-21 no reader saw half a file", torn === 0 && reads > 0, { reads, torn });
}
