// Conflict copies of other sync tools (SYN-16, SYN-2): a copy is another machine's state of the same memory, so it is joined
// like everything pulled: by its state, through the gate, with or without git. A copy is one only by the id in it. Until it
// is joined it is a stranger that no reader opens. Its bytes are kept on this machine before it is taken away.
import type { Checked } from "../checks/checked.ts";
import { idOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { documentIn } from "../store/catalogue.ts";
import type { OpenStore } from "../store/context.ts";
import { changeTo, type StoredFile, type StoreWriter } from "../store/memory-store.ts";
import type { ConflictCopy } from "../store/records.ts";
import { forgottenIds } from "../store/standing.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { PLACES } from "../trust/tiers.ts";
import { recordHold } from "./gate.ts";
import { joinFiles } from "./join.ts";
import { isNear, pathOf, spotOf, stemsOf } from "./paths.ts";
import { joinContext, nothingTold, type SyncPorts, type SyncTold, type Working } from "./ports.ts";
import { sideOf } from "./side.ts";

type Copying = Pick<Working, "open" | "files" | "act" | "told" | "writer">;

export interface Waiting {
  readonly id: MemoryId;
  readonly copy: ConflictCopy;
  /** The file that it is a copy of, wherever that stands by now. */
  readonly of: StoredFile;
}

/** Those that hold the id of the file they are named after; what was forgotten does not come back by one. */
export function waitingCopies(open: OpenStore): readonly Waiting[] {
  const found = open.copies.all();
  const forgotten = found.length === 0 ? new Set<string>() : forgottenIds(open);
  return found.flatMap((copy): readonly Waiting[] => {
    const id = idIn(copy.bytes);
    if (id === undefined || forgotten.has(id)) return [];
    const standing = PLACES.map((place) => open.store.read({ place, file: copy.of }));
    const of = standing.find((file) => file?.kind === "file" && idIn(file.bytes) === id);
    return of?.kind === "file" ? [{ id, copy, of }] : [];
  });
}

/** Under the store's lock, one after the other: the second copy meets what became of the first. */
export function joinCopies(work: Copying): void {
  const tried = new Set<string>();
  for (;;) {
    const next = waitingCopies(work.open).find(({ copy }) => !tried.has(pathOf(copy)));
    if (next === undefined) return;
    tried.add(pathOf(next.copy));
    joinOne(work, next);
  }
}

/** Without a remote, and where there is no repository at all. Undefined: there is none to join. */
export async function joinCopiesAlone(
  ports: Pick<SyncPorts, "open" | "files" | "act">,
): Promise<SyncTold | Refusal | undefined> {
  const stopped = forbidden("sync", ports.act.channel);
  if (stopped !== undefined) return stopped;
  if (waitingCopies(ports.open).length === 0) return undefined;
  const told = nothingTold();
  const done = await ports.open.store.withLock((writer) => joinCopies({ ...ports, told, writer }));
  return isRefusal(done) ? done : told;
}

function joinOne({ open, files, act, told, writer }: Copying, { id, copy, of }: Waiting): void {
  const path = pathOf(copy);
  const ours = new Map<string, Uint8Array>();
  const stems = stemsOf([pathOf(of)]);
  for (const spot of open.store.list().spots) {
    const read = isNear(pathOf(spot), stems) ? open.store.read(spot) : undefined;
    if (read?.kind === "file") ours.set(pathOf(spot), read.bytes);
  }
  const theirs = new Map([[pathOf({ place: copy.place, file: copy.of }), copy.bytes]]);
  const [unread] = [...sideOf(new Map([[pathOf(of), of.bytes]])).unread, ...sideOf(theirs).unread];
  if (unread !== undefined) {
    told.refused.push({ path, why: unread.why });
    return;
  }
  const agreed = files.all().map((file) => file.path);
  const joined = joinFiles(ours, theirs, joinContext({ open, act }, agreed));
  const isSelf = (text: Checked): boolean => idIn(new TextEncoder().encode(text)) === id;
  const self = [...joined.checked].find(([, text]) => isSelf(text));
  const proposals = [...joined.checked].filter(([to]) => joined.siblings.includes(spotOf(to)?.file ?? ""));
  if (self === undefined) {
    told.refused.push({ path, why: joined.refused[0]?.why ?? "it can't be joined" });
    return;
  }
  for (const { path: from, bytes, why } of joined.aside) open.raw.keep(bytes, { from, why }, act.now);
  const kept = open.raw.keep(copy.bytes, { from: path, why: "it was a conflict copy, and is joined" }, act.now);
  // Proposals first: one of them may be the only place for the words that stood here.
  let refused: Refusal | undefined;
  for (const [to, text] of [...proposals, self]) refused ??= put(to, text, of, writer);
  refused ??= open.copies.remove(copy, copy.sha256);
  if (refused !== undefined) {
    told.refused.push({ path, why: refused.message });
    return;
  }
  const written = new Set([...proposals, self].map(([to]) => spotOf(to)?.file));
  for (const hold of joined.holds) if (written.has(hold.file)) recordHold(open, hold, act);
  told.held.push(...joined.held.filter(({ file }) => written.has(file)));
  told.siblings.push(...joined.siblings);
  told.notes.push(`${path}, a copy of another sync tool, was joined; its bytes are kept as ${kept}.`);
}

function put(path: string, text: Checked, of: StoredFile, writer: StoreWriter): Refusal | undefined {
  const spot = spotOf(path);
  if (spot === undefined) return undefined;
  if (spot.file !== of.file) {
    const refused = writer.apply({ kind: "create", ...spot, text });
    return refused?.code === "exists" ? undefined : refused;
  }
  if (spot.place === of.place && new TextDecoder().decode(of.bytes) === text) return undefined;
  return writer.apply(changeTo(of, spot.place, text));
}

function idIn(bytes: Uint8Array): MemoryId | undefined {
  const document = documentIn(bytes);
  return document && idOf(document);
}
