// Function words of English, for the baselines. Our engine has its own list; a baseline must not change with it.
const WORDS = `a about above after again against all also am an and any are aren't as at be because been before being
below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for
from further had hadn't has hasn't have haven't having he her here hers herself him himself his how i if in into is isn't
it it's its itself just let's me might more most must mustn't my myself no nor not now of off on once only or other ought
our ours ourselves out over own same shall she should shouldn't so some such than that that's the their theirs them
themselves then there these they this those through to too under until up upon us very was wasn't we were weren't what
what's when where which while who whom whose why will with won't would wouldn't yet you your yours yourself yourselves
d ll m re s t ve`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/u));

/** The words of a text as FTS5's unicode61 would see them, each once, without the function words. */
export function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !STOP_WORDS.has(word));
}
