// A store with the records that belong to it, and the stores that count at one place. Every entrance gets its stores from
// here; nothing else knows which adapter stands behind which port.
import { randomBytes } from "node:crypto";
import { digestOf } from "../checks/secret-findings.ts";
import type { CheckSettings } from "../checks/settings.ts";
import type { FileMove } from "../disk/git/stage.ts";
import { descend, nameOf } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { isMirrored } from "../memory/kinds.ts";
import { openFeedback } from "../recall/io/feedback.ts";
import type { Act, Mirrored, OpenStore, OpenStores } from "../store/context.ts";
import { openAllowances } from "../store/io/allowances.ts";
import { openDigestKeys } from "../store/io/digest-keys.ts";
import { openHistory } from "../store/io/history.ts";
import { openLedger } from "../store/io/ledger.ts";
import { openLedgerHeads } from "../store/io/ledger-heads.ts";
import { openStore, storeKey } from "../store/io/open-store.ts";
import { openRaw } from "../store/io/raw.ts";
import type { Keys } from "../store/io/statements.ts";
import { openTombstones } from "../store/io/tombstones.ts";
import type { Kept } from "../store/kept.ts";
import type { Scope, StoreInfo } from "../store/memory-store.ts";
import { openConflictCopies } from "../sync/io/conflict-copies.ts";
import { Fault } from "../text/errors.ts";
import { given, once } from "../text/values.ts";
import { type Channel, partyOf } from "../trust/channels.ts";
import { openAround, storesAround } from "./around.ts";
import { anyOf, checkSettings, loadedOrNot } from "./checks.ts";
import { type Neighbours, type OpenedDevices, openDevices } from "./devices.ts";
import { inProject, type Whereabouts } from "./here.ts";
import { storesInside } from "./inside.ts";
import { keptIn } from "./kept.ts";
import { mirrorsAt, mirrorsInside, openMirrors } from "./mirrors.ts";

export interface StoreRequest {
  readonly root: string;
  readonly scope: Scope;
  readonly lock: "auto" | "shared";
  readonly device: string;
  readonly keys: Keys;
  readonly now: () => Date;
  readonly neighbours?: Neighbours;
  readonly mirrored?: Mirrored;
  /** Something was written, or may have been. */
  readonly wrote?: () => void;
}

export function openStoreWith(places: Places, request: StoreRequest): OpenStore {
  const raw = openRaw(
    places.state,
    request.scope === "org" || request.scope === "team" ? nameOf(request.root) : undefined,
  );
  let opened: OpenedDevices | undefined;
  const devicesIn = (info: StoreInfo): OpenedDevices => {
    opened ??= openDevices(places, request.keys, info, request.neighbours);
    return opened;
  };
  let kept: Kept | undefined;
  const keptOf = (info: StoreInfo): Kept => {
    kept ??= keptIn(places.state, info, request.device);
    return kept;
  };
  const store = openStore(request.root, {
    ...(request.scope === "personal" && { kept: keptOf }),
    scope: request.scope,
    lock: request.lock,
    keys: (info) => devicesIn(info).keys,
    keep: (bytes, note) => raw.keep(bytes, note, request.now()),
    // A project's repository is its own (STO-1a).
    ...(request.scope !== "shared" && {
      stage: (root: string, moved: readonly FileMove[]) => {
        if (request.scope === "personal") request.wrote?.();
        return stage(root, moved);
      },
    }),
  });
  const key = storeKey(store.info);
  const ledgerAt =
    request.scope === "personal" ? descend(store.info.root, "ledger") : descend(places.state, "ledger", key);
  const ledger = openLedger(ledgerAt, request.device, {
    digest: openDigestKeys(places.state, key).digest,
    marks: openLedgerHeads(places.state, key),
    ...(kept && { grew: (file: string) => kept?.note([`ledger/${file}`]) }),
  });
  // What was forgotten is remembered in the personal store, and counts for every store (STO-33).
  const tombstones = openTombstones(places.store, request.device);
  const { storeId } = store.info;
  const { devices, keys } = devicesIn(store.info);
  const allowances = openAllowances({ ...request, keys, storeId, root: store.info.root, digest: digestOf });
  const history = openHistory(places.state, key);
  const feedback = openFeedback(places.state);
  const copies = openConflictCopies(store.info);
  return {
    store,
    ledger,
    history,
    raw,
    tombstones,
    allowances,
    devices,
    copies,
    feedback,
    ...given({ kept, mirrored: request.mirrored }),
  };
}

/** Loaded where something moved. */
async function stage(root: string, moved: readonly FileMove[]): Promise<void> {
  if (moved.length === 0) return;
  const { stageMoves } = await import("../disk/git/stage.ts");
  await stageMoves(root, moved);
}

