// What doctor asks of this machine, and the stores as it opens them: without the device key, which opening for a
// command would make, and without giving up where one is out of order. Loaded by doctor only.
import { lstatSync, realpathSync } from "node:fs";
import type { CheckSettings } from "../checks/settings.ts";
import { type Config, effectiveConfig, parseConfig } from "../config/config.ts";
import { readProjectConfig, readUserConfig } from "../config/io/files.ts";
import { readPauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";
import { inFolderIfThere } from "../disk/folder.ts";
import { child } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { foreignModesIn, type PrivateTree, tightenTree } from "../disk/private-modes.ts";
import { findProgram } from "../disk/programs.ts";
import { setAside } from "../disk/set-aside.ts";
import { unfinishedForgets } from "../forget/io/journal.ts";
import type { ClosedStore, DoctorContext, OpenedStore } from "../health/doctor/probe.ts";
import type { AgentStanding, DeviceKeySeen, LedgerHealth, MachineSurroundings } from "../health/surroundings.ts";
import { speakerNamed } from "../hosts/heard.ts";
import type { Installers } from "../install/install.ts";
import { hasHookCopy } from "../install/io/hook-copy.ts";
import { outdatedCopy } from "../install/io/hook-origin.ts";
import type { Act, Mirrored } from "../store/context.ts";
import { bringBack, rebuild } from "../store/io/bring-back.ts";
import { deviceOf } from "../store/io/device-key.ts";
import { hasGit } from "../store/io/init-repository.ts";
import { openKept } from "../store/io/kept.ts";
import { goneKey, writeFact } from "../store/io/kept-file.ts";
import { storeKey } from "../store/io/open-store.ts";
import { openRaw } from "../store/io/raw.ts";
import { NOBODY } from "../store/io/statements.ts";
import { ledgersSeen } from "../store/log.ts";
import type { Scope } from "../store/memory-store.ts";
import type { Devices } from "../store/records.ts";
import { hubsSeen } from "../sync/io/hub/record.ts";
import { readSyncRecord } from "../sync/io/record.ts";
import { folderOf } from "../sync/mirrors.ts";
import { Fault } from "../text/errors.ts";
import { given } from "../text/values.ts";
import type { Channel } from "../trust/channels.ts";
import { type Outer, openAround, storesAround } from "./around.ts";
import { builtFiles } from "./beside.ts";
import { NO_DEVICE, type Whereabouts, withPresence } from "./here.ts";
import { markOf } from "./kept.ts";
import { type MirrorAt, mirrorsAt, openMirrors, unlessWhole } from "./mirrors.ts";
import { writingKeys } from "./own-keys.ts";
import { policySeen } from "./policies.ts";
import { presenceSeen } from "./presence.ts";
import { signingSeen } from "./ssh-signing.ts";
import { openStoreWith } from "./stores.ts";

const KEY = "device-key.pem";
const CONFIG = "config.json";
/** What a personal store holds that is ours; git keeps its own folder as it likes. */
const IN_STORE = [
  "holdfast.json",
  "memories",
  "quarantine",
  "archive",
  "ledger",
  "attest",
  "devices",
  "allowed_signers",
  "tombstones",
  "allowances",
  "audit",
  ".local",
  ".gitattributes",
  ".gitignore",
];

export interface DoctorRequest {
  readonly version: string;
  readonly here: Pick<Whereabouts, "places" | "project">;
  readonly installers: Installers;
  readonly channel: Channel;
  readonly now: Date;
  readonly checks: CheckSettings;
  act(): Act;
}

export function openDoctor(request: DoctorRequest): DoctorContext {
  return {
    channel: request.channel,
    surroundings: openSurroundings(request),
    checks: request.checks,
    stores: () => storesSeen(request),
    act: request.act,
  };
}

function openSurroundings(request: DoctorRequest): MachineSurroundings {
  const { version, installers, now } = request;
  const { places, project } = request.here;
  const projectRoot = project?.root;
  const trees = (): readonly PrivateTree[] => privateTrees(places);
  return {
    version,
    nodeVersion: process.versions.node,
    foreignModes: () => trees().flatMap(foreignModesIn),
    deviceKey: () => keySeen(places),
    signing: () => signingSeen(places, userConfig(places).signing),
    presence: () => presenceSeen(places, userConfig(places).presence === "required"),
    config: () => ({
      path: child(places.config, CONFIG),
      user: readUserConfig(places.config),
      project: told(() => (projectRoot === undefined ? undefined : readProjectConfig(projectRoot))).value,
    }),
    agents: () => agentsSeen(places, installers),
    ledgerHealth: () => ledgersIn(request),
    // Asked of the system where the name alone does not tell, as on Windows.
    hasGit: () => findProgram("git", process.env["PATH"]) !== undefined || hasGit(),
    sync: () => {
      // A folder that may not be read is told by the probe of modes.
      const kept = (name: string, of?: string): ReturnType<MachineSurroundings["sync"]> => {
        const record = told(() => readSyncRecord(places.state, of)).value;
        return record === undefined ? [] : [{ name, record, now }];
      };
      const mirrors = told(() => mirrorsAt(places)).value ?? [];
      return [...kept("sync"), ...mirrors.flatMap(({ mirror, mirrored }) => kept(mirrored.name, folderOf(mirror)))];
    },
    hubs: () => told(() => hubsSeen(places.state)).value ?? [],
    policies: () =>
      mirrorsOpened(request).seen.flatMap(({ at, open }) =>
        at.scope === "org" ? (told(() => policySeen(at, open.devices)).value ?? []) : [],
      ),
    unfinished: () => told(() => unfinishedForgets(places.state)).value ?? [],
    silence: () => {
      // As with sync: a folder that may not be read is told by the probe of modes.
      const all = told(() => readPauses(places.state)).value ?? [];
      return all.filter((pause) => activePause([pause], project?.id, now) !== undefined);
    },
    projectProblems: () => projectProblems({ places, project }, now),
    tighten: () =>
      trees()
        .map((tree) => ({ root: tree.root, count: tightenTree(tree) }))
        .filter(({ count }) => count > 0),
    bringBack: (info, kept, outside) => {
      const raw = openRaw(places.state);
      const why = "it was changed outside Holdfast";
      return bringBack(info, kept, outside, (path, bytes) => raw.keep(bytes, { from: path, why }, now));
    },
    rebuildStore: () => {
      const key = goneKey(places.state, places.store);
      const info = { root: places.store, scope: "personal", storeId: "", format: 1, writable: true } as const;
      const acts = { device: NO_DEVICE.id, records: () => [], keyed: () => undefined };
      return key === undefined || isFile(child(places.store, "holdfast.json"))
        ? undefined
        : rebuild(places.store, openKept(places.state, key, info, acts));
    },
    markLooked: (info, outside) => writeFact(places.state, storeKey(info), "looked", markOf(outside, info.root)),
    setKeyAside: () => setAside(places.data, KEY, now),
    makeKey: () => deviceOf(places.data).id,
    setConfigAside: () => setAside(places.config, CONFIG, now, "group"),
  };
}

/** A folder is ours by its marker or by its name; a config folder that is a link belongs to somebody's dotfiles. */
function privateTrees({ store, state, data, cache, config }: Places): readonly PrivateTree[] {
  const found: PrivateTree[] = [];
  const root = realPath(store);
  if (root !== undefined && isFile(child(root, "holdfast.json"))) found.push({ root, only: IN_STORE });
  for (const path of [state, data, cache]) {
    const real = realPath(path);
    if (real !== undefined) found.push({ root: real });
  }
  if (lstatSync(config, { throwIfNoEntry: false })?.isDirectory() === true) found.push({ root: config });
  return found;
}

function keySeen(places: Places): DeviceKeySeen {
  if (lstatSync(child(places.data, KEY), { throwIfNoEntry: false }) === undefined) {
    return { state: "missing", wanted: wasWritten(places) };
  }
  try {
    return { state: "present", id: deviceOf(places.data).id };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === "unreadable") return { state: "damaged", message: error.message };
    return { state: "refused", message: error.message, hint: error.hint };
  }
}

