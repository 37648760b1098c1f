// Many changes at once that nobody signed (SYN-15): a run that nobody watches does not take them, and a person is asked. What a
// device that counts did by acts of its own is no such change, however much it is.
import { statusOf } from "../memory/fields.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { Joined } from "./join.ts";
import { kindOf, statedId } from "./paths.ts";
import { type MemoryCopy, sideOf } from "./side.ts";
import type { Both } from "./trees.ts";
import type { Counts } from "./union.ts";

const LEAST = 5;
const PART = 10;

export interface Many {
  readonly kind: "many";
  readonly changes: readonly { readonly file: string; readonly how: "gone" | "words" | "place" | "status" }[];
  /** Memories that there are. */
  readonly all: number;
}

/** Undefined: it may go on. */
export function tooMany(both: Both, { files }: Pick<Joined, "files">, counts: Counts): Many | undefined {
  const all = [...both.our.keys()].filter((path) => kindOf(path) === "memory").length;
  const [before, after] = [sideOf(both.ours), sideOf(files)];
  const changed = [...before.known.values()].flatMap(({ id, copies: [copy] }) => {
    const how = copy && changeIn(copy, after.known.get(id)?.copies[0]);
    return copy === undefined || how === undefined ? [] : [{ id, file: copy.file, how }];
  });
  const isMany = ({ length }: readonly unknown[]): boolean => length >= LEAST && length * PART > all;
  if (!isMany(changed)) return undefined;
  const signed = signedIn(both, counts);
  const changes = changed.filter(({ id }) => !signed.has(id)).map(({ file, how }) => ({ file, how }));
  return isMany(changes) ? { kind: "many", changes, all } : undefined;
}

export function stoppedBy({ changes, all }: Many): Refusal {
  const message = `Sync would change or remove ${changes.length} of ${all} memories, which nobody signed; it stopped.`;
  return refuse("needs-person", message, "holdfast sync --dry-run   (to look; holdfast sync asks you, and takes them)");
}

function changeIn(one: MemoryCopy, other: MemoryCopy | undefined): Many["changes"][number]["how"] | undefined {
  if (other === undefined) return "gone";
  if (one.hash !== other.hash) return "words";
  if (one.place !== other.place) return "place";
  return statusOf(one.document) === statusOf(other.document) ? undefined : "status";
}

/** Of whom the other side has a word that counts, and that is new here. */
function signedIn({ ours, theirs }: Both, counts: Counts): ReadonlySet<string> {
  return new Set(
    [...theirs].flatMap(([path, bytes]) => {
      const id = ours.has(path) ? undefined : statedId(path);
      return id !== undefined && counts(path, bytes) ? [id] : [];
    }),
  );
}
