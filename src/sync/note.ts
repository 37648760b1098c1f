// What a run leaves for session start and doctor (SYN-15). Every run does, by hand or not; only a person's says where to.

import { listField, statusOf, textField } from "../memory/fields.ts";
import { documentIn } from "../store/catalogue.ts";
import type { OpenStore } from "../store/context.ts";
import { asking, seenByOthers } from "../store/devices.ts";
import type { MemoryStore } from "../store/memory-store.ts";
import { sha256Hex } from "../text/digest.ts";
import { isRefusal } from "../text/errors.ts";
import type { SyncRecord, WaitingProposal } from "./ports.ts";
import type { SyncOutcome } from "./run.ts";

/** `remote`: the address that a person's run went to. */
export interface Run {
  readonly outcome: SyncOutcome;
  readonly now: Date;
  readonly remote?: string;
}

export function recordAfter(before: SyncRecord | undefined, run: Run, open: OpenStore): SyncRecord {
  const { outcome, now, remote } = run;
  const at = now.toISOString();
  if (!isRefusal(outcome) && outcome.kind === "synced") {
    const known = before?.remote === undefined ? {} : { remote: before.remote };
    const gone = remote === undefined ? known : { remote: digestOf(remote) };
    const leftOut = outcome.refused.length === 0 ? {} : { leftOut: outcome.refused.length };
    const alone = seenByOthers(open) !== "counts" ? { alone: true as const } : {};
    const asked = asking(open).map(({ device }) => device);
    const waiting = asked.length === 0 ? {} : { asking: asked };
    return { worked: at, proposals: proposalsIn(open.store), ...leftOut, ...alone, ...waiting, ...gone };
  }
  const failing = { since: before?.failing?.since ?? at, why: outcome.message };
  return { ...(before ?? { proposals: [] }), failing };
}

/** What the next session start says once. */
export function newsIn(before: SyncRecord | undefined, after: SyncRecord): readonly string[] {
  const alone = "What you confirm on this machine counts here alone: run `holdfast sync --devices`.";
  const asked = "A device asks to join your store: run `holdfast review`.";
  const isNew = after.asking?.some((device) => before?.asking?.includes(device) !== true) === true;
  return [...(after.alone === true && before?.alone !== true ? [alone] : []), ...(isNew ? [asked] : [])];
}

/** Nobody may send the store elsewhere by an edit of a file: the address is the one that a person's run had. */
export function isKnownRemote({ remote }: SyncRecord, url: string): boolean {
  return remote === digestOf(url);
}

function digestOf(url: string): string {
  return sha256Hex(`holdfast remote 1\n${url}`);
}

/** As the join names a sibling; others propose too, and are told by the review. One in quarantine was decided on. */
const SIBLING = /__[0-9a-z]{6,}(?:_\d+)?\.md$/;
const MOST = 100;

function proposalsIn(store: MemoryStore): readonly WaitingProposal[] {
  const spots = store.list().spots.filter(({ place, file }) => place === "memories" && SIBLING.test(file));
  return [...store.readEach(spots)]
    .flatMap((read): readonly WaitingProposal[] => {
      if (read?.kind !== "file") return [];
      const document = documentIn(read.bytes);
      const waits =
        document !== undefined &&
        statusOf(document) === "active" &&
        textField(document, "proposes") !== undefined &&
        listField(document, "superseded-by").length === 0;
      return waits ? [{ place: read.place, file: read.file, sha256: read.sha256 }] : [];
    })
    .slice(0, MOST);
}
