// What a run is given, and what it gathers for its report.
import type { GitRepository } from "../disk/git/carrier.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { StoreFiles } from "../store/store-files.ts";
import type { Forgetting } from "./forgotten.ts";
import type { Held } from "./gate.ts";
import type { Unread } from "./side.ts";

export interface SyncPorts {
  readonly open: OpenStore;
  readonly files: StoreFiles;
  readonly git: GitRepository;
  readonly act: Act;
  /** Milliseconds that are left for the network. */
  readonly left: () => number;
  /** Takes another id for this device and gives it; undefined where nobody is there to sign. */
  readonly renew: () => string | undefined;
  /** To clear what this machine kept of a memory that another one forgot. */
  readonly forgetting: Forgetting;
  readonly progress?: (doing: string) => void;
}

/** What a round found out, beside where it ended. */
export interface Told {
  readonly held: Held[];
  readonly refused: Unread[];
  readonly siblings: string[];
  readonly notes: string[];
  readonly came: Set<string>;
  went: number;
  /** Memories of which others have seen more of this device than it knows itself. */
  behind: number;
}
