// Does a sentence say yes or no? Counted by its words, in the five languages of the cues, and taken out of it, so that
// "always use tabs" and "never use tabs" are left with the same words. Two negations make a yes ("never commit without
// running the tests"). Where a sign is ambiguous it is left alone: a missed no is a smaller fault than an invented one.

export interface Polarity {
  /** An odd number of negations. */
  readonly denied: boolean;
  /** The sentence without them, and without words that only say how much it is meant ("always", "please", "must"). */
  readonly rest: string;
}

const NO: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_-])(?:not|never|no longer|no|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|can['’]?t|cannot|won['’]?t|shouldn['’]?t|mustn['’]?t|couldn['’]?t|wouldn['’]?t|(?:without|stop)(?= \p{L}+ing(?!\p{L}))|avoid(?:s|ed|ing)?|forget|forbidden|prohibited|disallowed)(?![\p{L}\p{N}_-])/giu,
  /(?<![\p{L}\p{N}_-])(?:nicht|nie|niemals|kein(?:e|en|em|er|es)?|ohne|vermeide(?:n|t)?|verboten|vergiss|vergessen)(?![\p{L}\p{N}_-])/giu,
  /(?:하|되|쓰|사용하)?지 ?(?:마세요|마십시오|마라|마요|마|말아 ?주세요|말아라|말 ?것|말자|않습니다|않는다|않아요|않기|않음|않도록|않고|않아|않는|않다)|(?:하|되|쓰)?면 안 ?(?:됩니다|돼요|된다|돼)|금지|없이/gu,
  /(?<!要|能|是|好|可)(?:千万|千萬|绝对|絕對|绝|絕|永远|永遠)?(?:不要|不能|不可以|不许|不許|不准|不再|不会|不會|不用|不使用|别(?!的|人)(?<![分特级区性类个识]别)|別(?!的|人)(?<![分特級區性類個識]別)|切勿|请勿|請勿|勿|禁止|严禁|嚴禁|没有|沒有|无需|無需)/gu,
  /(?:して|ては|では|しては)?(?:いけません|いけない|なりません|ならない|だめ|ダメ)|(?<!少|危|汚|ではし)(?:し|ら|わ|か|た|が|ま|ば|な|さ|れ|べ|え|せ|け|使わ|め)?(?:ないでください|ないこと|ないように|ない|ません|なければ|なくては|ずに)|禁止|不可/gu,
];

/** Says how much, when, or to whom; nothing of what. */
const HOW: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_-])(?:always|ever|please|must|should|shall|will|would|may|can|could|do|does|did|just|only|really|strictly|have to|need to|has to|needs to|we|you|i|is allowed|are allowed|allowed)(?![\p{L}\p{N}_-])/giu,
  /(?<![\p{L}\p{N}_-])(?:immer|bitte|stets|muss|müssen|soll|sollen|sollte|sollten|darf|dürfen|wird|werden|grundsätzlich|wir|ich|du)(?![\p{L}\p{N}_-])/giu,
  /항상|반드시|언제나|꼭|절대로?|(?:하|되)(?:세요|십시오|라|기|자|도록|고)|합니다|한다|해요|해야 ?(?:합니다|한다|해요|해)|할 것/gu,
  /总是|總是|始终|始終|一律|永远|永遠|必须|必須|一定要?|务必|務必|请|請|应该|應該|(?<![需重主])要|都|绝对|絕對|千万|千萬/gu,
  /常に|必ず|絶対に?|いつも|してください|すること|しましょう|します|する(?!と|前|後)|して(?=[。、]|$)|し(?=[。、]|$)/gu,
];

export function polarityOf(sentence: string): Polarity {
  let count = 0;
  let rest = sentence;
  for (const pattern of NO) {
    rest = rest.replace(pattern, () => {
      count++;
      return " ";
    });
  }
  for (const pattern of HOW) rest = rest.replace(pattern, " ");
  return { denied: count % 2 === 1, rest };
}
