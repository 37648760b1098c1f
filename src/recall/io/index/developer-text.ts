// The counts of general developer text (CTX-3), unpacked from their generated form when an index is built. The form is
// made by scripts/background/pack.ts; counts come back within about a tenth, which silence does not notice.

import { BACKGROUND_LEAST, BACKGROUND_PARAGRAPHS, BACKGROUND_VERSION, backgroundText } from "./background.generated.ts";

// In how many paragraphs of developer text a term stands: what makes a matched word rare (CTX-3). The counts live in the
// index, put there when it is built, so that a query looks up its own few terms and nothing loads the table.

export interface Background {
  /** Another one means that the counts are put in again. */
  readonly version: string;
  /** Called only then. */
  load(): BackgroundCounts;
}

interface BackgroundCounts {
  /** How many paragraphs were counted. */
  readonly size: number;
  readonly counts: Iterable<readonly [term: string, paragraphs: number]>;
}

const LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!#%&()*+,-./:;<=>?@[]^_{|}~";

export const DEVELOPER_TEXT: Background = {
  version: BACKGROUND_VERSION,
  load: () => ({ size: BACKGROUND_PARAGRAPHS, counts: counts() }),
};

function* counts(): Iterable<readonly [term: string, paragraphs: number]> {
  const step = Math.log(BACKGROUND_PARAGRAPHS / BACKGROUND_LEAST) / (LEVELS.length - 1);
  const levels = new Map(
    [...LEVELS].map((sign, level) => [sign, Math.round(BACKGROUND_LEAST * Math.exp(level * step))]),
  );
  for (const line of backgroundText().split("\n")) {
    let before = "";
    for (let at = 0; at < line.length; ) {
      let end = at + 1;
      while (end < line.length && !levels.has(line.charAt(end))) end++;
      before = before.slice(0, Number.parseInt(line.charAt(at), 36)) + line.slice(at + 1, end);
      yield [before, levels.get(line.charAt(end)) ?? BACKGROUND_LEAST];
      at = end + 1;
    }
  }
}
