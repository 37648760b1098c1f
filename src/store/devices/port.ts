// The devices of a store: what they say of each other, and whose word counts on this machine (SYN-20, SYN-22, SYN-31).
import type { Anchor, Circle } from "../../attest/circle.ts";
import type { DeviceRecord, DeviceStatement } from "../../attest/devices.ts";
import type { MemoryId } from "../../memory/ids.ts";
import type { MemoryStore } from "../memory-store.ts";

/** A device, or another person's, that a person trusted on this machine. */
export interface Trusted extends Anchor {
  readonly name: string;
  readonly at: string;
}

export interface Devices {
  /** "personal", or the id of a shared store. */
  readonly store: string;
  /** This device and the key it signs with; undefined for those who only read and have none. */
  readonly own: Anchor | undefined;
  /** Every record that is whole and signed by somebody. */
  records(): readonly DeviceRecord[];
  trusted(): readonly Trusted[];
  circle(): Circle;
  /** Records came from elsewhere. */
  refresh(): void;
  /** Signs and writes, once; `known` are the marks of a revocation. */
  write(statement: Omit<DeviceStatement, "known">, known?: readonly string[]): void;
  /** The store as it would be if this one counted, to tell what a yes would do. */
  storeWith(anchor: Anchor): MemoryStore;
  /** Whether this file of a statement counts here: whole, about that memory, and signed by somebody whose word does. */
  isSaid(id: MemoryId, name: string, bytes: Uint8Array): boolean;
  /** Of all that a device signed in this store. */
  marksOf(device: string): readonly string[];
  /** A person's decision; it stays on this machine. */
  trust(signer: Trusted): void;
  /** Takes it back; whether it was there. */
  distrust(device: string): boolean;
}
