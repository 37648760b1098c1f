// The store's objects in few packs (SYN-18): every sync leaves some loose ones, and with gc off (SYN-12) nobody else would
// ever gather them. Objects move from files into packs and none is deleted, so it needs no lock of the store's and a run
// may write beside it: what is in no ref yet is packed with the rest. What was purged stays so, because a gc of a person's
// and this never run at once: each holds git's own `gc.pid`. A kill leaves half a pack, which the next run sweeps.
import { hostname } from "node:os";
import { failedFrom } from "../../text/errors.ts";
import { type Directory, openDirectory, within } from "../directory.ts";
import { createFile, dropFile } from "../durable-write.ts";
import { takeLock } from "../lock.ts";
import { descend } from "../paths.ts";
import { bytesIn } from "../read-file.ts";
import { readConfig } from "./repository.ts";
import { type GitStore, gitStore, inStore, isAlive } from "./store.ts";

/** Of the 256 folders of loose objects: names are digests, so these hold a sixteenth of all. */
const SAMPLED: readonly string[] = Array.from({ length: 16 }, (_, at) => at.toString(16).padStart(2, "0"));
const SHARE = 256 / SAMPLED.length;
const MOST_LOOSE = 512;
const MOST_LOOSE_BYTES = 16 * 1024 * 1024;
/** A geometric row of packs is shorter, whatever the store holds. */
const MOST_PACKS = 32;
const LOOSE = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/;

const TRIED = "holdfast-packed";
/** What can't be packed now can't be at the next sync either. */
const AGAIN_MS = 3_600_000;

/** Cheap, for the end of every sync. `now` in milliseconds since 1970. */
export function isCluttered(root: string, now: number): boolean {
  const folder = openDirectory(descend(root, ".git"), { writers: "group" });
  if (folder === undefined) return false;
  return within(folder, (git) => {
    const tried = git.look(TRIED);
    if (tried !== undefined && Math.abs(now - Number(tried.mtimeMs)) < AGAIN_MS) return false;
    return isFull(git);
  });
}

function isFull(git: Directory): boolean {
  let [loose, bytes] = [0, 0];
  for (const sampled of SAMPLED)
    below(git, ["objects", sampled], (folder) => {
      for (const name of folder.names()) {
        if (!LOOSE.test(name)) continue;
        loose += SHARE;
        bytes += SHARE * Number(folder.look(name)?.size ?? 0);
      }
    });
  let packs = 0;
  below(git, ["objects", "pack"], (folder) => {
    packs = folder.names().filter((name) => name.endsWith(".pack")).length;
  });
  return loose >= MOST_LOOSE || bytes >= MOST_LOOSE_BYTES || packs >= MOST_PACKS;
}

function below(folder: Directory, [name = "", ...rest]: readonly string[], act: (folder: Directory) => void): void {
  const next = folder.open(name);
  if (next !== undefined) within(next, (opened) => (rest.length === 0 ? act(opened) : below(opened, rest, act)));
}

const BUDGET_MS = 1_800_000;
const LOCK = "holdfast-pack-lock";
/** One thread, because nobody waits for it. */
const SETTINGS = { "pack.threads": "1", "repack.writeBitmaps": "false" };

/** `busy`: somebody else is at it. */
export async function packObjects(root: string, env: NodeJS.ProcessEnv): Promise<"packed" | "busy"> {
  const config = await readConfig(root, env);
  const git = openDirectory(descend(root, ".git"), { writers: "group" });
  if (git === undefined) return "busy";
  try {
    const release = await takeLock(git, LOCK, 0);
    if (release === "timeout") return "busy";
    try {
      if (!claimGc(git)) return "busy";
      dropFile(git, TRIED);
      createFile(git, TRIED, new Uint8Array(), 0o600);
      await repack(gitStore(root, env, config.filtersOff)).finally(() => dropFile(git, GC));
      return "packed";
    } finally {
      release();
    }
  } finally {
    git.close();
  }
}

/** Small packs become larger ones, so that an object is written again only a few times in a store's life. */
async function repack(store: GitStore): Promise<void> {
  const options = { budgetMs: BUDGET_MS, settings: SETTINGS };
  const plain = ["repack", "-d", "-l", "-n", "-q"];
  try {
    await inStore(store, [...plain, "--geometric=2"], options);
  } catch (error) {
    // A git of before 2.32; `-k` keeps what no ref reaches.
    if (!failedFrom(error).message.includes("unknown option")) throw error;
    await inStore(store, [...plain, "-a", "-k"], options);
  }
}

const GC = "gc.pid";

/** As git writes and reads it: whoever has died holds nothing. */
function claimGc(git: Directory): boolean {
  const found = Buffer.from(bytesIn(git, GC, 1024) ?? []).toString("utf8");
  const [, pid = "", host = ""] = /^(\d{1,10}) (\S+)/.exec(found) ?? [];
  if (pid !== "" && (host !== hostname() || isAlive(Number(pid)))) return false;
  dropFile(git, GC);
  return createFile(git, GC, Buffer.from(`${process.pid} ${hostname()}`), 0o600) === undefined;
}
