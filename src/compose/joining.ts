// An organisation's stores (HUB-2), as `join` makes them and each sync carries them afterwards: a mirror is synced as one's own store is,
// through the hub it came from. Loaded by who joined something, and never by a hook.

import { type Anchor, circleOf } from "../attest/circle.ts";
import { ensureDirectory, within } from "../disk/directory.ts";
import { asFault, errnoOf } from "../disk/errno.ts";
import type { GitRepository } from "../disk/git/carrier.ts";
import { openGitRepository } from "../disk/git/repository.ts";
import { makeId } from "../memory/ids.ts";
import { openTrustedSigners } from "../people/io/known-signers.ts";
import { type Act, type OpenStore, type OpenStores, ROLES, type Role } from "../store/context.ts";
import { initRepository } from "../store/io/init-repository.ts";
import { storesWithLedgers } from "../store/io/ledger-heads.ts";
import { MARKER, readMarker } from "../store/io/marker.ts";
import { initStore, storeKey } from "../store/io/open-store.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import { parseMarker, type StoreInfo } from "../store/memory-store.ts";
import { isReviewer } from "../store/mirrored.ts";
import type { Carrier } from "../sync/carrier.ts";
import type { NamedKey, StoreThere } from "../sync/hub/protocol.ts";
import { hubCarrier } from "../sync/io/hub/carrier.ts";
import { erasedIn } from "../sync/io/hub/erased.ts";
import { newRecord, openHubRecord } from "../sync/io/hub/record.ts";
import type { Session } from "../sync/io/hub/session.ts";
import { BUDGET_MS, reviewersThere, storesThere } from "../sync/io/hub/sign-in.ts";
import { changeMirrors } from "../sync/io/mirrors.ts";
import { readSyncRecord, writeSyncRecord } from "../sync/io/record.ts";
import { folderOf, type KeptPolicy, MIRRORED, type Mirror } from "../sync/mirrors.ts";
import { recordAfter } from "../sync/note.ts";
import { type SyncOutcome, sync, type Way } from "../sync/run.ts";
import { plain, readFrom } from "../sync/trees.ts";
import {
  Fault,
  failedFrom,
  type GitFailed,
  GitFailure,
  isRefusal,
  type Refusal,
  refuse,
  unlessFault,
} from "../text/errors.ts";
import { given } from "../text/values.ts";
import { secondOf } from "../trust/transitions.ts";
import { listName } from "./devices.ts";
import { openForgotten } from "./forgetting.ts";
import type { Whereabouts } from "./here.ts";
import { sessionAt } from "./hub.ts";
import { leave, leavingAt } from "./leaving.ts";
import { letGo } from "./letting-go.ts";
import {
  type MirrorAt,
  mirrorsAt,
  mirrorsInside,
  mirrorsOf,
  openMirrors,
  outermostFirst,
  unlessWhole,
} from "./mirrors.ts";
import { pinAgain, unpin } from "./pinning.ts";
import { notePolicies } from "./policies.ts";
import { openStoreWith, storesAt } from "./stores.ts";

/** Of a run over all that this machine has joined. */
export interface MirrorRun {
  readonly name: string;
  readonly role: Role;
  readonly outcome: SyncOutcome;
  /** What this device confirms there counts here alone, until a signer there approves it. */
  readonly waits?: string;
  /** Somebody whose word counts revoked it: nobody is asked to approve it again. */
  readonly isRevoked?: true;
  /** What the organisation asks of this machine is another than before (HUB-10). */
  readonly policies?: readonly KeptPolicy[];
}

export interface Running {
  readonly here: Whereabouts;
  readonly act: Act;
  readonly way: Way;
  readonly budgetMs: number;
  readonly progress?: ((doing: string) => void) | undefined;
}

/** One after another; what is wrong with one keeps no other. */
export async function syncMirrors(running: Running): Promise<readonly MirrorRun[]> {
  const { places } = running.here;
  const runs: MirrorRun[] = [];
  for (const url of new Set(mirrorsAt(places).map(({ mirror }) => mirror.url))) {
    const session = sessionAt(url, places);
    const told = "code" in session ? session : await refreshRoles(session, running).catch(refusedBy);
    const carried = async (at: MirrorAt): Promise<SyncOutcome> =>
      "code" in session ? session : (told ?? unlessOpen(at) ?? (await syncMirror(session, at, running)));
    for (const { root } of outermostFirst(mirrorsOf(running.here, url))) {
      // A person may have left meanwhile: what is gone is not fetched again.
      const at = mirrorsAt(places).find((each) => each.root === root);
      if (at !== undefined && !isLet(at)) runs.push(await ended(at, carried(at), running));
    }
  }
  return runs;
}

