// What doctor may ask of this machine, beside the stores. Asking changes nothing: not even a missing key is made.
// The rest is for mending, which is a person's act.
import type { Pause } from "../config/pause.ts";
import type { Policy } from "../config/policy.ts";
import type { ForeignMode } from "../disk/private-modes.ts";
import type { Kept, Outside } from "../store/kept.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import type { HubSeen } from "../sync/hub/broken.ts";
import type { SyncRecord } from "../sync/ports.ts";

export interface Tightened {
  readonly root: string;
  readonly count: number;
}

export type DeviceKeySeen =
  | { readonly state: "present"; readonly id: string }
  /** `wanted`: the personal store was written to before, so there was a key, here or on another machine. */
  | { readonly state: "missing"; readonly wanted: boolean }
  | { readonly state: "damaged"; readonly message: string }
  /** There, but not to be used as it lies: a link, a foreign owner, a mode. */
  | { readonly state: "refused"; readonly message: string; readonly hint: string | undefined };

/** What `signing = ssh` stands on; undefined where this device's own key signs. */
export type SigningSeen =
  | {
      readonly state: "pinned";
      readonly fingerprint: string;
      readonly file: string;
      readonly program: string;
      /** The configuration says so too. */
      readonly isWanted: boolean;
      /** Why the program may not be used. */
      readonly problem: string | undefined;
      /** How many of those whom the list of signers names do not count, because the key did not sign it. */
      readonly unsigned: number;
    }
  | { readonly state: "refused"; readonly message: string; readonly hint: string | undefined };

/** Where a person's presence stands as required (SYN-20b). */
export interface PresenceSeen {
  readonly hasPasskey: boolean;
  /** Since when, as kept beside the key. */
  readonly required: string | undefined;
  /** The same, as noted in the state folder when it was switched on. */
  readonly noted: string | undefined;
  /** The configuration says so. */
  readonly isWanted: boolean;
}

export interface ConfigSeen {
  readonly path: string;
  /** Undefined: there is none. */
  readonly user: string | undefined;
  /** What the person's project says, as far as it can be read. */
  readonly project: string | undefined;
}

export interface AgentStanding {
  readonly agent: string;
  readonly present: boolean;
  readonly evidence: string;
  readonly connected: boolean;
  /** Its settings hold something of ours, though perhaps not all of it. */
  readonly trace: boolean;
  /** Its settings can't be read, and why. */
  readonly unreadable?: string;
  /** The setting with which a person keeps it from running hooks. */
  readonly switchedOff?: string;
  /** What only the person can do in the agent itself. */
  readonly advice?: string;
  /** The agent's settings call the hook's own copy; without it every session start fails in silence (AGT-1). */
  readonly hookCopy: boolean;
  /** The version of that copy, where this program has a newer one (AGT-1b). */
  readonly outdated?: string;
  /** Other programs that ran its entry; `unknown` for one that spoke in no form we know (AGT-8). */
  readonly heard?: readonly string[];
}

/** One chain; `problem` names the line of the first break. */
export interface LedgerHealth {
  readonly file: string;
  readonly problem?: string;
  /** It is broken, and who acknowledged that, and when. */
  readonly known?: string;
}

/** What an organisation asks of this machine, beside what its store has now. */
export interface PolicySeen {
  readonly holds: readonly Policy[];
  /** The number of the one that the store has in force; 0 for none. */
  readonly found: number;
  /** Devices that signed a later one and may not. */
  readonly ignored: readonly string[];
  /** Keys that this version does not know. */
  readonly unknown: readonly string[];
}

export interface MachineSurroundings {
  readonly version: string;
  readonly nodeVersion: string;
  foreignModes(): readonly ForeignMode[];
  deviceKey(): DeviceKeySeen;
  signing(): SigningSeen | undefined;
  presence(): PresenceSeen;
  /** Throws a Fault where the file may not be read at all. */
  config(): ConfigSeen;
  agents(): readonly AgentStanding[];
  ledgerHealth(): readonly LedgerHealth[];
  /** Whether git can be started. */
  hasGit(): boolean;
  /** How sync stands, of the person's own store and of each mirror; none where nobody has synced. */
  sync(): readonly { readonly name: string; readonly record: SyncRecord; readonly now: Date }[];
  /** The hubs that this machine has followed, and what it noticed of them. */
  hubs(): readonly HubSeen[];
  /** Of each organisation whose store is here (HUB-10). */
  policies(): readonly PolicySeen[];
  /** What a killed forget left to be done. */
  unfinished(): readonly { readonly message: string; readonly remedy: string }[];
  /** The pauses that hold here and now (SUR-9). */
  silence(): readonly Pause[];
  /** What is out of order in this project's own files. */
  projectProblems(): readonly string[];

  /** Takes group and world access from what is ours and private; never from a shared store or a foreign owner. */
  tighten(): readonly Tightened[];
  /** These are again as Holdfast left them, byte for byte; gives their paths. Under the store's lock. */
  bringBack(info: StoreInfo, kept: Kept, outside: readonly Outside[]): readonly string[];
  /** A store that is gone, from the copies: how many files; undefined where there is none to bring back. */
  rebuildStore(): number | undefined;
  /** A person has seen these: session starts say no more of them. */
  markLooked(info: StoreInfo, outside: readonly Outside[]): void;
  /** Renames the key; gives the new path. */
  setKeyAside(): string;
  /** Makes the key if there is none; gives its device id. */
  makeKey(): string;
  /** Renames the configuration; gives the new path. */
  setConfigAside(): string;
}
