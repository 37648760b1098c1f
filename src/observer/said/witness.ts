// What speaks for a claim and what takes it back (OBS-8).

import { polarityOf, termsIn } from "../../recall/claims.ts";
import { likenessIn, type Spoken } from "../../recall/look-alike.ts";
import { sentencesOf } from "../../text/segments.ts";
import type { Deed, Said } from "./said.ts";

// Claims that something works, passed or was fixed (OBS-8). They need a witness, a tool's own result, because a model says
// such things easily; a rule that speaks of passing ("tests must pass before a merge") claims nothing of the kind.
const OUTCOMES: readonly RegExp[] = [
  /\b(?:works?|worked|working|pass(?:es|ed|ing)?|fixed|fixes|resolved|resolves|solved|succeed(?:s|ed)?|successful(?:ly)?|green|deployed|shipped|no longer (?:fails?|crash(?:es)?|happens?)|stopped (?:failing|crashing))\b/iu,
  /\b(?:funktioniert|funktionieren|läuft (?:jetzt|wieder|durch)|laufen (?:jetzt|wieder|durch)|bestanden|behoben|gelöst|repariert|erfolgreich|grün)\b/iu,
  /통과(?:했|한다|합니다|함|됨)|해결(?:했|됐|되었|됨)|고쳤|고쳐졌|성공(?:했|적)|(?:작동|동작)(?:한다|합니다|했)/u,
  /(?:已经?|都|全部)?(?:通过了?|通過了?|修复了?|修復了?|修好了?|解决了?|解決了?|成功了?|正常(?:运行|工作|了))/u,
  /通っ(?:た|ている|ています)|通りました|直っ(?:た|ている)|直りました|修正済み|解決(?:した|しました|済み)|成功(?:した|しました)|動(?:く|いた|きました|作しています)/u,
];

/** What ought to be, or would be. */
const WISH =
  /\b(?:must|should|shall|needs? to|has to|have to|until|unless|before|when(?:ever)?|if|once|so that|make sure|ensure|always|never|only|want|expect|muss|müssen|soll(?:en|te)?|bevor|wenn|falls|damit|immer|nur)\b|(?:해야|하면|때|전에)|(?:必须|必須|如果|之前|才能|应该|應該)|(?:べき|なければ|たら|場合|前に|こと)/iu;

export function claimsOutcome(claim: string): boolean {
  return OUTCOMES.some((pattern) => pattern.test(claim)) && !WISH.test(claim);
}

const FAILURE =
  /\b[1-9]\d* (?:tests? )?(?:failed|failures?|errors?)\b|\bFAIL(?:ED|URE)?\b|\bnot ok\b|\b(?:Traceback|panic:|segmentation fault|BUILD FAILED|ERR!)|\bexit(?:ed with)? (?:code|status) [1-9]/iu;
/** Of a result the beginning and the end tell enough. */
const LOOKED_AT = 4000;

export type Witness = "seen" | "none" | "contradicted";

/** The last deed before the words that is about the same thing; a later one of the same call may take it back. */
export function witnessFor(claim: string, turn: number, deeds: readonly Deed[]): Witness {
  const terms = termsIn(claim);
  const isAbout = ({ call, text }: Deed): boolean => {
    const about = termsIn(`${call}\n${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`);
    return [...terms].some((term) => about.has(term));
  };
  const witness = deeds.findLast((deed) => deed.afterTurn < turn && isAbout(deed));
  if (witness === undefined || hasFailed(witness)) return "none";
  const later = deeds.filter((deed) => deeds.indexOf(deed) > deeds.indexOf(witness) && isSame(deed, witness));
  const last = later.at(-1);
  return last !== undefined && hasFailed(last) ? "contradicted" : "seen";
}

function hasFailed({ failed, text }: Deed): boolean {
  return failed || FAILURE.test(text.slice(0, LOOKED_AT)) || FAILURE.test(text.slice(-LOOKED_AT));
}

function isSame(one: Deed, other: Deed): boolean {
  const plain = (call: string): string => call.replace(/\s+/g, " ").trim();
  return plain(one.call) === plain(other.call);
}

// A claim that a later turn of the user takes back (OBS-8): by a word that turns down what was just said, or by a sentence
// that says the opposite. Recall comes first here: a memory lost costs a sentence, a false one is obeyed for months.
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
