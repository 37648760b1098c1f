// What every part of the hook needs, and nothing else: stores to read, the configuration, who called. It never writes a
// memory and takes no lock, so the ledger is not loaded.
import type { Config } from "../../config/config.ts";
import type { Bounds } from "../../config/policy.ts";
import type { Places } from "../../disk/places.ts";
import { projectFiles } from "../../recall/io/project-files.ts";
import { type IsOutdated, outdatedIn } from "../../recall/outdated.ts";
import { holdsMoreThan } from "../../store/io/file-names.ts";
import { goneKey, openSaid } from "../../store/io/kept-file.ts";
import { openStore, storeKey } from "../../store/io/open-store.ts";
import type { Keys } from "../../store/io/statements.ts";
import type { MemoryStore, Scope, StoreInfo } from "../../store/memory-store.ts";
import type { Devices } from "../../store/records.ts";
import { Fault, unlessFault } from "../../text/errors.ts";
import { type Outer, openAround, storesAround } from "../around.ts";
import { keysIn, openDevices } from "../devices.ts";
import { hereFrom, type Whereabouts } from "../here.ts";
import { type MirrorAt, openMirrors } from "../mirrors.ts";
import { standsBack } from "../silence.ts";
import type { HookCall } from "./call.ts";
import { leaveNotice } from "./fault.ts";

/** With whose word counts in it. */
export interface SharedStore {
  readonly store: MemoryStore;
  readonly devices: Devices;
}

export interface OpenedForHook {
  readonly places: Places;
  readonly stores: readonly MemoryStore[];
  /** Those of the project among them, the nearest first. */
  readonly shared: readonly SharedStore[];
  /** What was left out, and why. */
  readonly leftOut: readonly string[];
  readonly keys: Keys;
  readonly project: Whereabouts["project"];
  readonly config: Config;
  readonly bounds: Bounds;
  readonly tightenedBy: readonly string[];
  readonly judge: string;
  /** Undefined outside a project (CTX-8). */
  readonly isOutdated: IsOutdated | undefined;
}

/** Where the event happened. A project's unreadable configuration tightens nothing, and is told. */
export function hereOf(cwd: string, { env }: HookCall): Whereabouts {
  return hereFrom({
    env,
    cwd,
    unreadable: (fault) => {
      leaveNotice(fault);
      return undefined;
    },
  });
}

/** Undefined where there is nothing to serve: no store, or silence was asked for (SUR-9). */
export function openForHook(
  cwd: string,
  call: HookCall,
  here: Whereabouts = hereOf(cwd, call),
): OpenedForHook | undefined {
  const { places } = here;
  if (standsBack(call, places) || here.isSilent(call.now)) return undefined;
  const { keys } = here.reader;
  const found = storesFor(here, keys);
  return found.stores.length + found.leftOut.length === 0 ? undefined : openedWith(here, call, found);
}

/** In a pause too, where an organisation asks that its rules are kept (HUB-10): they and nothing else. */
export function openKept(call: HookCall, here: Whereabouts): OpenedForHook | undefined {
  const { places } = here;
  if (standsBack(call, places) || !here.settings.bounds.keepsRules) return undefined;
  const stores = mirrorStores(here.mirrors, places, here.reader.keys).filter(({ info }) => info.scope === "org");
  const opened = openedWith(here, call, { stores, shared: [], leftOut: [] });
  return stores.length === 0 ? undefined : { ...opened, config: givenNothing(opened.config) };
}

function openedWith(
  here: Whereabouts,
  { host }: HookCall,
  found: Pick<OpenedForHook, "stores" | "shared" | "leftOut">,
): OpenedForHook {
  const { places, project, judge } = here;
  const { config, bounds, tightenedBy } = here.settings;
  const { keys } = here.reader;
  const isOutdated = project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root));
  const isOut = bounds.agents?.includes(host) === false;
  const leftOut = isOut ? [...found.leftOut, NOT_THIS_AGENT] : found.leftOut;
  const all = { places, keys, project, bounds, tightenedBy, judge, isOutdated };
  return { ...all, ...found, leftOut, config: isOut ? givenNothing(config) : config };
}

const NOT_THIS_AGENT =
  "Your organisation's policy gives this agent no memories; rules hold: `holdfast config explain agents`.";

function givenNothing(config: Config): Config {
  return { ...config, "max-inject": 0 };
}

/** More files than this in a shared store are not even looked at: a project can't make a session wait. */
const SHARED_FILES = 500;
const LARGE = `This project's shared store holds more than ${SHARED_FILES} files, so sessions are not given any of it.`;

const GONE = "Your store is gone, or its marker, which changed outside Holdfast: run `holdfast doctor`.";

/** A missing store is no fault; an unsafe one is, and says so at the next session start. */
function storesFor(
  { places, project, config, mirrors: joined }: Whereabouts,
  keys: Keys,
): Pick<OpenedForHook, "stores" | "shared" | "leftOut"> {
  const personal = orNone(() => openPersonal(places, keys));
  const all = sharedStores(project, places, keys);
  const shared = all.filter((each) => !isLarge(each));
  return {
    stores: [
      ...(personal === undefined ? [] : [personal]),
      ...shared.map(({ store }) => store),
      ...(joined.length === 0 ? [] : mirrorStores(joined, places, keys)),
    ],
    shared,
    leftOut: [
      ...(shared.length < all.length && config["serve-project-memories"] ? [LARGE] : []),
      ...(personal === undefined && goneKey(places.state, places.store) !== undefined ? [GONE] : []),
    ],
  };
}

/** Which words are known is looked up only where somebody vouches (STO-35). */
function openPersonal(places: Places, keys: Keys): MemoryStore {
  const kept = (info: StoreInfo) => ({ said: openSaid(places.state, () => storeKey(info)) });
  return openStore(places.store, { scope: "personal", keys: keysIn(places, keys), kept });
}

/** What is out of order in it is told by whoever reads it. */
function isLarge({ store }: SharedStore): boolean {
  return unlessFault(
    () => holdsMoreThan(SHARED_FILES, store.info),
    () => false,
  );
}

/** An organisation's; of each what its hub had when this machine asked last. */
function mirrorStores(mirrors: readonly MirrorAt[], places: Places, keys: Keys): readonly MemoryStore[] {
  const opened = openMirrors(
    mirrors,
    ({ root, scope }, outer) => openOther(root, scope, { places, keys, outer }),
    (_, fault) => fault.code === "no-store" || leaveNotice(fault),
  );
  return opened.map(({ store }) => store);
}

function sharedStores(project: Whereabouts["project"], places: Places, keys: Keys): readonly SharedStore[] {
  const roots = orNone(() => storesAround(project, places)) ?? [];
  const { opened, fault } = openAround(roots, (root, outer) => openOther(root, "shared", { places, keys, outer }));
  if (fault !== undefined) leaveNotice(fault);
  return opened;
}

/** A store in which others sign too. */
function openOther(
  root: string,
  scope: Scope,
  { places, keys, outer }: { readonly places: Places; readonly keys: Keys; readonly outer: Outer | undefined },
): SharedStore {
  let devices: Devices | undefined;
  const counted = (info: StoreInfo): Keys => {
    const known = openDevices(places, keys, info, { outer });
    devices = known.devices;
    return known.keys;
  };
  const store = openStore(root, { scope, keys: counted });
  return { store, devices: devices ?? openDevices(places, keys, store.info, { outer }).devices };
}

function orNone<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "no-store") leaveNotice(error);
    return undefined;
  }
}
