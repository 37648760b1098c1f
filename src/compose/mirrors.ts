// The mirrors of an organisation's stores that are on this machine (HUB-2), teams first. One that was not pulled yet, or is out of order,
// counts as none here; `doctor` and `sync` tell. A team's store hears the organisation's: who was revoked there is revoked in it, also
// where the hub names that one no more.
import { descend } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import type { Mirrored } from "../store/context.ts";
import { openStore } from "../store/io/open-store.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import { damagedList, readMirrors } from "../sync/io/mirrors.ts";
import { folderOf, type Mirror, mirroredAs, scopeOf } from "../sync/mirrors.ts";
import { Fault, type Refusal, refuse, unlessFault } from "../text/errors.ts";
import type { Outer } from "./around.ts";

export interface MirrorAt {
  readonly mirror: Mirror;
  readonly root: string;
  readonly scope: "org" | "team";
  readonly mirrored: Mirrored;
}

export function mirrorsAt({ data }: Pick<Places, "data">): readonly MirrorAt[] {
  return readMirrors(data).flatMap((mirror) => (mirror.leaving === true ? [] : [mirrorAt(data, mirror)]));
}

/** A list that can't be read names none, and nothing is joined or left by it. */
export function unlessWhole({ data }: Pick<Places, "data">): Refusal | undefined {
  const fault = damagedList(data);
  return fault && refuse(fault.code, fault.message, fault.hint);
}

/** Of one organisation, by its address. */
export function mirrorsOf({ places }: { readonly places: Pick<Places, "data"> }, url: string): readonly MirrorAt[] {
  return mirrorsAt(places).filter(({ mirror }) => mirror.url === url.replace(/\/+$/, ""));
}

export function mirrorAt(data: string, mirror: Mirror): MirrorAt {
  return {
    mirror,
    root: descend(data, "mirrors", folderOf(mirror)),
    scope: scopeOf(mirror),
    mirrored: mirroredAs(mirror),
  };
}

/**
 * Those that may be read; the organisation's is heard where it may be read no more, too. Where it is out of order no team's is opened:
 * nobody knows then who was revoked. `faulty` hears why one was left out.
 */
export function openMirrors<T extends { readonly devices: Outer }>(
  all: readonly MirrorAt[],
  open: (at: MirrorAt, outer: Outer | undefined) => T,
  faulty: (at: MirrorAt, fault: Fault) => void = () => undefined,
): readonly T[] {
  const isClosed = ({ mirror }: MirrorAt): boolean => mirror.closed === true;
  const opened = new Map<MirrorAt, T>();
  const failed = new Map<MirrorAt, Fault>();
  const one = (at: MirrorAt, outer: Outer | undefined): void => {
    try {
      opened.set(at, open(at, outer));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      failed.set(at, error);
    }
  };
  for (const at of all) if (at.scope === "org") one(at, undefined);
  for (const at of all) {
    if (at.scope === "org" || isClosed(at)) continue;
    const around = all.find(({ mirror, scope }) => scope === "org" && mirror.url === at.mirror.url);
    const fault = around && failed.get(around);
    // One of which nothing has come yet says of nobody that they were revoked.
    if (fault !== undefined && fault.code !== "no-store") failed.set(at, fault);
    else one(at, around && opened.get(around)?.devices);
  }
  const shown = all.filter((at) => !isClosed(at));
  for (const at of shown) {
    const fault = failed.get(at);
    if (fault !== undefined) faulty(at, fault);
  }
  return shown.flatMap((at) => opened.get(at) ?? []);
}

/** The outermost first: a team's is opened within its organisation's. */
export function outermostFirst(mirrors: readonly MirrorAt[]): readonly MirrorAt[] {
  const isOrg = ({ scope }: MirrorAt): boolean => scope === "org";
  return [...mirrors.filter(isOrg), ...mirrors.filter((at) => !isOrg(at))];
}

/** What stands inside of it: of an organisation's own its teams', which may be read no more as well. */
export function mirrorsInside(all: readonly MirrorAt[], { mirror, scope }: MirrorAt): readonly StoreInfo[] {
  if (scope !== "org") return [];
  return all
    .filter((at) => at.scope !== "org" && at.mirror.url === mirror.url)
    .flatMap((at) =>
      unlessFault(
        () => [openStore(at.root, { scope: at.scope }).info],
        () => [],
      ),
    );
}
