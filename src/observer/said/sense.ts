// Does a claim keep the sense of the sentence that its quote was cut from (OBS-8a)? "Use npm here" is a quote of "Don't use
// npm here". Judged over the whole sentence, by the words that turn, limit or weaken it, in the five languages of the cues.
// The lists are wide on purpose: a claim that is doubted for nothing is kept in the user's own words, and loses nothing.
import { termsIn } from "../../recall/claims.ts";

export type Sense = "same" | "differs" | "unsure";

const word = (words: string): string => `(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`;
const either = (...parts: readonly string[]): RegExp => new RegExp(parts.join("|"), "giu");

const NO: RegExp = either(
  word(
    "not|no|never|nobody|none|nothing|neither|nor|without|cannot|\\p{L}+n['’]t|avoid\\p{L}*|stop\\p{L}*|forbid\\p{L}*|prohibited|disallowed|refuse\\p{L}*|bann?ed|deprecated|rid of|away from|instead of|rather than",
  ),
  word(
    "nicht|nie|niemals|niemand|nichts|kein\\p{L}*|ohne|weder|vermeide\\p{L}*|verboten|verbiete\\p{L}*|hör auf|unterlass\\p{L}*|statt|anstatt|untersagt",
  ),
  word("ne|n['’]\\p{L}*|pas|jamais|aucun\\p{L}*|sans|ni|nunca|jamás|sin|ning\\p{L}*|tampoco|evit\\p{L}*"),
  "[不别別没沒勿](?![同])|禁止|停止",
  "な(?:い|く|かっ|けれ|し)|ません|ず(?=[、に])|禁止|だめ|ダメ|やめ|の代わりに",
  "지 ?(?:마|말|않|못)|면 안|안 (?:돼|되|됩)|금지|없이|없(?:다|어|음)|아니라|아닌|대신",
);

const LIMIT: RegExp = either(
  word(
    "only|except|unless|until|till|if|when|whenever|while|as long as|just|for now|temporar\\p{L}*|this time|today|once|provided|otherwise|in case",
  ),
  word(
    "nur|außer|ausgenommen|wenn|falls|bis|solange|sofern|vorerst|ausnahmsweise|vorläufig|erst ?mal|diesmal|heute|sobald",
  ),
  word(
    "si|seulement|uniquement|sauf|quand|lorsque|jusqu\\p{L}*|pour l['’]instant|solo|sólo|solamente|excepto|salvo|cuando|hasta|mientras|por ahora",
  ),
  // "in tests", "on Windows": a place of its own; "in this repository" is where we are.
  word(
    "(?:in|on|for|during|under|bei|für|auf|unter|während|im) (?!this|these|the|our|my|every|each|all|any|dies\\p{L}*|alle\\p{L}*|jede\\p{L}*|unser\\p{L}*|der|die|das|dem|den)\\p{L}+",
  ),
  "只|仅|僅|限|如果|要是|假如|除非|除了|时(?!间)|時(?!間)|的时候|之前|暂时|暫時|临时|目前|这次",
  "だけ|のみ|場合|とき|たら|れば|なら|まで|間は|以外|限り|もし|とりあえず|当面|今回",
  "만(?![가-힣])|에만|(?:으|하|었|았|리|나|르)면|때|동안|까지|제외|한해|당분간|만약|이번",
);

const DOUBT: RegExp = either(
  word(
    "maybe|perhaps|possibly|probably|might|could|i guess|i think|i believe|i wonder|not sure|unsure|seems?|someday|what if|should we|consider|or so",
  ),
  word(
    "vielleicht|eventuell|möglicherweise|vermutlich|wahrscheinlich|ich glaube|ich denke|könnten?|irgendwann|ich frage mich|nicht sicher|scheint|sollen wir|was,? wenn|evtl",
  ),
  word(
    "peut-être|je (?:pense|crois)|on pourrait|probablement|quizás?|tal vez|creo que|a lo mejor|podríamos|probablemente",
  ),
  "也许|也許|或许|或許|(?<!不)可能|大概|我猜|我觉得|我覺得|好像|似乎|说不定|說不定|不确定|考虑|考慮|能不能|要不要|怎么样|怎麼樣",
  "たぶん|おそらく|かも|かな|もしかす|と思(?:う|い)|気がする|ようだ|みたい|つもり|いつか|どう(?:か|です)?[？?]|自信は",
  "아마|어쩌면|혹시|것 ?같|수도 있|언젠가|확실하지|모른다|생각이|을까|ㄹ까|까요|볼까|있을까|겠다",
  "[?？]\\s*$",
);
/** Asked, and meant as a wish: "could you always use tabs?". */
const REQUEST: RegExp = either(
  word("(?:can|could|would|will) you|könntest du|kannst du|würdest du"),
  "(?:いただけ|もらえ|くれ)ます?か?|能否请|可以请|주(?:실래|시겠)\\S{0,3}|해 줄래",
);

export function senseOf(claim: string, sentence: string): Sense {
  if (isDoubted(sentence)) return "unsure";
  const counts = (text: string): string => [NO, LIMIT].map((mark) => [...text.matchAll(mark)].length).join();
  const same = counts(claim) === counts(sentence) && !isDoubted(claim) && deniesTheSame(claim, sentence);
  return same ? "same" : "differs";
}

function isDoubted(sentence: string): boolean {
  const asked = sentence.replace(REQUEST, "");
  return asked === sentence ? sentence.search(DOUBT) !== -1 : asked.replace(/[?？]\s*$/u, "").search(DOUBT) !== -1;
}

/** Where one half of a sentence ends and the other begins; what is set against another stands before it in some languages. */
const HALVES =
  /[,;:，；、]|(?<![\p{L}])(?:and|but|und|aber|sondern)(?![\p{L}])|(?<=ではなく|じゃなく|아니라|대신|代わりに)|(?<=고)\s|而是/u;

/** "Use A, not B" and "use B, not A" have the same words, and as many of each kind. */
function deniesTheSame(claim: string, sentence: string): boolean {
  const [claimed, said] = [denied(claim), denied(sentence)];
  return [...claimed].every((term) => said.has(term));
}

function denied(text: string): ReadonlySet<string> {
  const halves = text.split(HALVES).filter((half) => half.search(NO) !== -1);
  return new Set(halves.flatMap((half) => [...termsIn(half.replace(NO, " "))]));
}
