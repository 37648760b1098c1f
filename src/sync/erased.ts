// Which memory a file of a store is about: what an admin had erased goes by that (HUB-11), and is not taken again by it, whatever path it
// comes under.
import { idOf } from "../memory/fields.ts";
import { documentIn } from "../store/catalogue.ts";
import { isMemoryPath } from "../store/export-document.ts";
import { rawPathParts } from "../store/raw-files.ts";
import { goneId, statedId } from "./paths.ts";

/** By its path, else by what the file says of itself; undefined for what is about none. */
export function aboutOf(path: string, bytes: Uint8Array | undefined): string | undefined {
  const named = statedId(path) ?? goneId(path) ?? rawPathParts(path)?.id;
  const document = named === undefined && bytes !== undefined && isMemoryPath(path) ? documentIn(bytes) : undefined;
  return named ?? (document && idOf(document));
}

/** Without those that are about one of these, and the ids that were met. */
export function withoutErased(
  files: ReadonlyMap<string, Uint8Array | undefined>,
  erased: ReadonlySet<string>,
): { readonly files: ReadonlyMap<string, Uint8Array | undefined>; readonly met: ReadonlySet<string> } {
  const met = new Set<string>();
  if (erased.size === 0) return { files, met };
  const left = [...files].map(([path, bytes]): [string, Uint8Array | undefined] => {
    const about = bytes && aboutOf(path, bytes);
    if (about === undefined || !erased.has(about)) return [path, bytes];
    met.add(about);
    return [path, undefined];
  });
  return { files: new Map(left), met };
}
