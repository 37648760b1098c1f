// What a probe is. It looks at one thing and says what it found and what mends it; one that can mend does so when a
// person asked for it (AGT-33). Rows keep their form: scripts read them.
import type { CheckSettings } from "../../checks/settings.ts";
import type { Catalogue, Memory } from "../../store/catalogue.ts";
import type { Act, OpenStore } from "../../store/context.ts";
import type { Channel } from "../../trust/channels.ts";
import type { MachineSurroundings } from "../surroundings.ts";

export type Health = "ok" | "warning" | "error";

export interface ProbeFinding {
  readonly name: string;
  readonly health: Health;
  readonly message: string;
  /** What mends it: a command, or what to do by hand. */
  readonly remedy?: string | undefined;
}

/** What mending came to; `problem` says why it did not work. */
export interface Mended {
  readonly label: string;
  readonly problem?: string;
}

export interface Probe<View> {
  readonly name: string;
  examine(view: View): readonly ProbeFinding[];
  mend?(view: View, act: () => Act): readonly Mended[] | Promise<readonly Mended[]>;
}

/** The machine, without any store. */
export interface MachineView {
  readonly surroundings: MachineSurroundings;
}

/** One store, read once for all its probes. */
export interface StoreView {
  readonly open: OpenStore;
  readonly catalogue: Catalogue;
  readonly checks: CheckSettings;
  /** How a memory is called here: an agent is told that something is wrong in quarantine, not what it is called. */
  nameOf(memory: Memory): string;
}

export interface ClosedStore {
  readonly kind: "closed";
  /** As the row is called. */
  readonly name: string;
  readonly message: string;
  readonly remedy?: string | undefined;
}

export interface OpenedStore {
  readonly kind: "opened";
  readonly open: OpenStore;
}

export interface DoctorContext {
  readonly channel: Channel;
  readonly surroundings: MachineSurroundings;
  readonly checks: CheckSettings;
  /** Opened anew at each call, without the device key; one that can't be opened comes with the reason. */
  stores(): readonly (OpenedStore | ClosedStore)[];
  /** The person's act. Called for mending only: it makes the device key where there is none. */
  act(): Act;
}

export const FIX = "holdfast doctor --fix";

/** A row for a list of things, three of which are named. */
export function rowFor(
  name: string,
  found: readonly string[],
  words: { readonly good: string; readonly bad: string; readonly health: Health; readonly remedy: string },
): ProbeFinding {
  if (found.length === 0) return { name, health: "ok", message: words.good };
  return { name, health: words.health, message: `${words.bad}: ${some(found)}`, remedy: words.remedy };
}

export function some(found: readonly string[]): string {
  return found.slice(0, 3).join(", ") + (found.length > 3 ? ` and ${found.length - 3} more` : "");
}
