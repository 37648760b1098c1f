// What a hook needs, and nothing else: stores to read, the configuration, receipts and notices. It never writes a
// memory and takes no lock, so neither SQLite nor the ledger is loaded.
import { homedir } from "node:os";
import type { Suspects } from "../app/withheld.ts";
import { type Config, effectiveConfig, parseConfig } from "../core/config.ts";
import { Fault } from "../core/errors.ts";
import type { Pause } from "../core/pause.ts";
import type { MemoryStore } from "../core/ports/memory-store.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { forLog } from "../core/text/sanitise.ts";
import { type Places, placesFrom } from "../disk/places.ts";
import { projectIdentity } from "../git/project-identity.ts";
import { readProjectConfig, readUserConfig } from "../state/config-files.ts";
import { appendNotice, takeNotices } from "../state/notices.ts";
import { readPauses } from "../state/pause.ts";
import { appendReceipt } from "../state/receipts.ts";
import { findSharedStore, openStore } from "../store/open-store.ts";
import type { Keys } from "../store/statements.ts";
import { readingKeys } from "../wiring/keys.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface OpenedForHook {
  readonly stores: readonly MemoryStore[];
  readonly project: string | undefined;
  readonly config: Config;
  readonly tightenedBy: readonly string[];
  readonly pauses: readonly Pause[];
  /** The scanners are read from the bundle only when they are asked for. */
  suspects(): Promise<Suspects>;
  takeNotices(): readonly string[];
  keepReceipt(receipt: Receipt): void;
}

export function openForHook(cwd: string, env: Environment): OpenedForHook {
  const places = placesFrom(env, homedir());
  const project = projectIdentity(cwd);
  const user = parseConfig(readUserConfig(places.config), "user");
  const theirs = project === undefined ? undefined : parseConfig(projectConfig(project.root), "project");
  const { config, tightenedBy } = effectiveConfig(user, theirs);
  const keys = readingKeys(places, config);
  const stores = storesFor(places, keys, project?.root);
  return {
    stores,
    suspects: async () => {
      const { hookSuspects } = await import("./open-checks.ts");
      return hookSuspects(config, stores, keys);
    },
    project: project?.id,
    config,
    tightenedBy,
    pauses: readPauses(places.state),
    takeNotices: () => takeNotices(places.state).map((notice) => notice.text),
    keepReceipt: (receipt) => appendReceipt(places.state, receipt),
  };
}

/** A missing store is no fault; an unsafe one is, and says so at the next session start. */
function storesFor(places: Places, keys: Keys, projectRoot: string | undefined): readonly MemoryStore[] {
  const personal = orNone(() => openStore(places.store, { scope: "personal", keys }));
  const shared = projectRoot === undefined ? undefined : orNone(() => sharedStore(projectRoot, keys));
  return [personal, shared].filter((store) => store !== undefined);
}

function sharedStore(projectRoot: string, keys: Keys): MemoryStore | undefined {
  const root = findSharedStore(projectRoot);
  return root === undefined ? undefined : openStore(root, { scope: "shared", keys });
}

/** A project's unreadable configuration tightens nothing, and is told. */
function projectConfig(root: string): string | undefined {
  try {
    return readProjectConfig(root);
  } catch (error) {
    leaveNotice(error);
    return undefined;
  }
}

function orNone(open: () => MemoryStore | undefined): MemoryStore | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "no-store") leaveNotice(error);
    return undefined;
  }
}

/** The next session start tells it. The environment is never part of it: hooks inherit keys (AGT-7). */
export function leaveNotice(error: unknown): void {
  try {
    const what =
      error instanceof Fault ? `${error.message} ${error.hint ?? ""}` : "an inner fault; run `holdfast doctor`";
    appendNotice(placesFrom(process.env, homedir()).state, `Holdfast stayed silent: ${forLog(what)}`, new Date());
  } catch {
    // There is nowhere left to say it, and a hook must not fail the session.
  }
}
