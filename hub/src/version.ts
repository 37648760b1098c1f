// The version of this hub, as its package says it.
import { readFileSync } from "node:fs";

export function versionOfHub(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
