// Who judges unconfirmed memories here: the rules of this version with the user's settings.
import type { Config } from "../config/config.ts";

declare const __HOLDFAST_VERSION__: string | undefined;

export function judgeName(config: Config): string {
  const version = typeof __HOLDFAST_VERSION__ === "string" ? __HOLDFAST_VERSION__ : "source";
  return JSON.stringify([version, config.owners, config["private-data"]]);
}