/** Every write of ours leaves a line in the ledger. */
function wasWritten({ store }: Places): boolean {
  const { value, problem } = told(() => inFolderIfThere(store, ["ledger"], (folder) => folder.names().length > 0));
  return value === true || problem !== undefined;
}

function agentsSeen(places: Places, { all }: Installers): readonly AgentStanding[] {
  const hookCopy = hasHookCopy(places.data);
  const outdated = outdatedCopy(places.data, builtFiles());
  // A folder that may not be read is told by the probe of modes.
  const signs = told(() => inFolderIfThere(places.state, ["signs"], (folder) => folder.names())).value ?? [];
  return all.map((installer) => {
    const { agent, advice } = installer;
    const unreadable = installer.unreadable()?.message;
    const switchedOff = installer.switchedOff();
    return {
      agent,
      ...installer.found(),
      connected: installer.isInstalled(),
      trace: installer.hasTrace(),
      ...(unreadable !== undefined && { unreadable }),
      ...(switchedOff !== undefined && { switchedOff }),
      ...(advice !== undefined && { advice }),
      hookCopy,
      ...(outdated !== undefined && { outdated }),
      heard: signs.flatMap((sign) => (sign.startsWith(`heard-${agent}-`) ? [titleOf(sign, agent)] : [])),
    };
  });
}

function titleOf(sign: string, agent: string): string {
  const name = sign.slice(`heard-${agent}-`.length);
  return speakerNamed(name)?.title ?? name;
}

