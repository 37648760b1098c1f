// A rule for one more maker's tokens: a row with its sample, in the table of makers.
import type { Change, Copy } from "./change.ts";

/** Put together here, so that no whole token stands in the sources. */
const TOKEN = ["stb", "Qm4xT7pLz9Wk2Rv8Nc5Hd3Jf6Ya"].join("_");

let asked = 0;

/** Other words each time: what is known already is not looked at again. */
function addedWith(copy: Copy, token: string): string {
  asked++;
  copy.holdfast("init", "--no-install");
  return copy.holdfast("add", "--global", `The build signs in with ${token} on day ${asked}.`, "--json").out;
}

export const secretRule: Change = {
  name: "a secret rule",
  most: 1,
  edits: [
    {
      holding: "const ROWS: readonly Row[] = [\n  // Models\n",
      pairs: [
        ["  // Models\n", '  // Models\n  ["stub-maker", "stb_", "stb_[A-Za-z0-9]{27}", "stb_<27 A-Za-z0-9>"],\n'],
      ],
    },
  ],
  shows: {
    "a memory with such a token is refused, and the rule is named": (copy) =>
      addedWith(copy, TOKEN).includes("stub-maker"),
  },
};
