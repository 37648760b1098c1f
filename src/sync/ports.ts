// What a run is given, what it gathers for its report, and what a join asks the store that it runs in.
import type { GitRepository } from "../disk/git/carrier.ts";
import type { Forgetting } from "../forget/apply.ts";
import { isMemoryId } from "../memory/ids.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { Spot, StoreWriter } from "../store/memory-store.ts";
import type { StoreFiles } from "../store/records.ts";
import { countedForgotten, standingIn } from "../store/standing.ts";
import { secondOf } from "../trust/transitions.ts";
import type { Carrier } from "./carrier.ts";
import type { GateRules, Held } from "./gate.ts";
import type { JoinContext } from "./join.ts";
import type { Many } from "./mass.ts";
import { statedId } from "./paths.ts";
import type { Unread } from "./side.ts";

export interface SyncPorts {
  readonly open: OpenStore;
  readonly files: StoreFiles;
  readonly git: GitRepository;
  /** What brings commits to other machines and back; the repository's own remote where there is none. */
  readonly carrier?: Carrier | undefined;
  readonly act: Act;
  /** Milliseconds that are left for the network. */
  readonly left: () => number;
  /** Takes another id for this device and gives it; undefined where nobody is there to sign. */
  readonly renew: () => string | undefined;
  /** To clear what this machine kept of a memory that another one forgot. */
  readonly forgetting: Pick<Forgetting, "traces" | "journal">;
  readonly progress?: (doing: string) => void;
  /** Asks the person who is there about many changes that nobody signed; nobody is asked where it is absent. */
  readonly isWanted?: (many: Many) => Promise<boolean>;
}

/** What a round found out, beside where it ended. */
export interface SyncTold {
  readonly held: Held[];
  readonly refused: Unread[];
  readonly siblings: string[];
  readonly notes: string[];
  readonly came: Set<string>;
  /** Files that were missing, here or there, by no act of anybody who counts, and stand again. */
  readonly cameBack: Set<string>;
  went: number;
  /** Memories of which others have seen more of this device than it knows itself. */
  behind: number;
}

export function nothingTold(): SyncTold {
  return { held: [], refused: [], siblings: [], notes: [], came: new Set(), cameBack: new Set(), went: 0, behind: 0 };
}

/** A run under way. */
export interface Running extends SyncPorts {
  readonly told: SyncTold;
}

/** Under the store's lock. */
export interface Working extends Running {
  readonly writer: StoreWriter;
}

export function gateRulesOf({ open, act }: Pick<SyncPorts, "open" | "act">): GateRules {
  return { checks: act.checks, scope: open.store.info.scope };
}

/** `agreed`: paths in which both sides agree; `asked`: before the store is asked about a memory's statements. */
export function joinContext(
  { open, act }: Pick<SyncPorts, "open" | "act">,
  agreed: Iterable<string>,
  asked: (id: string) => void = () => undefined,
): JoinContext {
  return {
    device: act.device.id,
    ...gateRulesOf({ open, act }),
    at: secondOf(act.now),
    forgotten: countedForgotten(open),
    agreed: new Set(agreed),
    standing: (id) => {
      asked(id);
      return standingIn(open, id);
    },
    counts: (path, bytes) => {
      const id = statedId(path);
      return isMemoryId(id) && open.devices.isSaid(id, path.slice(path.lastIndexOf("/") + 1), bytes);
    },
  };
}

// What the last run of sync left for those who come after it (SYN-15): session start and doctor read it, and so need
// neither git nor the network. Local and disposable.

/** A file that proposed another text, and its digest then: whatever is decided about it changes its bytes. */
export interface WaitingProposal extends Spot {
  readonly sha256: string;
}

export interface SyncRecord {
  /** When a run last ended well. */
  readonly worked?: string;
  /** Since when no run did, and why the last one did not. */
  readonly failing?: { readonly since: string; readonly why: string };
  /** Files that the last run could not take or send. */
  readonly leftOut?: number;
  /** What is confirmed here counts nowhere else yet (SYN-22). */
  readonly alone?: true;
  /** Devices that ask to join. */
  readonly asking?: readonly string[];
  readonly proposals: readonly WaitingProposal[];
  /** Where a person's own run went, as a digest. A run that nobody watches goes nowhere else. */
  readonly remote?: string;
}
