// Values shaped like secrets, put together at run time: no such text stands in any file of ours.
import { below, type Chance, chance } from "./acts.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function letters(count: number, next: Chance): string {
  return Array.from({ length: count }, () => LETTERS[below(LETTERS.length, next)]).join("");
}

/** As GitHub's personal access tokens are built. */
export function fakeToken(seed = 1): string {
  return ["gh", "p_", letters(36, chance(seed))].join("");
}
