// Forgetting, in an order that a kill at any moment leaves recoverable (FOR-1, STO-33): the note of what was agreed, the
// tombstones, then the last word of this device and the files, the ledger, everything else of ours, and the note last. The
// next run finds the note and goes on. Not through store/write.ts: that pipeline keeps what it replaces, and nothing of this
// may be kept.
import { storeName } from "../attest/statement.ts";
import { nextDot } from "../attest/vouch.ts";
import { bringsBack, matches, type Tombstone, tombstoneFor } from "../memory/tombstone.ts";
import { readCatalogue } from "../store/catalogue.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { readings } from "../store/ledger.ts";
import type { Change, StoreWriter } from "../store/memory-store.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import { given } from "../text/values.ts";
import { forbidden } from "../trust/authority.ts";
import { sourceOf } from "../trust/channels.ts";
import { PLACES } from "../trust/tiers.ts";
import { dayOf, secondOf } from "../trust/transitions.ts";
import type { Cleared, Doomed, DoomedFile, ForgetJob, ForgetJournal, Traces } from "./ports.ts";

export interface ForgetDone {
  readonly kind: "forgotten";
  readonly job: ForgetJob;
  readonly cleared: Cleared;
  /** Files that changed after the person agreed; they stand, and the command can be run again. */
  readonly kept: readonly Refusal[];
  /** Agreed to in another project, whose store is not at hand: the note of it stays. */
  readonly elsewhere: readonly Doomed[];
}

export interface Forgetting {
  readonly stores: OpenStores;
  readonly traces: Traces;
  readonly journal: ForgetJournal;
  readonly act: Act;
}

export async function forget(
  { stores, traces, journal, act }: Forgetting,
  job: ForgetJob,
): Promise<ForgetDone | Refusal> {
  const stopped = forbidden("forget", act.channel);
  if (stopped !== undefined) return stopped;
  const [personal] = stores;
  if (personal === undefined)
    return { kind: "forgotten", job, cleared: { files: 0, lines: 0, left: [] }, kept: [], elsewhere: [] };
  journal.write(job);
  const buried = await personal.store.withLock(() => bury(personal, job, act));
  if (isRefusal(buried)) return buried;
  const kept: Refusal[] = [];
  for (const open of stores) {
    const doomed = job.doomed.filter(({ root }) => root === open.store.info.root);
    if (doomed.length === 0) continue;
    const done = await open.store.withLock((writer) => doomed.flatMap((each) => remove(open, each, job, act, writer)));
    if (isRefusal(done)) return done;
    kept.push(...done);
  }
  const infos = stores.map(({ store }) => store.info);
  const cleared = traces.clear(infos, job.doomed, job.phrases);
  const elsewhere = job.doomed.filter(({ root }) => !infos.some((info) => info.root === root) && traces.stands(root));
  // A text that stands again, changed, is not forgotten: the note would only be in the way of the next plan.
  if (elsewhere.length === 0) journal.end();
  else journal.write({ ...job, names: elsewhere.map(({ id }) => id), doomed: elsewhere });
  return { kind: "forgotten", job, cleared, kept, elsewhere };
}

/** For what another machine forgot, once its files are gone from git: those that git never had, and every other trace. */
export function clearForgotten(
  { store }: OpenStore,
  { doomed, phrases }: Pick<ForgetJob, "doomed" | "phrases">,
  traces: Traces,
  writer: StoreWriter,
): Cleared {
  for (const { files } of doomed) for (const file of files) writer.apply(removalOf(file));
  return traces.clear([store.info], doomed, phrases);
}

/** One for each text, and none twice: a second run finds its own. */
function bury({ store, tombstones }: OpenStore, { doomed, at }: ForgetJob, act: Act): void {
  const known = [...tombstones.all()].filter(({ date }) => date >= at);
  for (const { id, prints } of doomed) {
    for (const print of prints) {
      if (known.some((stone) => stone.id === id && stone.v === 2 && matches(stone, print) === "content")) continue;
      const stone = tombstoneFor(id, print, { salt: act.random(16), date: secondOf(act.now) });
      tombstones.add(stone);
      known.push(stone);
    }
  }
  keepOthers(store, tombstones, known, doomed);
}

/** Memories that say the same and were not named stay, as the person was told; no sync takes them for a return. */
function keepOthers(
  store: OpenStore["store"],
  tombstones: OpenStore["tombstones"],
  stones: readonly Tombstone[],
  doomed: readonly Doomed[],
): void {
  const gone = new Set<string>(doomed.map(({ id }) => id));
  const { wanted } = tombstones.forgotten();
  for (const { id, document, stored } of readCatalogue(store).memories)
    if (id !== undefined && !gone.has(id) && bringsBack({ stones, wanted }, id, document, stored.file))
      tombstones.want(id);
}

function remove(open: OpenStore, doomed: Doomed, { at }: ForgetJob, act: Act, writer: StoreWriter): readonly Refusal[] {
  const said = withdraw(open, doomed, act, writer);
  const refused = doomed.files.flatMap((file) => {
    const outcome = writer.apply(removalOf(file));
    return outcome === undefined || outcome.code === "not-found" ? [] : [outcome];
  });
  if (refused.length === 0 && !isTold(open, doomed, at)) tell(open, doomed, said, act);
  return refused;
}

/**
 * The latest word of every device gives way to one that vouches for nothing, so that old bytes with old signatures, put
 * back from git, are nobody's word. The earlier ones name the text by a plain digest and go.
 */
function withdraw({ store }: OpenStore, { id }: Doomed, act: Act, writer: StoreWriter): number | undefined {
  const known = store.statements(id);
  // In a store of one's own the word is also what other machines clear their records by.
  if (known.length === 0 && store.info.scope !== "personal") return undefined;
  const last = known.find(
    ({ action, dot, seen }) =>
      action === "forget" &&
      known.every((each) => each.dot.device === dot.device || (seen[each.dot.device] ?? 0) >= each.dot.n),
  );
  const about = { version: 1, scope: storeName(store.info), id, action: "forget", date: dayOf(act.now) } as const;
  const statement = last ?? { ...about, ...nextDot(known, act.device.id), vouches: null };
  if (last === undefined) writer.state(statement);
  writer.keepOnly(statement);
  return statement.dot.device === act.device.id ? statement.dot.n : undefined;
}

function removalOf({ folder, file, sha256: base }: DoomedFile): Change {
  const place = PLACES.find((each) => each === folder);
  if (place !== undefined) return { kind: "remove", place, file, base };
  return { kind: "remove-archived", file, base, month: folder.replace(/^archive\//, "") };
}

function tell({ ledger }: OpenStore, { id, from }: Doomed, said: number | undefined, act: Act): void {
  const who = { actor: sourceOf(act.channel), channel: act.channel } as const;
  ledger.append({ ...who, action: "forget", id, from, to: "none", reason: "asked", ...given({ said }) }, act.now);
}

/** By this same forget, before it was killed. */
function isTold({ ledger }: OpenStore, { id }: Doomed, at: string): boolean {
  const file = ledger.files().find(({ device }) => device === ledger.device);
  if (!(file?.content instanceof Uint8Array)) return false;
  return readings(file.content).some(
    ({ line }) => line?.id === id && line.action === "forget" && Date.parse(line.ts) >= Date.parse(at),
  );
}
