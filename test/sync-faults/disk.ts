// A disk without room: the store stands on a small file system of its own, which is filled up. And one that can only be read.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Box, byHand } from "./box.ts";

const SIZE = "2m";

export async function fullDisk(
  box: Box,
  usable: (box: Box) => Promise<readonly (string | false)[]>,
  say: (line: string) => void,
): Promise<readonly (string | false)[]> {
  const { root } = box.machine;
  box.pointAt(box.bare);
  const aside = `${root}-aside`;
  cpSync(root, aside, { recursive: true, preserveTimestamps: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=700`, "none", root]);
  if (mounted.status !== 0) return [`no small disk: ${mounted.stderr.toString()}`];
  try {
    cpSync(aside, root, { recursive: true, preserveTimestamps: true });
    const filler = join(root, ".local/filler");
    fill(filler);
    const run = await byHand(box);
    say(`  ${"a full disk".padEnd(30)} by hand ${run.code} ${Math.round(run.ms)} ms`);
    rmSync(filler);
    return [
      run.code !== 2 && `SYN-10: exit ${run.code}: ${run.shown}`,
      !/no space left on the disk/.test(run.shown.replace(/\s+/g, " ")) && `SYN-10: says ${run.shown}`,
      !/Free some space/.test(run.shown) && `SUR-4: no next step: ${run.shown}`,
      run.left.length > 0 && `left: ${run.left.join("; ")}`,
      ...(await usable(box)),
    ];
  } finally {
    spawnSync("umount", [root]);
  }
}

export async function readOnlyDisk(
  box: Box,
  usable: (box: Box) => Promise<readonly (string | false)[]>,
  say: (line: string) => void,
): Promise<readonly (string | false)[]> {
  const { root } = box.machine;
  box.pointAt(box.bare);
  for (const args of [
    ["--bind", root, root],
    ["-o", "remount,ro,bind", root],
  ]) {
    const mounted = spawnSync("mount", args);
    if (mounted.status !== 0) return [`no read-only disk: ${mounted.stderr.toString()}`];
  }
  const run = await byHand(box).finally(() => spawnSync("umount", [root]));
  say(`  ${"a read-only disk".padEnd(30)} by hand ${run.code} ${Math.round(run.ms)} ms`);
  return [
    run.code !== 2 && `SYN-10: exit ${run.code}: ${run.shown}`,
    !/the file system is read-only/.test(run.shown.replace(/\s+/g, " ")) && `SYN-10: says ${run.shown}`,
    !/Mount it for writing/.test(run.shown) && `SUR-4: no next step: ${run.shown}`,
    run.left.length > 0 && `left: ${run.left.join("; ")}`,
    ...(await usable(box)),
  ];
}

function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(4096));
  } catch {
    // No space is left: that is what was wanted.
  }
}
