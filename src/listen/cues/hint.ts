// Whether a prompt may hold a cue at all: one look, so that a prompt that holds none does not load the rules. It lets through
// more than they find and, of what they find, everything; a test asks it about every sample of theirs.

/** The beginning of a correction. */
const OPENER =
  "(?:^|[^a-z0-9' ])\\s*(?:no+|nope|nah|wrong|actually|wait|hmm|sorry|again|incorrect|not quite|(?:that|this)(?:'s| is) (?:wrong|not|incorrect))\\b";
const ENGLISH =
  "\\b(?:remember|(?:in|take|make) (?:mind|note|a note)|forget|memori[sz]e|memory|note (?:to|for)|(?:keep|note|save|bear) (?:this|that|it|these|the above)|future|the record|now on|here on|forward|point on|next time|henceforth|from today|starting (?:now|today)|always|never|any ?more|any longer|no longer|ever|stop|quit|whenever|(?:every|each|any) ?time|instead of|rather|told you|said|asked you|mentioned|don't|dont|do not)\\b|, not |, never |\\bhere,? (?:and )?not ";
const GERMAN =
  "merk|behalte|denke? (?:bitte )?(?:immer )?da?ran|vergiss|vergessen|notier|kenntnis|speicher|ged\u00e4chtnis|erinnerung|ab (?:jetzt|sofort|heute|nun)\\b|von (?:nun|jetzt) an|k\u00fcnftig|zukunft|fortan|n\u00e4chste|\\b(?:immer|nie|niemals|stets|mehr|nein|nee|falsch|doch|quatsch|moment|eigentlich|stimmt|gesagt|wir)\\b|n\u00f6\\b|h\u00f6r|erw\u00e4hnt|grunds\u00e4tzlich";
/** Languages without blanks, or with endings at every word: the rules are as cheap as a hint. */
const OTHER = "[\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3]";

const HINT = new RegExp(`${OTHER}|${OPENER}|${ENGLISH}|${GERMAN}`, "im");

export function mayHoldCue(prompt: string): boolean {
  return HINT.test(prompt.replace(/[\u2018\u2019\u02bc]/g, "'"));
}
