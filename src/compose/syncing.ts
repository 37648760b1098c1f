// What `sync` plugs in, at a person's terminal and for a run that nobody watches (SYN-15). The latter acts through the
// channel `sync`, a file's: it raises nothing, and goes only where a person's own run went before.
import type { GitRepository } from "../disk/git/carrier.ts";
import { openGitRepository } from "../disk/git/repository.ts";
import type { Places } from "../disk/places.ts";
import type { Environment } from "../hosts/setup.ts";
import { appendNotice } from "../recall/io/notices.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { succeed } from "../store/devices.ts";
import { nextKey } from "../store/io/device-key.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import type { Carrier } from "../sync/carrier.ts";
import { readSyncRecord, writeSyncRecord } from "../sync/io/record.ts";
import { isKnownRemote, newsIn, type Run, recordAfter } from "../sync/note.ts";
import type { SyncPorts } from "../sync/ports.ts";
import type { SyncOutcome } from "../sync/run.ts";
import { failedFrom, GitFailure, isRefusal, type Refusal } from "../text/errors.ts";
import { forLog } from "../text/sanitise.ts";
import { faultOf } from "../text/system-errors.ts";
import { openDevices } from "./devices.ts";
import { openForgotten } from "./forgetting.ts";
import { hereFrom, signingIn, type Whereabouts } from "./here.ts";
import type { HubSetup } from "./hub.ts";
import { mirrorsAt } from "./mirrors.ts";
import { writingKeys } from "./own-keys.ts";
import { actsOf } from "./stores.ts";

export function repositoryOf({ store }: OpenStore): Promise<GitRepository> {
  return openGitRepository(store.info.root);
}

/** Undefined: git's own remote. What a hub needs is loaded for a store that has one, and for no other. */
export async function carrierOf(git: GitRepository, places: Places, now: Date): Promise<Carrier | Refusal | undefined> {
  const url = git.hub();
  if (url === undefined) return undefined;
  const { openHub } = await import("./hub.ts");
  return openHub(url, git, places, now);
}

/** Undefined: no hub answers at this address. For an organisation's stores, or for one's own. */
export async function hubSetup(
  url: string,
  { here }: { readonly here: Whereabouts },
  isMirror: boolean,
): Promise<HubSetup | undefined> {
  const { hubAt } = await import("./hub.ts");
  return await hubAt(url, here.places, isMirror);
}

/** Leaves for session start and doctor how the run ended, and `told` for the person. */
export function noteRun(state: string, open: OpenStore, run: Run, told: readonly string[] = []): void {
  const before = readSyncRecord(state);
  const after = recordAfter(before, run, open);
  writeSyncRecord(state, after);
  for (const line of [...told, ...newsIn(before, after)]) appendNotice(state, forLog(line), run.now);
}

const NETWORK_MS = 3000;

export interface OpenedForSync {
  readonly ports: SyncPorts;
  /** What session start and doctor are to know, and what a person must hear once. */
  note(outcome: SyncOutcome): void;
  fault(error: unknown): void;
}

/** Undefined: it is switched off, silence was asked for, or no person has synced here. */
export async function openForSync(env: Environment): Promise<OpenedForSync | undefined> {
  const here = hereFrom({ env });
  const { places } = here;
  const before = readSyncRecord(places.state);
  if (before?.remote === undefined || here.isSilent(new Date()) || !here.config["sync-at-start"]) return undefined;
  const { open, act } = await actsOf(here, "sync");
  const note = (outcome: SyncOutcome): void =>
    noteRun(places.state, open, { outcome, now: new Date() }, linesFor(outcome, before.failing?.why));
  const repository = await repositoryAt(open.store.info.root, (url) => isKnownRemote(before, url)).catch(failedFrom);
  if ("kind" in repository) {
    note(repository);
    return undefined;
  }
  const carrier = await carrierOf(repository, places, act().now);
  if (isRefusal(carrier)) {
    note(carrier);
    return undefined;
  }
  return {
    ports: {
      open,
      files: openStoreFiles(open.store.info, open.kept),
      git: repository,
      carrier,
      act: act(),
      left: () => NETWORK_MS - (carrier ?? repository).reachedMs(),
      forgetting: openForgotten(places, open.store.info),
      // A key with a passphrase asks for it, and nobody is there.
      renew: () => (here.writer.keys.sealed === undefined ? renewDevice(here, open.store.info, act()) : undefined),
    },
    note,
    fault: (error) => note({ kind: "failed", reason: "other", message: messageOf(error) }),
  };
}

/** What this machine has joined, as a run that nobody watches: it sends what is new there, and tells `doctor`. */
export async function syncMirrorsAt(env: Environment): Promise<void> {
  const here = hereFrom({ env });
  if (mirrorsAt(here.places).length === 0 || here.isSilent(new Date()) || !here.config["sync-at-start"]) return;
  const { act } = await actsOf(here, "sync");
  const { syncMirrors } = await import("./joining.ts");
  await syncMirrors({ here, act: act(), way: "both", budgetMs: NETWORK_MS });
}

/** An address that no person's run had: somebody edited the configuration, or a person has yet to sync. */
async function repositoryAt(root: string, isKnown: (url: string) => boolean): Promise<GitRepository> {
  const repository = await openGitRepository(root);
  if (isKnown(repository.address() ?? "")) return repository;
  const message = "the remote's address is not the one that you synced with; run `holdfast sync` to use it";
  throw new GitFailure("other", message);
}

/** `why`: what the run before failed by; a person is told once. */
export function linesFor(outcome: SyncOutcome, why: string | undefined): readonly string[] {
  if (outcome.kind === "refusal" && outcome.code === "needs-person" && outcome.message !== why)
    return [`${outcome.message} Run \`holdfast sync --dry-run\`, then \`holdfast sync\` to take them.`];
  if (outcome.kind !== "synced") return [];
  const { held, notes } = outcome;
  const files = new Set(held.map(({ file }) => file)).size;
  const subject = files === 1 ? "1 memory" : `${files} memories`;
  const quarantined = files === 0 ? [] : [`Sync put ${subject} into quarantine: run \`holdfast review\`.`];
  return [...quarantined, ...notes];
}

function messageOf(error: unknown): string {
  const fault = faultOf(error);
  if (fault !== undefined) return fault.message;
  return `an inner fault (${error instanceof Error ? error.message : String(error)})`;
}

/**
 * A device that finds itself behind its own mark takes another id (SYN-2): two machines with one key, or a restored backup,
 * would otherwise give one number to two acts.
 */
export function renewDevice(
  { places, config }: Pick<Whereabouts, "places" | "config">,
  info: StoreInfo,
  act: Act,
): string {
  const { keys, take } = nextKey(places.data);
  const id = keys.own?.device ?? "";
  const { keys: now } = signingIn(places, config);
  const after = now.sealed === undefined ? keys : writingKeys(places.data, config.signing, id);
  const before = openDevices(places, now, info).devices;
  succeed(before, openDevices(places, after, info).devices, act);
  take();
  return id;
}
