// Many changes at once that nobody signed (SYN-15): a run that nobody watches does not take them. What a device that counts
// did by acts of its own is no such change, however much it is.
import { statusOf } from "../memory/fields.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { Joined } from "./join.ts";
import { kindOf, statedId } from "./paths.ts";
import { type MemoryCopy, sideOf } from "./side.ts";
import type { Both } from "./trees.ts";
import type { Counts } from "./union.ts";

const LEAST = 5;
const PART = 10;

/** Undefined: it may go on. */
export function tooMany(both: Both, { files }: Pick<Joined, "files">, counts: Counts): Refusal | undefined {
  const all = [...both.our.keys()].filter((path) => kindOf(path) === "memory").length;
  const [before, after] = [sideOf(both.ours), sideOf(files)];
  const changed = [...before.known.values()].filter(
    ({ id, copies: [copy] }) => copy !== undefined && !isSame(copy, after.known.get(id)?.copies[0]),
  );
  if (changed.length < LEAST || changed.length * PART <= all) return undefined;
  const signed = signedIn(both, counts);
  const many = changed.filter(({ id }) => !signed.has(id)).length;
  if (many < LEAST || many * PART <= all) return undefined;
  const message = `Sync would change or remove ${many} of ${all} memories, which nobody signed; it stopped.`;
  return refuse("needs-person", message, "holdfast sync --dry-run   (to look; holdfast sync takes them)");
}

function isSame(one: MemoryCopy, other: MemoryCopy | undefined): boolean {
  return (
    other !== undefined &&
    one.hash === other.hash &&
    one.place === other.place &&
    statusOf(one.document) === statusOf(other.document)
  );
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