/** May be read no more, and asks nothing of this machine: it stands for whom it revoked, until the person leaves. */
function isLet({ mirror: { closed, policies } }: MirrorAt): boolean {
  return closed === true && policies === undefined;
}

function unlessOpen({ mirror, mirrored }: MirrorAt): Refusal | undefined {
  if (mirror.closed !== true) return undefined;
  const what = `The hub lets you read ${mirrored.name} no more; what its admins ask of this machine stands until you leave.`;
  return refuse("hub", what, `holdfast join --leave ${mirror.url}`);
}

/** Whatever the world has against one of them is its own outcome. Every other error is a fault of the program, and goes on. */
function refusedBy(error: unknown): Refusal | GitFailed {
  if (error instanceof GitFailure) return failedFrom(error);
  if (!(error instanceof Fault) && errnoOf(error) === "") throw error;
  const fault = asFault(error, "Syncing what this machine joined");
  return refuse(fault.code, fault.message, fault.hint);
}

async function ended(
  at: MirrorAt,
  carried: Promise<SyncOutcome>,
  running: Running,
  joined?: "anew",
): Promise<MirrorRun> {
  const outcome = await carried.catch(refusedBy);
  try {
    return noted(at, outcome, running, joined);
  } catch (error) {
    return { name: at.mirrored.name, role: at.mirror.role, outcome: refusedBy(error) };
  }
}

/**
 * What this person may there now; a store that they may not read any more is not given to anybody from now on. What was asked of this
 * machine there stands all the same (HUB-10), and who was revoked there: a hub that names no store would take both back else.
 */
export async function refreshRoles(session: Session, { here: { places } }: Running): Promise<Refusal | undefined> {
  const there = await storesThere(session, BUDGET_MS);
  if (isRefusal(there)) return there;
  const { url } = session.address;
  const now = mirrorsIn(there, "");
  const next = (mirror: Mirror): Mirror => {
    const role = now.find(({ store }) => store === mirror.store)?.role;
    if (role === undefined) return { ...mirror, closed: true };
    const { closed: _, ...open } = mirror;
    return { ...open, role };
  };
  const isSame = (mirror: Mirror): boolean => {
    const { role, closed } = next(mirror);
    return mirror.role === role && mirror.closed === closed;
  };
  const isOld = mirrorsOf({ places }, url).some(({ mirror }) => !isSame(mirror));
  if (isOld) changeMirrors(places.data, url, (rows) => rows.map((row) => (row.leaving === true ? row : next(row))));
  return undefined;
}

/** Those of them that a member has a mirror of. */
export function mirrorsIn(there: readonly StoreThere[], you: string): readonly Omit<Mirror, "url">[] {
  return there.flatMap(({ store, role }) => {
    const known = ROLES.find((each) => each === role);
    return known !== undefined && MIRRORED.test(store) ? [{ store, role: known, you }] : [];
  });
}

/** What an admin had erased goes before anything is joined, and where this run heard of it, after it (HUB-11). */
export async function syncMirror(session: Session, at: MirrorAt, running: Running): Promise<SyncOutcome> {
  const records = openHubRecord(running.here.places.state, session.address, at.mirror.store);
  const { here, act } = running;
  const open = (): OpenStore => openMirror(here, at, act);
  const others = (): OpenStores => {
    const stores = storesAt(here, "reader", () => act.now);
    const own = stores.hasPersonal ? stores.shownTo("terminal") : [...stores.shared, ...stores.mirrors];
    return own.filter(({ store }) => store.info.root !== at.root);
  };
  const erasing = { here, act, at, records, open, others };
  const before = await letGo(erasing);
  if (isRefusal(before)) return before;
  const outcome = await syncOne(session, at, running);
  const gone = await letGo(erasing);
  if (isRefusal(gone)) return gone;
  return gone ? await syncOne(session, at, running) : outcome;
}

async function syncOne(session: Session, at: MirrorAt, running: Running): Promise<SyncOutcome> {
  const { here, act, way, budgetMs, progress } = running;
  const { places } = here;
  const { mirror, root } = at;
  const begin = await begun(session, at, running);
  if (isRefusal(begin)) return begin;
  const { git, carrier } = begin;
  const open = openMirror(here, at, act);
  return await sync(
    {
      open,
      files: openStoreFiles({ root, scope: at.scope, storeId: "", format: 1, writable: true }),
      git,
      carrier,
      act,
      left: () => budgetMs - carrier.reachedMs(),
      renew: () => undefined,
      // Nothing that nobody signed is given to an agent of it, so many changes need no question.
      isWanted: () => Promise.resolve(true),
      forgetting: openForgotten(places, open.store.info),
      ...(progress && { progress }),
    },
    mirror.role === "reader" ? "pull-only" : way,
  );
}

