// Plays the attacker: swaps the directories of a store for links to a folder outside, again and again.
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [root = "", outside = ""] = process.argv.slice(2);
process.stdout.write("swapping\n");
const end = Date.now() + 120_000; // Ends by itself where the test forgot to kill it.
while (Date.now() < end) {
  for (const name of ["memories", "quarantine", "archive", "ledger", ".local"]) {
    try {
      renameSync(`${root}/${name}`, `${root}/${name}.away`);
    } catch {
      continue; // Not made yet.
    }
    try {
      symlinkSync(outside, `${root}/${name}`);
      unlinkSync(`${root}/${name}`);
      renameSync(`${root}/${name}.away`, `${root}/${name}`);
    } catch {
      // The writer made the directory anew in between: leave it so.
    }
  }
}
