// What Holdfast itself left of a memory on this machine, by the copy that it keeps (STO-35): words that no commit has yet.
import type { MemoryId } from "../memory/ids.ts";
import { pathOf } from "./paths.ts";
import type { Working } from "./ports.ts";
import { type KnownMemory, sideOf } from "./side.ts";

export interface Left {
  readonly known: KnownMemory;
  readonly bytes: Uint8Array;
}

/** A demotion holds. */
const FIRST = ["quarantine", "memories"] as const;

export function leftOf({ open }: Pick<Working, "open">, id: MemoryId, file: string): Left | undefined {
  for (const place of FIRST) {
    const path = pathOf({ place, file });
    const bytes = open.kept?.bytes(path);
    const known = bytes && sideOf(new Map([[path, bytes]])).known.get(id);
    if (bytes !== undefined && known !== undefined) return { known, bytes };
  }
  return undefined;
}
