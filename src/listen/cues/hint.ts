// Whether a prompt may hold a cue at all, so that a prompt that holds none does not load the rules. It lets through more
// than they find and, of what they find, everything; a test asks it about every sample of theirs. Words are looked for one
// by one: to compile a pattern of them all costs a starting process more than the rest of this look.

/** Nothing longer is looked at, here or by the rules, so that a hostile turn costs little. */
export const LARGEST_TEXT: number = 64 * 1024;

const listed = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split("|"));

const WORDS = listed(
  "remember|forget|memorize|memorise|memory|in mind|take note|make note|a note|note to|note for|the record",
  "keep this|keep that|keep it|keep these|keep the above|note this|note that|note it|note these|note the above",
  "save this|save that|save it|save these|save the above|bear this|bear that",
  "future|forward|henceforth|now on|here on|point on|next time|from today|starting now|starting today",
  "always|never|ever|anymore|any more|any longer|no longer|stop|quit|whenever|don't|dont|do not",
  "every time|everytime|each time|any time|anytime|instead of|rather|told you|asked you|said|mentioned",
  "here not|here and not|here, and not|ab jetzt|ab sofort|ab heute|ab nun|von nun an|von jetzt an|daran|dran",
  "immer|nie|niemals|stets|mehr|nein|nee|n\u00f6|falsch|doch|quatsch|moment|eigentlich|stimmt|gesagt|wir",
);
/** The beginning of a correction. */
const OPENERS = listed(
  "no|noo|nooo|nope|nah|wrong|actually|wait|hmm|sorry|again|incorrect|not quite|that's wrong|that's not|that's incorrect",
  "that is wrong|that is not|that is incorrect|this is wrong|this is not|this is incorrect",
);
/** German words are put together: a part is enough. */
const PARTS = listed(
  ", not |, never |merk|behalte|vergiss|vergessen|notier|kenntnis|speicher|ged\u00e4chtnis|erinnerung|k\u00fcnftig",
  "zukunft|fortan|n\u00e4chste|h\u00f6r|erw\u00e4hnt|grunds\u00e4tzlich",
);
/** Languages without blanks, or with endings at every word: the rules are as cheap as a hint. */
const OTHER = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

export function mayHoldCue(prompt: string): boolean {
  if (prompt.length > LARGEST_TEXT) return false;
  const text = prompt.toLowerCase().replaceAll("\u2018", "'").replaceAll("\u2019", "'").replaceAll("\u02bc", "'");
  return (
    PARTS.some((part) => text.includes(part)) ||
    WORDS.some((word) => stands(text, word, false)) ||
    OPENERS.some((word) => stands(text, word, true)) ||
    OTHER.test(text)
  );
}

/** As a word of its own; `first`: with nothing but blanks between it and a line's beginning or a sign. */
function stands(text: string, word: string, first: boolean): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (isLetter(text[at + word.length])) continue;
    let before = at - 1;
    if (first) while (text[before] === " ") before--;
    if (!isLetter(text[before]) && !(first && text[before] === "'")) return true;
  }
  return false;
}

function isLetter(char = " "): boolean {
  return (char >= "a" && char <= "z") || (char >= "0" && char <= "9") || (char >= "\u00c0" && char <= "\u024f");
}
