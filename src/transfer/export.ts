// The whole personal store as one document (IMP-2). It leaves the machine, so the gate looks at every memory (CHK-13); a
// backup that leaves things out would be none, so what it finds is named, not dropped. Raw copies are no part of it.
import { carriesSecret } from "../checks/secret-findings.ts";
import { decodeText, parseDocument } from "../memory/document.ts";
import { fingerprintOf, matches, type Tombstone } from "../memory/tombstone.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { exportText, isMemoryPath, MARKER_PATH, readExport } from "../store/export-document.ts";
import type { StoreFile, StoreFiles } from "../store/records.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { partyOf } from "../trust/channels.ts";
import { secondOf } from "../trust/transitions.ts";

export interface Exported {
  readonly kind: "exported";
  readonly text: string;
  readonly files: number;
  readonly memories: number;
  /** Paths of memories in which something looks like a secret. */
  readonly secrets: readonly string[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export function exportStore({ store }: OpenStore, from: StoreFiles, act: Act): Exported | Refusal {
  if (partyOf(act.channel) !== "person") {
    return refuse("needs-person", `\`holdfast export\` is a person's act; this came through ${act.channel}.`);
  }
  const files = from.all();
  const memories = files.filter(({ path }) => isMemoryPath(path));
  return {
    kind: "exported",
    text: exportText({ storeId: store.info.storeId, at: secondOf(act.now) }, files),
    files: files.length,
    memories: memories.length,
    secrets: secretsIn(memories, act),
    refused: from.refused(),
  };
}

export function secretsIn(files: readonly StoreFile[], { checks }: Act): readonly string[] {
  return files.flatMap(({ path, bytes }) => {
    const text = decodeText(bytes);
    return typeof text === "string" && carriesSecret(text, "personal", checks) ? [path] : [];
  });
}

// A store brought back from an export, byte for byte (IMP-2). Only what is missing is added; a file that differs from one
// that stands is refused by itself. Nothing gains trust by it: a memory is verified where a key that this machine trusts
// vouches for it, as always (STO-32). What was forgotten here since stays forgotten (STO-33).
export interface RestoredFile {
  readonly path: string;
  readonly outcome: "added" | "same" | "differs" | "forgotten";
}

export interface RestorePlan {
  readonly kind: "restore-plan";
  readonly files: readonly RestoredFile[];
  readonly adding: readonly StoreFile[];
  /** The store held nothing: it becomes the one that was exported. */
  readonly marker?: Uint8Array;
  readonly secrets: readonly string[];
}

export function planRestoreExport(open: OpenStore, to: StoreFiles, text: string, act: Act): RestorePlan | Refusal {
  if (partyOf(act.channel) !== "person") {
    return refuse("needs-person", `Bringing back an export is a person's act; this came through ${act.channel}.`);
  }
  const read = readExport(text);
  if (read.kind === "not-export") {
    return refuse("unreadable", `The file can't be brought back: ${read.why}. Nothing was changed.`);
  }
  const isEmpty = !to.all().some(({ path }) => isMemoryPath(path));
  const stones = forgottenSince(open, read.files);
  const planned = read.files
    .filter(({ path }) => path !== MARKER_PATH)
    .map((file) => ({ file, outcome: outcomeOf(file, to, stones) }));
  const marker = read.files.find(({ path }) => path === MARKER_PATH);
  const adding = planned.filter(({ outcome }) => outcome === "added").map(({ file }) => file);
  return {
    kind: "restore-plan",
    files: planned.map(({ file: { path }, outcome }) => ({ path, outcome })),
    adding,
    ...(isEmpty && marker !== undefined ? { marker: marker.bytes } : {}),
    secrets: secretsIn(
      adding.filter(({ path }) => isMemoryPath(path)),
      act,
    ),
  };
}

/** Memories last: a statement or a tombstone without its memory says nothing, the other way round it might. */
export async function restoreExport(
  open: OpenStore,
  to: StoreFiles,
  plan: RestorePlan,
): Promise<readonly RestoredFile[] | Refusal> {
  const rank = ({ path }: StoreFile): number => (isMemoryPath(path) ? 1 : 0);
  const ordered = plan.adding.toSorted((a, b) => rank(a) - rank(b));
  const done = await open.store.withLock(() => {
    const late = ordered.filter(({ path, bytes }) => to.create(path, bytes) === "exists").map(({ path }) => path);
    if (plan.marker !== undefined) to.replaceMarker(plan.marker);
    return late;
  });
  if (isRefusal(done)) return done;
  return plan.files.map((file) => (done.includes(file.path) ? { ...file, outcome: "differs" } : file));
}

/** Those that travelled with the export were there when its memories were: a person had them back knowingly. */
function forgottenSince({ tombstones }: OpenStore, files: readonly StoreFile[]): readonly Tombstone[] {
  const theirs = files
    .filter(({ path }) => path.startsWith("tombstones/"))
    .map(({ bytes }) => new TextDecoder().decode(bytes))
    .join("\n");
  return tombstones.all().filter(({ digest }) => !theirs.includes(digest));
}

function outcomeOf({ path, bytes }: StoreFile, to: StoreFiles, stones: readonly Tombstone[]): RestoredFile["outcome"] {
  const there = to.read(path);
  if (there !== undefined) return equal(there, bytes) ? "same" : "differs";
  const isGone = isMemoryPath(path) ? isForgotten(path, bytes, stones) : isAbout(path, stones);
  return isGone ? "forgotten" : "added";
}

/** A statement names a text by its plain digest, by which a short one could be guessed. */
function isAbout(path: string, stones: readonly Tombstone[]): boolean {
  return stones.some(({ id }) => path.startsWith(`attest/${id}/`));
}

function isForgotten(path: string, bytes: Uint8Array, stones: readonly Tombstone[]): boolean {
  const text = decodeText(bytes);
  const document = typeof text === "string" ? parseDocument(text) : undefined;
  if (document?.kind !== "document") return false;
  const print = fingerprintOf(document, path.slice(path.lastIndexOf("/") + 1));
  return stones.some((stone) => matches(stone, print) === "content");
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