/** The stores that count at one place, opened when they are first asked for. */
export interface Stores {
  /** Throws a Fault with the command to run where there is none. */
  readonly personal: OpenStore;
  readonly hasPersonal: boolean;
  /** The personal one was locked for writing by this process. */
  readonly isWritten: boolean;
  /** The project's, the nearest first. What is out of order counts as none, and doctor tells. */
  readonly shared: OpenStores;
  /** As if one stood in that folder of the project. */
  sharedIn(folder: string): OpenStores;
  /** An organisation's, teams first. */
  readonly mirrors: OpenStores;
  /** The personal one first, then the project's, then an organisation's. Agents are not shown the project's where `serve-project-memories` is off; a person is. */
  shownTo(channel: Channel): OpenStores;
  checks(second: CheckSettings["second"]): CheckSettings;
  act(channel: Channel, now: Date, second: CheckSettings["second"]): Act;
}

/** The keys are asked for when a store is opened: for a reader, nothing is made. */
export function storesAt(here: Whereabouts, as: "reader" | "writer", now: () => Date): Stores {
  let isWritten = false;
  const wrote = (): void => {
    isWritten = true;
  };
  const open = (root: string, scope: Scope, neighbours: Neighbours = {}, mirrored?: Mirrored): OpenStore => {
    const { device, keys } = here[as];
    const { lock } = here.config;
    const about = { root, scope, lock, device: device.id, keys, now, neighbours, wrote };
    return openStoreWith(here.places, { ...about, ...given({ mirrored }) });
  };
  const personal = once(() => open(here.places.store, "personal"));
  const sharedIn = (project: Whereabouts["project"]): OpenStores =>
    inProject(() => sharedAt(here.places, project, open)) ?? [];
  const shared = once(() => sharedIn(here.project));
  const mirrors = once(() => {
    const all = mirrorsAt(here.places);
    return openMirrors(all, (at, outer) => {
      const inner = (): readonly StoreInfo[] => mirrorsInside(all, at);
      return open(at.root, at.scope, { outer, inner }, at.mirrored);
    });
  });
  const hasPersonal = (): boolean => exists(personal);
  const shownTo = (channel: Channel): OpenStores => {
    const shows = here.config["serve-project-memories"] || partyOf(channel) === "person";
    return [personal(), ...(shows ? shared() : []), ...mirrors()];
  };
  const checks = (second: CheckSettings["second"]): CheckSettings =>
    checkSettings(here.config, second, (scope) => {
      const there = isMirrored(scope) ? mirrors() : scope === "shared" ? shared() : hasPersonal() ? [personal()] : [];
      return anyOf(there.map(({ allowances }) => allowances));
    });
  return {
    get personal() {
      return personal();
    },
    get hasPersonal() {
      return hasPersonal();
    },
    get isWritten() {
      return isWritten;
    },
    get shared() {
      return shared();
    },
    get mirrors() {
      return mirrors();
    },
    sharedIn: (folder) => sharedIn(here.project && { ...here.project, folder }),
    shownTo,
    checks,
    act: (channel, moment, second) => ({
      channel,
      now: moment,
      random: (bytes) => randomBytes(bytes),
      device: here[as].device,
      checks: checks(second),
      ...given({ kinds: here.settings.bounds.kinds }),
    }),
  };
}

/** A store whose folders can't even be listed is out of order; that shows now, not in the middle of the work. */
function sharedAt(
  places: Places,
  project: Whereabouts["project"],
  open: (root: string, scope: Scope, neighbours: Neighbours) => OpenStore,
): OpenStores {
  const { opened, fault } = openAround(storesAround(project, places), (root, outer) => {
    const inner = (): readonly StoreInfo[] => (project === undefined ? [] : storesInside(project.root, root));
    const store = open(root, "shared", { outer, inner });
    store.store.list();
    return store;
  });
  if (fault !== undefined && !(fault instanceof Fault)) throw fault;
  return opened;
}

function exists(open: () => OpenStore): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "no-store") return false;
    throw error;
  }
}

export interface Enforcing {
  readonly open: OpenStore;
  readonly act: Act;
  readonly lenient: CheckSettings;
}

/** For `audit --enforce`: whatever project the caller stands in has no part in it (CFG-1). */
export async function enforcingAt(here: Whereabouts, channel: Channel): Promise<Enforcing> {
  const { open, act } = await actsOf(here, channel);
  const acting = act();
  const { digest, claimed } = open.allowances;
  const lenient = { ...acting.checks, allowances: () => ({ digest, all: claimed }) };
  return { open, act: acting, lenient };
}

/** The person's own store and no other, with every layer of the checks: for work that nobody watches. */
export async function actsOf(
  here: Whereabouts,
  channel: Channel,
): Promise<{ readonly open: OpenStore; readonly act: () => Act }> {
  const stores = storesAt(here, "writer", () => new Date());
  const second = await loadedOrNot();
  return { open: stores.personal, act: () => stores.act(channel, new Date(), second) };
}
