// A prompt that asks nothing: made of stop words and of what people say to an agent whatever the matter is, and of so few of
// those that no memory could pass the bars (CTX-3), whatever it says and however many there are. It answers for `silence.ts`
// without a store, an index or the counts of developer text, so that a session's "ok, go on" costs next to nothing. A test
// holds every word of the table against those counts, and prompts made of them against the bars.

/** Stop words, of which none, and no two together, may be a cue for what a person wants kept (listen/cues/hint.ts). Few, for every event loads them. */
export const SAY_NOTHING: string =
  "a about all also am an and are as at be been but by can could did do does doing done each else few for from further " +
  "had has have he her him his how i if is it its just let lets like made make makes me more most much my nor of oh ok " +
  "okay once one or other our ours please really same say should so some such tell than thank thanks that the their them then " +
  "there these they this those through to too under us very was we well were what when where which while who why will with " +
  "would yes yet you your";
/** Nothing longer is looked at. */
const LONGEST = 120;

/** Words of the stems in `evidence.ts` that say nothing about a memory, by how rare developer text has them, in thousandths. */
export const RARITIES: readonly (readonly [thousandths: number, words: string])[] = [
  // No stop words, for a question may turn on them; hardly any text lacks them.
  [25, "on in"],
  [75, "see sees"],
  [85, "add change changes changed changing create creates created creating run runs running"],
  [96, "fix fixes fixed fixing first start starts started starting test tests tested testing write writes writing"],
  [108, "adds check checks checked checking format formats formatted formatting remove removes removed removing"],
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
    if (stands(word, SAY_NOTHING)) continue;
    const [rarity] = RARITIES.find(([, words]) => stands(word, words)) ?? [MOST + 1];
    sum += rarity;
  }
  return sum <= MOST;
}

function stands(word: string, words: string): boolean {
  return ` ${words} `.includes(` ${word} `);
}
