// A disk that folds case and normal form, really mounted: the suites of the guard and the store on it, and what only such a disk
// shows, asked of the built programs.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { foldingDisk, type Keeps } from "./disk/mount.ts";
import { AS_MACOS } from "./forced.ts";
import { ROOT, vitest, type World } from "./world.ts";

const FILES = [
  ...[
    "guard/tools",
    "guard/folding",
    "guard/harmless-calls",
    "store/memory-store",
    "store/open-store",
    "store/staged-moves",
  ],
  ...["store/tombstones", "store/kept", "disk/durable-write", "disk/directory"],
].map((name) => `test/unit/${name}.test.ts`);
/**
 * All but two files: one wants a disk that is no network's, and FUSE has one number for both; one walks 100,000 folders within
 * 5 s, which is the price of a disk that is a program.
 */
const ROOMS = ["guard/", "store/", "disk/"].map((room) => `test/unit/${room}`);
const LEFT_OUT = ["lock", "real-target"].map((name) => `--exclude=**/disk/${name}.test.ts`);

export function folding(world: World): void {
  const disk = foldingDisk(world.folder);
  if (typeof disk === "string") {
    world.skip(`the folding disk: ${disk}`);
    return;
  }
  const kinds: readonly Keeps[] = ["keep", "nfd"];
  for (const keeps of kinds) {
    for (const [system, env] of [
      ["", {}],
      [" as macOS", { NODE_OPTIONS: AS_MACOS }],
    ] as const) {
      // The form in which names come back changes nothing for Linux' way of comparing: the long form shows it.
      if (system === "" && keeps === "nfd" && !world.long) continue;
      const [program = "", ...args] = [
        ...disk.before(keeps),
        ...[process.execPath, join(import.meta.dirname, "children/on-the-disk.ts"), keeps],
      ];
      const ran = spawnSync(program, args, { cwd: ROOT, env: { ...process.env, ...env }, encoding: "utf8", input: "" });
      const lines = ran.stdout.split("\n").filter((line) => line.startsWith("{"));
      for (const line of lines) {
        const { title, good, found } = JSON.parse(line) as { title: string; good: boolean; found?: unknown };
        world.check(`disk ${keeps}${system}: ${title}`, good, found);
      }
      world.check(`disk ${keeps}${system}: came to its end`, ran.status === 0, ran.stderr.slice(-1500));
    }
    if (keeps === "keep" || world.long)
      vitest(world, `disk ${keeps}`, world.long ? [...ROOMS, ...LEFT_OUT] : FILES, { before: disk.before(keeps) });
  }
}
