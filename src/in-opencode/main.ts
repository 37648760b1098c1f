// What opencode loads. It calls every function that a plugin file exports, so there is this one and no other.
import type { Hooks, Input } from "./opencode.ts";
import { hooksFor, type OpencodePlaces } from "./plugin.ts";

/** Stands above this in the installed file (hosts/opencode/setup.ts). */
declare const PLACES: OpencodePlaces;

export async function Holdfast(input: Input): Promise<Hooks> {
  return hooksFor(PLACES, input);
}
