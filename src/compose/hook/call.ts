// How the hook was called.
import type { Host } from "../../hosts/host.ts";
import type { Environment } from "../../hosts/setup.ts";

export interface HookCall {
  readonly host: string;
  /** That host's file which calls the hook, and every host's that is made by our installer and holds nothing else. */
  readonly settings: string;
  readonly ownSettings: readonly string[];
  readonly instructions: Host["instructions"];
  /** `plugin` where a plugin's entry called it, `other-entry` where another agent's did, not its own (AGT-8, AGT-13). */
  readonly via: string | undefined;
  readonly env: Environment;
  readonly now: Date;
  /** When this process began, in milliseconds with their parts. */
  readonly began: number;
}