/** The mirror's repository and its carrier; where nothing stands yet, a store of the name that the hub's has. */
async function begun(
  session: Session,
  { mirror, root, scope }: MirrorAt,
  { here, act, budgetMs }: Running,
): Promise<{ readonly git: GitRepository; readonly carrier: Carrier } | Refusal> {
  const isThere = folderAt(root);
  if (isRefusal(isThere)) return isThere;
  const { places } = here;
  const git = await openGitRepository(root);
  const { url, store } = mirror;
  const records = openHubRecord(places.state, session.address, store);
  const begin = (): Promise<ReturnType<typeof newRecord>> => Promise.resolve(newRecord(url, store));
  const about = { isMirror: true, erased: () => erasedIn(root) };
  const any = hubCarrier({ git, session, records, begin, now: () => act.now, ...about });
  const carrier = {
    ...any,
    fetch: (budget: number) => any.fetch(budget).then((fetched) => sameStore(git, root, fetched)),
  };
  if (isThere === "store") return { git, carrier };
  const fetched = await carrier.fetch(budgetMs).catch(failedFrom);
  if (fetched.kind === "refusal") return fetched;
  if (fetched.kind === "failed") return refuse("git", `git: ${fetched.message}.`, "holdfast doctor");
  const storeId = fetched.commit === undefined ? undefined : await markerIn(git, fetched.commit);
  if (storeId !== undefined && isKnownElsewhere(here, { root, scope, storeId }))
    return refuse(
      "hub",
      "The hub calls this store what another one is called that this machine knows.",
      "If you joined it at another address before: holdfast join --leave URL",
    );
  if (storeId === undefined && mirror.role !== "admin")
    return refuse("no-store", "Nobody has written anything there yet; an admin begins it.", "holdfast sync");
  initStore(root, { scope, storeId: storeId ?? makeId(act.now.getTime(), act.random(10)) });
  return { git, carrier };
}

type FetchedThere = Awaited<ReturnType<Carrier["fetch"]>>;

/** The hub writes the marker. With the id of another store from some day on, what was signed for that one would count here. */
async function sameStore(git: GitRepository, root: string, fetched: FetchedThere): Promise<FetchedThere> {
  if (fetched.kind !== "fetched" || fetched.commit === undefined) return fetched;
  const own = within(ensureDirectory(root), readMarker)?.storeId;
  const theirs = await markerIn(git, fetched.commit);
  if (own === undefined || theirs === undefined || theirs === own) return fetched;
  return refuse(
    "hub",
    "The hub calls this store by another id than when you joined. Nothing was taken or sent.",
    "Ask an admin why. To begin anew: holdfast join --leave URL, then join",
  );
}

/** What is signed for a store is signed for its id: it would count in both, for whoever is trusted in both, and whoever signed in one. */
function isKnownElsewhere(
  { places, reader }: Whereabouts,
  about: { readonly root: string; readonly scope: MirrorAt["scope"]; readonly storeId: string },
): boolean {
  const own = listName(about, about.storeId);
  const others = openTrustedSigners(places.data, reader.keys).stores();
  const key = storeKey(about);
  return (
    others.some((name) => name !== own && name.split(" ")[0] === about.storeId) ||
    storesWithLedgers(places.state).some((name) => name !== key && name.startsWith(`${about.storeId}-`))
  );
}

/** Its folder and repository; whether a store stands in it by now. */
function folderAt(root: string): "store" | "empty" | Refusal {
  const isStore = within(ensureDirectory(root), (folder) => folder.look(MARKER) !== undefined);
  const made = initRepository(root);
  if (made.kind === "failed") return refuse("git", `git: ${made.reason}.`, "holdfast doctor");
  return isStore ? "store" : "empty";
}

async function markerIn(git: GitRepository, commit: string): Promise<string | undefined> {
  const { files } = await readFrom(git, plain(await git.entries(commit)), [MARKER]);
  const bytes = files.get(MARKER);
  return bytes === undefined ? undefined : parseMarker(Buffer.from(bytes).toString("utf8"))?.storeId;
}

/** With the organisation's own around a team's. */
export function openMirror(here: Whereabouts, wanted: MirrorAt, { now }: Pick<Act, "now">): OpenStore {
  const { device, keys } = here.writer;
  const { lock } = here.config;
  const faults: Fault[] = [];
  const opened = openMirrors(
    [...mirrorsAt(here.places).filter(({ root }) => root !== wanted.root), wanted],
    (at, outer) => {
      const { root, scope, mirrored } = at;
      const inner = (): readonly StoreInfo[] => mirrorsInside(mirrorsAt(here.places), at);
      const about = { root, scope, mirrored, lock, device: device.id, keys, now: () => now };
      return openStoreWith(here.places, { ...about, neighbours: { outer, inner } });
    },
    ({ root }, fault) => (root === wanted.root ? faults.push(fault) : 0),
  );
  const found = opened.find(({ store }) => store.info.root === wanted.root);
  if (found === undefined) throw faults[0] ?? new Fault("no-store", `There is no store at ${wanted.root}.`);
  return found;
}

