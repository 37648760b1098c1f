// An importer put together: the sources, the store as a dry run may see it and as a write needs it, and the place of the
// backup. Loaded by import and init only.
import { homedir } from "node:os";
import type { Config } from "../config/config.ts";
import { underHome } from "../disk/foreign-tree.ts";
import { fromHere } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { makeId } from "../memory/ids.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { knownDevice } from "../store/io/device-key.ts";
import type { Refusal } from "../text/errors.ts";
import type { Gathered, Importer } from "../transfer/importer.ts";
import { openProjects } from "../transfer/io/files.ts";
import { keepImport } from "../transfer/io/imports.ts";
import { sessionsIn } from "../transfer/io/sessions.ts";
import { type Here, SOURCES, sessionFolders } from "../transfer/io/sources.ts";
import type { Found, SourceName } from "../transfer/read/candidate.ts";
import { readingKeys } from "./keys.ts";
import { openStoreWith } from "./store.ts";
import type { Project } from "./workbench.ts";

export interface ImporterRequest {
  readonly places: Places;
  readonly config: Config;
  readonly project: Project | undefined;
  readonly now: Date;
  readonly random: Act["random"];
  /** By the channel of an import. */
  act(): Act;
  personal(): OpenStore;
  /** What the checks go by, with what was allowed in this store. */
  checksIn(store: OpenStore): Act["checks"];
}

/** Stands in for the device while nothing is written. */
const NOBODY = "0".repeat(16);
const GLANCE = { sessions: 50, days: 30 } as const;

export function openImporter(request: ImporterRequest): Importer {
  const { places, now, project } = request;
  const here: Here = { home: homedir(), env: process.env, project, projects: openProjects() };
  const shown = (path: string): string => underHome(path, here.home);
  const gathered = (source: SourceName, found: readonly Found[]): Gathered => ({
    kind: "gathered",
    candidates: found
      .filter((each) => each.kind === "candidate")
      .map((each) => ({ ...each, from: shown(each.from), source })),
    leftOut: found.filter((each) => each.kind === "left-out").map((each) => ({ ...each, from: shown(each.from) })),
  });
  return {
    shown,
    newId: () => makeId(now.getTime(), request.random(10)),
    gather: (source, path) => {
      const found = SOURCES[source](here, path === undefined ? undefined : fromHere(path));
      return "kind" in found ? found : gathered(source, found);
    },
    glance: () => [
      gathered("claude", orNone(SOURCES.claude(here, undefined))),
      gathered("codex", orNone(SOURCES.codex(here, undefined))),
      gathered("transcripts", sessionsIn(sessionFolders(here), glanceLimits(now), here.projects)),
    ],
    looking: () => {
      const device = knownDevice(places.data) ?? NOBODY;
      const { config } = request;
      const keys = readingKeys(places, config);
      const open = openStoreWith(places, {
        root: places.store,
        scope: "personal",
        lock: config.lock,
        device,
        keys,
        now: () => now,
      });
      const { random } = request;
      const checks = request.checksIn(open);
      return { open, act: { channel: "import", now, random, device: { id: device, nickname: "" }, checks } };
    },
    writing: () => ({ open: request.personal(), act: request.act() }),
    keep: (id, source, texts) => keepImport(places.state, { id, source, at: now, texts }),
  };
}

function glanceLimits(now: Date): { readonly sessions: number; readonly since: number } {
  return { sessions: GLANCE.sessions, since: now.getTime() - GLANCE.days * 86_400_000 };
}

function orNone(found: readonly Found[] | Refusal): readonly Found[] {
  return "kind" in found ? [] : found;
}
