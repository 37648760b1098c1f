// The agents' own records of sessions on this machine, the newest first, each with where it was. Nothing of them is kept.
import { homedir } from "node:os";
import { projectIdentity } from "../disk/git/project-identity.ts";
import { nameOf } from "../disk/paths.ts";
import { realTarget } from "../disk/real-target.ts";
import { readShell } from "../guard/shell/read.ts";
import { deedsOf } from "../rules/deeds.ts";
import { type HandOff, handOff } from "../transfer/handoff.ts";
import { type RecordedSession, recordedIn } from "../transfer/io/sessions.ts";
import { sessionFolders } from "../transfer/io/sources.ts";
import { belowOf } from "./below.ts";
import type { Whereabouts } from "./here.ts";

/** Of other projects' sessions no more than their first lines is read, and of no more than these. */
const LOOKED_AT = 1000;

/** `project`: only those in it; undefined: all. */
export function* recordedSessions(
  { env }: Pick<Whereabouts, "env">,
  project: string | undefined,
  most: number = LOOKED_AT,
): Iterable<{ readonly session: RecordedSession; readonly root: string }> {
  let [looked, taken] = [0, 0];
  for (const session of recordedIn(sessionFolders({ env, home: homedir() }))) {
    if (++looked > LOOKED_AT || taken >= most) return;
    const found = projectIdentity(session.cwd);
    if (project !== undefined && found?.id !== project) continue;
    taken++;
    yield { session, root: found?.root ?? realTarget(session.cwd, "/", homedir()) };
  }
}

export interface Wanted {
  readonly project: string;
  readonly host: string | undefined;
  /** How the session's id begins. */
  readonly session: string | undefined;
}

/** Of the newest session that is wanted and in which somebody asked for something (SUR-15). */
export function handOffFrom(here: Pick<Whereabouts, "env">, wanted: Wanted): HandOff | undefined {
  for (const { session, root } of recordedSessions(here, wanted.project)) {
    if (wanted.host !== undefined && session.host !== wanted.host) continue;
    if (wanted.session !== undefined && !session.session.startsWith(wanted.session)) continue;
    const found = handOff({ ...session, ...session.said(), project: nameOf(root), ...filesOf(session, root) });
    if (found !== undefined) return found;
  }
  return undefined;
}

function filesOf(session: RecordedSession, root: string): { readonly changed: string[]; readonly read: string[] } {
  const world = { below: belowOf(root), readShell };
  const deeds = session.calls().flatMap((call) => deedsOf(call, world));
  const paths = (on: "edit" | "read"): string[] => [
    ...new Set(deeds.flatMap((deed) => (deed.on === on ? [deed.path.join("/")] : []))),
  ];
  return { changed: paths("edit"), read: paths("read") };
}
