// What every part of the hook needs, and nothing else: stores to read, the configuration, who called. It never writes a
// memory and takes no lock, so the ledger is not loaded.

import { type Config, effectiveConfig, parseConfig } from "../../config/config.ts";
import { readProjectConfig, readUserConfig } from "../../config/io/files.ts";
import { readPauses } from "../../config/io/pause.ts";
import { activePause } from "../../config/pause.ts";
import type { Places } from "../../disk/places.ts";
import { projectFiles } from "../../recall/io/project-files.ts";
import { type IsOutdated, outdatedIn } from "../../recall/outdated.ts";
import { findSharedStore, openStore } from "../../store/io/open-store.ts";
import type { Keys } from "../../store/io/statements.ts";
import type { MemoryStore } from "../../store/memory-store.ts";
import { Fault } from "../../text/errors.ts";
import { keysIn } from "../devices.ts";
import { readingKeys } from "../keys.ts";
import { type Around, aroundOf } from "./around.ts";
import type { HookCall } from "./call.ts";
import { leaveNotice } from "./fault.ts";
import { standsBack } from "./via.ts";

export interface OpenedForHook {
  readonly places: Places;
  readonly stores: readonly MemoryStore[];
  readonly keys: Keys;
  readonly project: { readonly id: string; readonly root: string } | undefined;
  readonly config: Config;
  readonly tightenedBy: readonly string[];
  /** Undefined outside a project (CTX-8). */
  readonly isOutdated: IsOutdated | undefined;
}

/** Undefined where there is nothing to serve: no store, or silence was asked for (SUR-9). */
export function openForHook(
  cwd: string,
  call: HookCall,
  around: Around = aroundOf(cwd, call),
): OpenedForHook | undefined {
  const { places } = around;
  if (standsBack(call, places)) return undefined;
  const { project } = around;
  if (activePause(readPauses(places.state), project?.id, call.now) !== undefined) return undefined;
  const user = parseConfig(readUserConfig(places.config), "user");
  const theirs = project === undefined ? undefined : parseConfig(projectConfig(project.root), "project");
  const { config, tightenedBy } = effectiveConfig(user, theirs);
  const keys = readingKeys(places, config);
  const stores = storesFor(places, keys, project?.root);
  if (stores.length === 0) return undefined;
  const isOutdated = project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root));
  return { places, stores, keys, project, config, tightenedBy, isOutdated };
}

/** A missing store is no fault; an unsafe one is, and says so at the next session start. */
function storesFor(places: Places, keys: Keys, projectRoot: string | undefined): readonly MemoryStore[] {
  const personal = orNone(() => openStore(places.store, { scope: "personal", keys: keysIn(places, keys) }));
  const shared = projectRoot === undefined ? undefined : orNone(() => sharedStore(projectRoot, places, keys));
  return [personal, shared].filter((store) => store !== undefined);
}

function sharedStore(projectRoot: string, places: Places, keys: Keys): MemoryStore | undefined {
  const root = findSharedStore(projectRoot);
  return root === undefined ? undefined : openStore(root, { scope: "shared", keys: keysIn(places, keys) });
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
