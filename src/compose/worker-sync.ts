// What a sync that nobody watches plugs in (SYN-15). It acts through the channel `sync`, a file's: it raises nothing, and
// goes only where a person's own run went before.
import { homedir } from "node:os";
import { failedFrom, GitFailure, type GitRepository } from "../disk/git/carrier.ts";
import { openGitRepository } from "../disk/git/repository.ts";
import { placesFrom } from "../disk/places.ts";
import { openForgetJournal } from "../forget/io/journal.ts";
import { openTraces } from "../forget/io/traces.ts";
import { appendNotice } from "../recall/io/notices.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import { readSyncRecord, writeSyncRecord } from "../sync/io/record.ts";
import { isKnownRemote, newsIn, recordAfter } from "../sync/note.ts";
import type { SyncPorts } from "../sync/ports.ts";
import type { SyncOutcome } from "../sync/run.ts";
import { Fault } from "../text/errors.ts";
import { forLog } from "../text/sanitise.ts";
import { renewDevice } from "./renew-device.ts";
import { type Environment, isSilent, openActs, userConfig } from "./worker.ts";

const NETWORK_MS = 3000;

export interface OpenedForSync {
  readonly ports: SyncPorts;
  /** What session start and doctor are to know, and what a person must hear once. */
  note(outcome: SyncOutcome): void;
  fault(error: unknown): void;
}

/** Undefined: it is switched off, silence was asked for, or no person has synced here. */
export async function openForSync(env: Environment): Promise<OpenedForSync | undefined> {
  const end = performance.now() + NETWORK_MS;
  const places = placesFrom(env, homedir());
  const before = readSyncRecord(places.state);
  const config = userConfig(places);
  if (before?.remote === undefined || isSilent(env, places) || !config["sync-at-start"]) return undefined;
  const { open, act } = await openActs(places, "sync");
  const note = (outcome: SyncOutcome): void => {
    const now = new Date();
    const last = readSyncRecord(places.state);
    const next = recordAfter(last, { outcome, now }, open);
    writeSyncRecord(places.state, next);
    for (const line of [...linesFor(outcome), ...newsIn(last, next)]) appendNotice(places.state, forLog(line), now);
  };
  const repository = await repositoryAt(open.store.info.root, (url) => isKnownRemote(before, url)).catch(failedFrom);
  if ("kind" in repository) {
    note(repository);
    return undefined;
  }
  return {
    ports: {
      open,
      files: openStoreFiles(open.store.info),
      git: repository,
      act: act(),
      left: () => end - performance.now(),
      forgetting: { traces: openTraces(places), journal: openForgetJournal(places.state) },
      // A key with a passphrase asks for it, and nobody is there.
      renew: () => (config.signing === "ssh" ? undefined : renewDevice(places, config, open.store.info, act())),
    },
    note,
    fault: (error) => note({ kind: "failed", reason: "other", message: messageOf(error) }),
  };
}

/** An address that no person's run had: somebody edited the configuration, or a person has yet to sync. */
async function repositoryAt(root: string, isKnown: (url: string) => boolean): Promise<GitRepository> {
  const repository = await openGitRepository(root);
  if (isKnown(repository.address() ?? "")) return repository;
  const message = "the remote's address is not the one that you synced with; run `holdfast sync` to use it";
  throw new GitFailure("other", message);
}

function linesFor(outcome: SyncOutcome): readonly string[] {
  if (outcome.kind !== "synced") return [];
  const { held, notes } = outcome;
  const files = new Set(held.map(({ file }) => file)).size;
  const subject = files === 1 ? "1 memory" : `${files} memories`;
  const quarantined = files === 0 ? [] : [`Sync put ${subject} into quarantine: run \`holdfast review\`.`];
  return [...quarantined, ...notes];
}

function messageOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  return `an inner fault (${error instanceof Error ? error.message : String(error)})`;
}
