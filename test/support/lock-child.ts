// Holds a lock until it is killed, or counts under it: `hold DIR`, `line DIR` (waits at its head) or `count DIR FILE N`.
import { readFileSync, writeFileSync } from "node:fs";
import { ensureDirectory } from "../../src/disk/directory.ts";
import { takeLock } from "../../src/disk/lock.ts";

const [what, path = "", file = "", times = "0"] = process.argv.slice(2);
const directory = ensureDirectory(path);

if (what === "hold") {
  await takeLock(directory, "lock.db");
  process.stdout.write("held\n");
  setTimeout(() => {}, 20_000); // Ends by itself where the test forgot to kill it.
} else if (what === "line") {
  const waiting = takeLock(directory, "lock.db", 20_000);
  process.stdout.write("in line\n");
  await waiting;
} else {
  for (let n = 0; n < Number(times); n++) {
    const release = await takeLock(directory, "lock.db", 30_000);
    if (release === "timeout") throw new Error("timeout");
    const seen = Number(readFileSync(file, "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 1));
    writeFileSync(file, String(seen + 1));
    release();
  }
  process.stdout.write("done\n");
}
