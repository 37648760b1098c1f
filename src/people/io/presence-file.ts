// Whether anything is kept about a person's presence at all. Most machines have no passkey, and what reads one is then not
// loaded.
import { lstatSync } from "node:fs";
import { child } from "../../disk/paths.ts";

export const PRESENCE_FILE = "presence.json";

export function hasPresenceFile(dataDir: string): boolean {
  return lstatSync(child(dataDir, PRESENCE_FILE), { throwIfNoEntry: false }) !== undefined;
}
