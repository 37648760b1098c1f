// The branches for macOS, taken here: the platform is told to be macOS before a module is loaded, and the temporary folder is
// reached through a link, as /var leads to /private/var there.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { vitest, type World } from "./world.ts";

export const AS_MACOS: string = `--import=${pathToFileURL(join(import.meta.dirname, "children/as-macos.ts")).href}`;

/** What has a branch of its own there, or works through a part that has: folders without /proc, SQLite, git, the guard. */
const FILES = [
  ...["directory", "durable-write", "append-log", "real-target", "edit-files"].map((name) => `disk/${name}`),
  ...["git/killed", "git/running"].map((name) => `disk/${name}`),
  ...["guard/tools", "guard/folding", "guard/auto-memory", "trust/person/ps", "store/memory-store", "store/kept"],
].map((name) => `test/unit/${name}.test.ts`);

const ROOMS = [
  "disk",
  "guard",
  "store",
  "trust",
  "config",
  "compose",
  "hook",
  "recall",
  "health",
  "install",
  "sync",
].map((room) => `test/unit/${room}/`);

export function forced(world: World): void {
  const real = join(world.folder, "private/var/folders");
  mkdirSync(real, { recursive: true });
  symlinkSync("private/var", join(world.folder, "var"));
  const env = { TMPDIR: join(world.folder, "var/folders"), NODE_OPTIONS: AS_MACOS };
  vitest(world, "as macOS", world.long ? ROOMS : FILES, { env });
}
