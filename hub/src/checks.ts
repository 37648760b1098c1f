// The checks of whoever set nothing: what the hub judges with, in each of its threads.
import { checkSettings, loadedOrNot } from "../../src/compose/checks.ts";
import { effectiveConfig, parseConfig } from "../../src/config/config.ts";
import type { Hub } from "./hub.ts";

export async function hubChecks(): Promise<Hub["checks"]> {
  const { config } = effectiveConfig(parseConfig(undefined, "user"));
  return checkSettings(config, await loadedOrNot(), () => undefined);
}
