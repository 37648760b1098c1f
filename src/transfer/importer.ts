// What an import needs of its edge: the sources with what they hold, a store to look at and one to write to.

import type { MemoryId } from "../memory/ids.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { Refusal } from "../text/errors.ts";
import type { LeftOut, Sourced, SourceName } from "./read/candidate.ts";

export interface Gathered {
  readonly kind: "gathered";
  readonly candidates: readonly Sourced[];
  readonly leftOut: readonly LeftOut[];
}

export interface Importer {
  /** Without a path: where the tool keeps its memories. A refusal where one is needed, or nothing is there. */
  gather(source: SourceName, path?: string): Gathered | Refusal;
  /** The sources that are found without a path, for `init`: bounded, so that nobody waits. */
  glance(): readonly Gathered[];
  /** Nothing is made, the device key included; for a dry run. */
  looking(): { readonly open: OpenStore; readonly act: Act };
  writing(): { readonly open: OpenStore; readonly act: Act };
  newId(): MemoryId;
  /** Keeps the words before they are written, and says where. */
  keep(id: MemoryId, source: string, texts: readonly { readonly from: string; readonly text: string }[]): string;
  /** A path as people write it. */
  shown(path: string): string;
}
