// An importer put together: the sources, the store as a dry run may see it and as a write needs it, and the place of the
// backup. Loaded by import and init only.
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { underHome } from "../disk/foreign-tree.ts";
import { fromHere } from "../disk/paths.ts";
import { placesOf } from "../hosts/host.ts";
import { HOSTS } from "../hosts/index.ts";
import { makeId } from "../memory/ids.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { Refusal } from "../text/errors.ts";
import { type Gathered, type Importer, onlyAPerson } from "../transfer/import.ts";
import { keepImport, openProjects } from "../transfer/io/files.ts";
import { sessionsIn } from "../transfer/io/sessions.ts";
import { gatherFrom, type ImportGround, sessionFolders } from "../transfer/io/sources.ts";
import { type FoundText, leftOut, type Sourced, type SourceName } from "../transfer/read/candidate.ts";
import { type Channel, partyOf } from "../trust/channels.ts";
import type { Whereabouts } from "./here.ts";
import { readAlreadyBy } from "./read-already.ts";
import { storesAt } from "./stores.ts";

export interface ImporterRequest {
  readonly now: Date;
  /** Who asks. */
  readonly by: Channel;
  /** By the channel of an import. */
  act(): Act;
  personal(): OpenStore;
  /** What the checks go by, with what was allowed in this store. */
  checksIn(store: OpenStore): Act["checks"];
}

const GLANCE = { sessions: 50, days: 30 } as const;

export function openImporter(here: Whereabouts, request: ImporterRequest): Importer {
  const { now } = request;
  const ground: ImportGround = {
    ours: Object.values(here.places),
    home: homedir(),
    env: process.env,
    project: here.project,
    projects: openProjects(),
  };
  const looking = storesAt(here, "reader", () => now);
  const reads = readersOf(here);
  const shown = (path: string): string => underHome(path, ground.home);
  const gathered = (source: SourceName, found: readonly FoundText[]): Gathered => ({
    kind: "gathered",
    candidates: found
      .filter((each) => each.kind === "candidate")
      .map((each) => ({ ...each, from: shown(each.from), source })),
    leftOut: found.filter((each) => each.kind === "left-out").map((each) => ({ ...each, from: shown(each.from) })),
  });
  return {
    shown,
    newId: () => makeId(now.getTime(), randomBytes(10)),
    gather: (source, path) => {
      const found = gatherFrom(source, ground, path === undefined ? undefined : fromHere(path));
      if ("kind" in found) return found;
      // Who names a file wants what is in it.
      return path === undefined ? unread(gathered(source, found), reads) : gathered(source, found);
    },
    glance: () =>
      [
        gathered("claude", orNone(gatherFrom("claude", ground))),
        gathered("codex", orNone(gatherFrom("codex", ground))),
        gathered("transcripts", sessionsIn(sessionFolders(ground), glanceLimits(now), ground.projects)),
      ].map((each) => unread(each, reads)),
    looking: () => {
      const open = looking.personal;
      const act = looking.act("import", now, "quick");
      return {
        kind: "opened",
        open,
        act: { ...act, device: { ...act.device, nickname: "" }, checks: request.checksIn(open) },
      };
    },
    writing: () =>
      partyOf(request.by) === "person"
        ? { kind: "opened", open: request.personal(), act: request.act() }
        : onlyAPerson(request.by),
    keep: (id, source, texts) => keepImport(here.places.state, { id, source, at: now, texts }),
  };
}

type Reads = (candidate: Sourced) => boolean;

/** By the agent that was told: what holds everywhere must stand in a file that it loads everywhere. */
function readersOf({ env, project }: Whereabouts): Reads {
  const cwd = project?.root ?? fromHere(".");
  const byHost = HOSTS.map((host) => {
    const { settings } = placesOf(host, env, homedir());
    const [everywhere, inProject] = [undefined, project].map((at) =>
      readAlreadyBy(host, { env, cwd, settings, project: at }),
    );
    return [host.name, { everywhere, inProject }] as const;
  });
  const readers = new Map<string, (typeof byHost)[number][1]>(byHost);
  return ({ source, said, project: about, text }) => {
    const reader = readers.get(said?.host ?? source);
    const by = about === undefined ? reader?.everywhere : about === project?.id ? reader?.inProject : undefined;
    return by?.(text) === true;
  };
}

const READ_ALREADY = "your agent reads this already; name the file to import it anyway";

/** Without what the agent reads by itself (ARR-3), told once for each file. */
function unread(gathered: Gathered, reads: Reads): Gathered {
  const known = new Set(gathered.candidates.filter(reads));
  const fileOf = ({ from }: { readonly from: string }): string => from.replace(/:\d+$/, "");
  const files = new Set([...known].map(fileOf));
  return {
    ...gathered,
    candidates: gathered.candidates.filter((each) => !known.has(each)),
    leftOut: [
      ...gathered.leftOut.filter((each) => !files.has(fileOf(each))),
      ...[...files].map((from) => leftOut(from, READ_ALREADY)),
    ],
  };
}

function glanceLimits(now: Date): { readonly sessions: number; readonly since: number } {
  return { sessions: GLANCE.sessions, since: now.getTime() - GLANCE.days * 86_400_000 };
}

function orNone(found: readonly FoundText[] | Refusal): readonly FoundText[] {
  return "kind" in found ? [] : found;
}
