// A prompt that asks nothing: made of stop words and of what people say to an agent whatever the matter is, and of so few of
// those that no memory could pass the bars (CTX-3), whatever it says and however many there are. It answers for `silence.ts`
// without a store, an index or the counts of developer text, so that a session's "ok, go on" costs next to nothing. A test
// holds every word of the table against those counts, and prompts made of them against the bars.
import { isStopWord } from "../text/stop-words.ts";

/** Nothing longer is looked at. */
const LONGEST = 120;

/** Words of the stems in `evidence.ts` that say nothing about a memory, by how rare developer text has them, in thousandths. */
export const RARITIES: readonly (readonly [thousandths: number, words: string])[] = [
  // No stop words, for a question may turn on them; hardly any text lacks them.
  [25, "on in"],
  [75, "see sees"],
  [85, "add change changes changed changing create creates created creating run runs running"],
  [85, "generate generates generated generating"],
  [96, "fix fixes fixed fixing first start starts started starting test tests tested testing write writes writing"],
  [108, "adds added adding check checks checked checking format formats formatted formatting remove removes removed removing"],
  [121, "document documents documented update updates updated updating"],
  [135, "fail fails failed failing last order orders ordered show shows showed showing"],
  [164, "look looks looked looking move moves moved moving"],
  [180, "go going"],
  [197, "sort sorts sorted sorting"],
  [214, "commit commits committed committing continue continues continued good"],
  [251, "clean cleaned cleaning rename renames renamed review reviews reviewed"],
];
/** 1.6 times their sum, over the least that chance takes, has to stay below the least bar of a text, 0.65. */
const MOST = 255;

export function asksNothing(prompt: string): boolean {
  const text = prompt.trim();
  // One line of plain words: whatever else stands there may be a name.
  if (text.length > LONGEST || !/^[A-Z]?[a-z]+(?:[,.!?]? [A-Z]?[a-z]+)*[.!?]*$/.test(text)) return false;
  let sum = 0;
  for (const word of new Set(text.toLowerCase().match(/[a-z]+/g))) {
    if (isStopWord(word)) continue;
    const [rarity] = RARITIES.find(([, words]) => ` ${words} `.includes(` ${word} `)) ?? [MOST + 1];
    sum += rarity;
  }
  return sum <= MOST;
}
