// What can be wrong with a hub's history (HUB-6), and how it is told: that is no trouble of the network.
import { forTerminalLine } from "../../text/sanitise.ts";

export type BrokenHow = "older" | "rewritten" | "withheld" | "reordered" | "forged";

export interface Broken {
  readonly kind: "broken";
  readonly how: BrokenHow;
  /** The number of the change. */
  readonly at: number;
}

/** A history at the hub that is not the one that this machine saw (HUB-6). */
export interface HubNoticed extends Pick<Broken, "how" | "at"> {
  readonly when: string;
}

/** How far this machine has followed a hub. */
export interface HubSeen {
  readonly url: string;
  readonly changes: number;
  readonly chain: string;
  readonly noticed?: HubNoticed | undefined;
  /** It carries an organisation's store, not one's own. */
  readonly isMirror: boolean;
}

/** By which a person takes a hub as it is now. */
export function acceptCommand(url: string, isMirror: boolean): string {
  return isMirror ? `holdfast join ${url}` : `holdfast sync --setup ${url}`;
}

const WORDS: Readonly<Record<BrokenHow, string>> = {
  older: "it has less than this machine has seen of it, and ends with change",
  rewritten: "its history is another than the one that this machine saw, from change",
  withheld: "it keeps back change",
  reordered: "its changes are not in their order, at change",
  forged: "what it sent is not what its own history says, at change",
};

export function brokenWords({ how, at }: Pick<Broken, "how" | "at">): string {
  return `${WORDS[how]} ${at}`;
}

/** For doctor and `log --verify`. */
export function hubStanding({ url, changes, noticed, isMirror }: HubSeen): {
  readonly health: "ok" | "error";
  readonly message: string;
  readonly remedy?: string;
} {
  const where = forTerminalLine(url, { max: 120 });
  if (noticed === undefined) return { health: "ok", message: `${where}: its chain is whole, ${changes} changes seen` };
  const message = `${where}: on ${noticed.when.slice(0, 10)} ${brokenWords(noticed)}`;
  const remedy = `holdfast log --verify; if you know why: ${acceptCommand(where, isMirror)}`;
  return { health: "error", message, remedy };
}
