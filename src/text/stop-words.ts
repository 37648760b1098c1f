// Words that say nothing about what is asked, as they stand a question. Memories keep theirs: a question that has
// other word is still searched with them.

const ENGLISH =
  "a about above again against all also am an and any anybody anyone anything are arent as at be because been " +
  "being below both but by can cannot cant could couldnt did didnt do does doesnt doing done dont " +
  "during each either else etc ever every few for from further had hadnt has hasnt " +
  "have havent having he her here hers herself hey hi him himself his how however i if im is isnt it its " +
  "itself just let lets like made make makes many may maybe me might more most much must my myself nor " +
  "now of oh ok okay once one onto or other our ours ourselves own please " +
  "really same say says shall she should shouldnt so some somebody someone something still such " +
  "tell than thank thanks that the their theirs them themselves then there these they thing things this those " +
  "through to too under upon us very was wasnt we well were werent " +
  "what whats when whenever where whether which while who whom whose why will with wont would wouldnt yes yet " +
  "you your yours yourself yourselves e g eg ie vs";
/** Of commit messages. */
const COMMITS = "chore feat";
const GERMAN =
  "aber als am an auch auf aus bei beim bin bis bitte da damit dann das dass dem den denn der des die dies diese diesem " +
  "diesen dieser dieses doch dort du ein eine einem einen einer eines er es etwas euch fuer fur gibt habe haben hat hatte hier " +
  "ich ihm ihn ihr ihre im ist ja jede jeder jedes jetzt kann kannst kein keine koennen konnen man mehr mein meine mich mir mit " +
  "muss muessen mussen nach nein nicht noch nur ob oder ohne schon sein seine sich sie sind so soll sollen sollte ueber uber um und uns unser " +
  "unsere unter viel vom von vor wann warum was weil welche welchem welchen welcher welches wenn wer werden wie wieder wir wird wo " +
  "wofuer wofur wurde wurden zu zum zur zwischen";

const WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${COMMITS} ${GERMAN}`.split(" "));

/** Chinese and Korean signs and pairs of grammar; Japanese grammar is Hiragana and known by that. */
const PAIRS: ReadonlySet<string> = new Set(
  (
    "什么 怎么 如何 为什 为何 哪里 哪个 哪些 是否 我们 你们 他们 这个 那个 这些 那些 可以 应该 一个 一下 吗 呢 的 了 是 在 有 和 与 " +
    "請問 什麼 怎麼 為什 為何 哪裡 哪個 我們 這個 那個 可以 應該 一個 " +
    "어떻 떻게 무엇 무슨 어디 언제 누가 왜 입니 니다 습니 니까 인가 가요 나요 어요 아요 해요 하는 하고 하면 해야 에서 으로 에게 " +
    "까지 부터 있는 있나 있습 합니 됩니 우리 그리 이것 저것 것은 것이 것을 대해 대한 위해 위한"
  ).split(" "),
);

/** `form`: folded. */
export function isStopWord(form: string): boolean {
  return WORDS.has(form);
}

export function isStopPair(form: string): boolean {
  return PAIRS.has(form) || /^[\u3041-\u3096]+$/.test(form);
}
