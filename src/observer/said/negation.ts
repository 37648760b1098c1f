// A claim that a later turn of the user takes back (OBS-8): by a word that turns down what was just said, or by a sentence
// that says the opposite. Recall comes first here: a memory lost costs a sentence, a false one is obeyed for months.

import { termsIn } from "../../recall/claims.ts";
import { likenessIn, type Spoken } from "../../recall/look-alike.ts";
import { polarityOf } from "../../recall/polarity.ts";
import { sentencesOf } from "../../text/sentences.ts";
import type { Said } from "./said.ts";

/** At the beginning of a sentence: turns down what stands before it. */
const OPENERS: readonly RegExp[] = [
  /^(?:no|nope|nah|wrong|incorrect|not (?:true|right|correct|quite|really|anymore|any more)|that['’]?s (?:wrong|not|incorrect|false|no longer)|this is (?:wrong|not)|you['’]?re wrong|actually|wait|hold on|scratch that|never ?mind|forget (?:that|it|about)|revert|undo|roll (?:it|that) back|stop|hmm,? no|i was wrong|i changed my mind|on second thought|correction|let['’]?s not|don['’]?t|it (?:still|doesn['’]?t|does not|isn['’]?t|is not|didn['’]?t))\b/iu,
  /^(?:nein|nee|falsch|stimmt nicht|das stimmt (?:so )?nicht|das ist falsch|doch nicht|vergiss|moment|eigentlich|quatsch|zurück|mach das rückgängig|lieber nicht|ich habe mich geirrt|geht (?:immer noch )?nicht|funktioniert (?:immer noch )?nicht)(?![\p{L}])/iu,
  /^(?:아니(?:요|야|에요|,|\s|$)|틀렸|잘못|그게 아니|취소|되돌려|잠깐|사실은|아직도? )/u,
  /^(?:不对|不對|不是|不行|错了|錯了|不,|不，|别|別|等等|其实|其實|算了|撤销|撤銷|还是(?:不|失败)|還是(?:不|失敗)|我搞错|我弄错)/u,
  /^(?:いや|いいえ|違(?:う|い|います)|ちがう|間違(?:い|え|って)|やっぱり|待って|取り消|戻して|実は|まだ(?:動か|失敗|だめ))/u,
];

/** Anywhere in a turn: says that something stands no more. */
const TAKEN_BACK =
  /\b(?:no longer|not any ?more|still (?:fails?|failing|broken|crash(?:es|ing)?|doesn['’]?t|does not|not)|doesn['’]?t work|does not work|didn['’]?t (?:work|help)|isn['’]?t (?:true|right|correct)|is not (?:true|right|correct)|was wrong|is wrong|is outdated|changed (?:my|our) mind|we (?:dropped|removed|abandoned|reverted|stopped)|got rid of|instead of that|not what i (?:meant|said))\b|immer noch (?:nicht|kaputt|rot)|nicht mehr|war falsch|stimmt nicht|더 이상|아직도 (?:실패|안)|안 (?:돼|됩니다|되네)|不再|还是(?:失败|不行|报错)|還是(?:失敗|不行)|不(?:对|正确|準確|准确)|もう(?:使わ|必要|あり)|まだ(?:失敗|動かない|だめ)|動きません|違います/iu;

export interface Claimed {
  readonly claim: string;
  readonly turn: number;
  /** Who said the words it rests on. */
  readonly speaker: Said["speaker"];
}

export function isNegated(claimed: Claimed, said: readonly Said[]): boolean {
  const later = said.filter(({ speaker, turn }) => speaker === "user" && turn > claimed.turn);
  const terms = termsIn(polarityOf(claimed.claim).rest);
  return later.some((turn, index) => negates(turn.text, { claimed, terms, isNext: index === 0 }));
}

interface Looking {
  readonly claimed: Claimed;
  readonly terms: ReadonlySet<string>;
  /** The user's first word after it. */
  readonly isNext: boolean;
}

function negates(text: string, { claimed, terms, isNext }: Looking): boolean {
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end).trim());
  const isAnswer = isNext && claimed.speaker === "assistant";
  const opens = sentences.some((sentence) => OPENERS.some((opener) => opener.test(sentence)));
  const about = termsIn(polarityOf(text).rest);
  const shared = [...terms].filter((term) => about.has(term)).length;
  if (isAnswer && OPENERS.some((opener) => opener.test(sentences[0] ?? ""))) return true;
  if (isAnswer && TAKEN_BACK.test(text)) return true;
  if ((opens || TAKEN_BACK.test(text)) && shared >= Math.min(2, terms.size)) return true;
  return sentences.some((sentence) => saysOtherwise(claimed.claim, sentence));
}

function saysOtherwise(claim: string, sentence: string): boolean {
  const spoken = (body: string): Spoken => ({
    group: "",
    name: body,
    description: "",
    body: "",
    paths: [],
    isRecord: false,
  });
  return likenessIn([spoken(claim), spoken(sentence)]).some(({ kind }) => kind === "contradiction");
}
