// Everything that one session, machine or import wrote (FOR-3), so that all of it can be taken out of use at once.

import { originOf } from "../memory/origin.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Act, OpenStores } from "./context.ts";
import type { Found } from "./resolve.ts";

const SHORTEST = 8;
const NAMED = 8;

export interface WrittenBy {
  readonly kind: "written-by";
  readonly what: "session" | "import" | "device";
  readonly origin: string;
  readonly found: readonly Found[];
}

type Origin = Pick<WrittenBy, "what" | "origin">;

/** `asked` is the whole of it, or its first characters where they mean one only. */
export function writtenBy(stores: OpenStores, asked: string, act: Act): WrittenBy | Refusal {
  const all = stores.flatMap((open) =>
    readCatalogue(open.store).memories.map((memory): Found => ({ kind: "found", open, memory })),
  );
  const origins = new Map<string, Origin & { readonly found: Found[] }>();
  for (const each of all) {
    for (const one of originsOf(each)) {
      const key = `${one.what} ${one.origin}`;
      const known = origins.get(key) ?? { ...one, found: [] };
      known.found.push(each);
      origins.set(key, known);
    }
  }
  const meant = [...origins.values()].filter(({ origin }) => isMeant(origin, asked));
  const exact = meant.filter(({ origin }) => origin === asked);
  const [first, ...more] = exact.length > 0 ? [joined(exact)] : meant;
  if (first === undefined) return nothing(asked, [...origins.values()]);
  if (more.length > 0) {
    return refuse("ambiguous", `"${asked}" means ${meant.length} origins.`, "Give the whole of it.", meant.map(line));
  }
  if (first.what === "device" && first.origin === act.device.id && asked !== act.device.id) {
    const message = "That is this machine: everything written here would be demoted.";
    return refuse("not-allowed", message, `holdfast off --origin ${act.device.id}   (if you mean it)`);
  }
  return { kind: "written-by", what: first.what, origin: first.origin, found: first.found };
}

/** A session may call itself like an import or a machine; what was asked for by its whole name is all of that name. */
function joined(all: readonly Omit<WrittenBy, "kind">[]): Omit<WrittenBy, "kind"> {
  const { what = "session", origin = "" } = all.at(-1) ?? {};
  return { what, origin, found: [...new Set(all.flatMap(({ found }) => found))] };
}

function originsOf({ memory }: Found): readonly Origin[] {
  const { session, importId, device } = originOf(memory.document);
  const all = { session, import: importId, device } as const;
  return (["session", "import", "device"] as const).flatMap((what) => {
    const origin = all[what];
    return origin === undefined ? [] : [{ what, origin }];
  });
}

function isMeant(origin: string, asked: string): boolean {
  return origin === asked || (asked.length >= SHORTEST && origin.toLowerCase().startsWith(asked.toLowerCase()));
}

function nothing(asked: string, known: readonly Omit<WrittenBy, "kind">[]): Refusal {
  const message = `No memory here says that it came from "${asked}".`;
  const most = known.toSorted((a, b) => b.found.length - a.found.length).slice(0, NAMED);
  return refuse("not-found", message, "holdfast show NAME   (its evidence and source-machine)", most.map(line));
}

function line({ what, origin, found }: Omit<WrittenBy, "kind">): string {
  return `${what} ${origin}: ${found.length} ${found.length === 1 ? "memory" : "memories"}`;
}