/** Leaves for doctor how it ended. */
function noted(was: MirrorAt, outcome: SyncOutcome, { here, act }: Running, joined?: "anew"): MirrorRun {
  const { root, mirror, mirrored } = was;
  const run = { name: mirrored.name, role: mirror.role, outcome };
  const { state } = here.places;
  const at = mirrorsAt(here.places).find((each) => each.root === root);
  // The person left meanwhile, and this run wrote after that: a list that can't be read says nothing of it.
  if (at === undefined && unlessWhole(here.places) === undefined) leave(here, [was]);
  const open = unlessFault(
    () => at && openMirror(here, at, act),
    () => undefined,
  );
  if (open === undefined) return run;
  // What was asked ends where what is asked now has come, and not before.
  const isNew = joined === "anew" && outcome.kind === "synced";
  const policies = at && notePolicies(here.places.data, at, open, isNew ? "anew" : undefined);
  const name = folderOf(mirror);
  writeSyncRecord(state, recordAfter(readSyncRecord(state, name), { outcome, now: act.now }, open), name);
  const told = { ...run, ...(policies && { policies }) };
  if (!isReviewer(mirror.role) || !isUncounted(open)) return told;
  return circleThere(open).known.has(act.device.id) ? { ...told, isRevoked: true } : { ...told, waits: act.device.id };
}

function isUncounted({ devices }: OpenStore): boolean {
  const { own } = devices;
  return own !== undefined && devices.trusted().length > 0 && !countsThere({ devices }, own);
}

/** By the pinned keys and whom they approved. */
export function countsThere(open: Pick<OpenStore, "devices">, { device, key }: Anchor): boolean {
  const theirs = circleThere(open);
  return theirs.keys.get(device)?.has(key) === true && !theirs.known.has(device);
}

function circleThere({ devices }: Pick<OpenStore, "devices">): ReturnType<typeof circleOf> {
  const anchors = devices.trusted();
  return circleOf({ store: devices.store, own: undefined, anchors, records: devices.records() });
}

export interface Joining {
  readonly session: Session;
  readonly stores: readonly Omit<Mirror, "url">[];
  readonly keys: readonly NamedKey[];
}

/** A person pinned these keys: from here on each of the stores is a mirror, and what they signed counts in it. */
export async function joinAll({ session, stores, keys }: Joining, running: Running): Promise<readonly MirrorRun[]> {
  const { here, act } = running;
  const { url } = session.address;
  // Of a leave that was cut off nothing is taken for what is joined now.
  const going = leavingAt(here, url).filter(({ mirror }) => mirror.leaving === true);
  if (going.length > 0) leave(here, going);
  // What was joined before and is named no more is kept, as by every sync.
  changeMirrors(here.places.data, url, (rows) => [
    ...stores.map((each) => ({
      ...each,
      ...given({ policies: rows.find(({ store }) => store === each.store)?.policies }),
    })),
    ...rows.flatMap((row) => (stores.some(({ store }) => store === row.store) ? [] : [{ ...row, closed: true }])),
  ]);
  const runs: MirrorRun[] = [];
  const pinned = async (at: MirrorAt): Promise<SyncOutcome> => {
    const begin = await begun(session, at, running);
    if (isRefusal(begin)) return begin;
    unpin(here, at, keys);
    const { devices } = openMirror(here, at, act);
    for (const { device, key, name } of keys) devices.trust({ device, key, name, at: secondOf(act.now), first: true });
    return syncMirror(session, at, running);
  };
  const isNamed = ({ mirror }: MirrorAt): boolean => mirror.closed !== true;
  const all = mirrorsOf(here, url);
  for (const at of all) if (!isNamed(at)) pinAgain(here, at, keys, act.now);
  for (const at of outermostFirst(all.filter(isNamed))) {
    openHubRecord(here.places.state, session.address, at.mirror.store).drop();
    runs.push(await ended(at, pinned(at), running, "anew"));
  }
  return runs;
}

/** Members who may confirm there and whose word does not count yet: a signer approves them by fingerprint. */
export async function reviewersAt(here: Whereabouts, name: string): Promise<readonly NamedKey[] | Refusal> {
  const at = mirrorsAt(here.places).find(({ mirrored }) => mirrored.name === name);
  const session = at && sessionAt(at.mirror.url, here.places);
  if (at === undefined || session === undefined) return [];
  return "code" in session ? session : await reviewersThere(session, at.mirror.store);
}
