// Each agent's hook protocol: its events in, its answers out (AGT-5). Beside settings-paths.ts the one table that a hook loads.

import * as claude from "./claude/wire.ts";
import * as codex from "./codex/wire.ts";
import * as copilot from "./copilot/wire.ts";
import type { HostEvent, Intent } from "./event.ts";
import * as gemini from "./gemini/wire.ts";
import * as opencode from "./opencode/wire.ts";
import type { Host } from "./settings-paths.ts";

interface Wire {
  /** Undefined for a text that is no event of ours. */
  parseEvent(stdin: string): HostEvent | undefined;
  /** At most one JSON object; empty where nothing is to be said. */
  renderIntent(intent: Intent): string;
}

export const WIRES: Readonly<Record<Host, Wire>> = { claude, codex, copilot, gemini, opencode };
