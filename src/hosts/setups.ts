// How each agent is connected (AGT-30), in the order in which people are told of them.
import { claude } from "./claude/setup.ts";
import { codex } from "./codex/setup.ts";
import { copilot } from "./copilot/setup.ts";
import { gemini } from "./gemini/setup.ts";
import { opencode } from "./opencode/setup.ts";
import type { Host } from "./settings-paths.ts";
import type { HostSetup } from "./setup.ts";

export const SETUPS: Readonly<Record<Host, HostSetup>> = { claude, codex, copilot, gemini, opencode };
