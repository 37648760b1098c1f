// What is not as Holdfast left it (STO-35): told by name, and brought back byte for byte where a person wants it so.
import type { Kept, Outside } from "../../store/kept.ts";
import type { MemoryStore } from "../../store/memory-store.ts";
import { isRefusal } from "../../text/errors.ts";
import {
  type DoctorContext,
  FIX,
  type Mended,
  type Probe,
  type ProbeFinding,
  rowFor,
  type StoreView,
} from "./probe.ts";

const WORDS: Readonly<Record<Outside["kind"], string>> = {
  changed: "changed",
  gone: "deleted",
  new: "added",
  renamed: "renamed",
};

export const outside: Probe<StoreView> = {
  name: "outside",
  examine: ({ open }) => {
    const { kept } = open;
    if (kept === undefined) return [];
    const looked = kept.look("bytes");
    if (looked.kind === "unknown") return [];
    return [row(looked.outside)];
  },
  // A store that is not known yet, such as one from before: from now on it is.
  mend: ({ open: { kept } }) => {
    kept?.takeAll();
    return [];
  },
};

function row(found: readonly Outside[]): ProbeFinding {
  return rowFor("outside", found.map(wordsFor), {
    good: "all is as Holdfast left it",
    bad: "changed outside Holdfast",
    health: "warning",
    remedy: `${FIX} brings them back, or keeps them as they are`,
  });
}

export function wordsFor(each: Outside): string {
  return each.kind === "renamed" ? `${each.from} (renamed ${each.path})` : `${each.path} (${WORDS[each.kind]})`;
}

/** A store in which something is not as Holdfast left it. */
export interface Found {
  readonly store: MemoryStore;
  readonly kept: Kept;
  readonly outside: readonly Outside[];
}

/** Looked at once: what a person is shown, says yes to and has mended is the same. */
export function outsideIn(context: DoctorContext): readonly Found[] {
  return context.stores().flatMap((seen) => {
    const { kept, store } = seen.kind === "opened" ? seen.open : {};
    const looked = kept?.look("bytes");
    if (kept === undefined || store === undefined || looked?.kind !== "looked" || looked.outside.length === 0)
      return [];
    return [{ store, kept, outside: looked.outside }];
  });
}

/** What bringing back puts there again, with the bytes that Holdfast left; taking away what was added raises nothing. */
export function comingBack(found: readonly Found[]): readonly { readonly path: string; readonly bytes: Uint8Array }[] {
  return found.flatMap(({ kept, outside }) => {
    const paths = outside.flatMap((each) =>
      each.kind === "new" ? [] : [each.kind === "renamed" ? each.from : each.path],
    );
    return paths.flatMap((path) => {
      const bytes = kept.bytes(path);
      return bytes === undefined ? [] : [{ path, bytes }];
    });
  });
}

type Answer = "bring-back" | "keep";

/** Kept as it is: a word of this device that no act wrote goes on counting for nothing, whatever is kept. */
export async function settle(
  { surroundings }: DoctorContext,
  found: readonly Found[],
  answer: Answer,
): Promise<readonly Mended[]> {
  const done: Mended[] = [];
  for (const { store, kept, outside } of found) {
    const settled = await store.withLock(() =>
      answer === "bring-back" ? surroundings.bringBack(store.info, kept, outside) : keep(kept, outside),
    );
    if (isRefusal(settled)) done.push({ label: "changed outside Holdfast", problem: settled.message });
    else
      done.push(
        ...settled.map((path) => ({ label: `${path} ${answer === "keep" ? "is kept as it is" : "is as it was"}` })),
      );
  }
  return done;
}

function keep(kept: Kept, found: readonly Outside[]): readonly string[] {
  const paths = found
    .flatMap((each) => (each.kind === "renamed" ? [each.from, each.path] : [each.path]))
    .filter((path) => !path.startsWith("attest/") && !path.startsWith("ledger/"));
  kept.note(paths);
  return paths;
}