/** As `log` reads them: unlike `log --verify`, looking leaves no mark of how far a chain went. */
function ledgersIn(request: DoctorRequest): readonly LedgerHealth[] {
  const stores = storesSeen(request).flatMap((seen) => (seen.kind === "opened" ? [seen.open] : []));
  return ledgersSeen(stores).map(
    ({
      report: {
        path,
        broken,
        refused,
        acknowledged: [known],
      },
    }) => {
      if (refused !== undefined) return { file: path, problem: `is refused: ${refused}` };
      if (broken !== undefined) return { file: path, problem: `at line ${broken.line} (${broken.kind})` };
      return known === undefined ? { file: path } : { file: path, known: `by ${known.by} on ${known.date}` };
    },
  );
}

function storesSeen(request: DoctorRequest): readonly (OpenedStore | ClosedStore)[] {
  return [personalSeen(request), ...sharedSeen(request.here, request.now).seen, ...mirrorsSeen(request)];
}

function mirrorsSeen(request: DoctorRequest): readonly (OpenedStore | ClosedStore)[] {
  const { seen, closed } = mirrorsOpened(request);
  return [...seen, ...closed];
}

type OpenedMirror = OpenedStore & { readonly at: MirrorAt; readonly devices: Devices };

function mirrorsOpened({ here: { places }, now }: DoctorRequest): {
  readonly seen: readonly OpenedMirror[];
  readonly closed: readonly ClosedStore[];
} {
  const list = told(() => unlessWhole(places)).value;
  const closed: ClosedStore[] = list
    ? [{ kind: "closed", name: "organisations", message: list.message, remedy: list.hint }]
    : [];
  const seen = openMirrors(
    told(() => mirrorsAt(places)).value ?? [],
    (at, outer) => {
      const { root, scope, mirrored } = at;
      const next = opened(places, now, root, scope, outer, mirrored);
      return { ...next, at, devices: next.open.devices };
    },
    ({ mirrored: { name } }, fault) => {
      const isEmpty = fault.code === "no-store";
      const message = isEmpty ? "nothing has come from the hub yet" : fault.message;
      closed.push({ kind: "closed", name, message, remedy: isEmpty ? "holdfast sync" : fault.hint });
    },
  );
  return { seen, closed };
}

function sharedSeen(
  { places, project }: DoctorRequest["here"],
  now: Date,
): { readonly seen: readonly OpenedStore[]; readonly problem?: string | undefined } {
  const around = told(() => storesAround(project, places));
  const seen: OpenedStore[] = [];
  const { fault } = openAround(around.value ?? [], (root, outer) => {
    const next = opened(places, now, root, "shared", outer);
    seen.unshift(next);
    return next.open;
  });
  if (fault !== undefined && !(fault instanceof Fault)) throw fault;
  const listed = seen.map(({ open }) => told(() => open.store.list()).problem).find((problem) => problem !== undefined);
  return { seen, problem: around.problem ?? fault?.message ?? listed };
}

function personalSeen(request: DoctorRequest): OpenedStore | ClosedStore {
  const { store } = request.here.places;
  try {
    return opened(request.here.places, request.now, store, "personal");
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === "no-store") {
      if (goneKey(request.here.places.state, store) !== undefined) {
        const message = `no store at ${store}: it is gone, or its marker, and changed outside Holdfast`;
        return { kind: "closed", name: "store", message, remedy: "holdfast doctor --fix" };
      }
      return { kind: "closed", name: "store", message: `no store at ${store}`, remedy: "holdfast init" };
    }
    const remedy = error.hint === undefined ? {} : { remedy: error.hint };
    return { kind: "closed", name: "personal store", message: error.message, ...remedy };
  }
}

function opened(
  places: Places,
  now: Date,
  root: string,
  scope: Scope,
  outer?: Outer,
  mirrored?: Mirrored,
): OpenedStore {
  const key = keySeen(places);
  const device = key.state === "present" ? key.id : NO_DEVICE.id;
  const config = userConfig(places);
  const keys =
    key.state === "present" ? withPresence(writingKeys(places.data, config.signing, device), config) : NOBODY;
  const neighbours = { outer };
  const open = openStoreWith(places, {
    root,
    scope,
    lock: config.lock,
    device,
    keys,
    now: () => now,
    neighbours,
    ...given({ mirrored }),
  });
  return { kind: "opened", open };
}

function userConfig(places: Places): Config {
  return effectiveConfig(parseConfig(told(() => readUserConfig(places.config)).value, "user")).config;
}

/** A project's own files: its configuration, and a shared store that opens and can be listed. */
function projectProblems(here: DoctorRequest["here"], now: Date): readonly string[] {
  const { project } = here;
  if (project === undefined) return [];
  return [told(() => readProjectConfig(project.root)).problem, sharedSeen(here, now).problem].filter(
    (problem) => problem !== undefined,
  );
}

function told<T>(act: () => T): { readonly value?: T; readonly problem?: string } {
  try {
    return { value: act() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { problem: error.message };
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Not there, or a link that leads nowhere: there is no tree to look at.
    return undefined;
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
