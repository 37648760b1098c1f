// A password as people say it (CHK-10): "the staging password is ...", "use ... as the password", "log in with admin / ...".
// Such a one was chosen by a person, so it is short and holds words. What tells it from talk about passwords is its place:
// right behind a verb or sign that belongs to the label, or right before one. Labels and verbs are written without
// accents; the normalised copy of a text has none.
import type { Span } from "../../text/graphemes.ts";
import { looksChosen } from "./strength.ts";

const LABEL =
  /pass(?:word|wd|phrase|code|wort|(?=["'`]?\s{0,2}[=:]))|pwd|\bpw\b|\bmdp\b|kennwort|mot de passe|phrase secrete|contrasena|\bclave\b|frase de paso|パスワード|パスフレーズ|暗証番号|密码|密碼|비밀번호|senha|пароль/gi;

/** So far a label reaches; every text of a window is looked at once per label. */
const REACH = 90;
/** Without one of these nothing can be a password that a person chose. */
const ODD = /[\d!#$%&?@^~*]|[a-z]-[a-z]{3,20}-[a-z]/i;
const SENTENCE_END = /\n|。|[.!?;]\s+(?=[A-Z])/;

/** Another noun that the label only describes. */
const NOUN_BEHIND =
  /^[-_ ]?(?:polic|hash|digest|field|length|manager|prompt|check|column|endpoint|input|rule|file|page|form|hint|strength|rotation|store|reset|の|欄)/i;
const NOUN_BEFORE = /(?:hash|digest|length|longueur|longitud|campo|champ|field) (?:of|de|du|del)\b[^.\n]{0,20}$/i;

/** A verb or a sign; a first group is a preposition that leads to a password only where one is being set. */
const LINK =
  /\b(?:is|was|are|been|equals|stays|remains|enter|type|uses?|ist|war|lautet|hei(?:ß|ss)t|bleibt|gib|nimm|est|reste|etait|devient|tape|saisis|es|era|siendo|queda|escribe|pon)\b:?|\b(to|auf|a|en)\b|[:=：]|\s[-–](?=\s)|->|→|は|が|を|に|たら|には/gi;
const SETTING = /\b(?:set|chang|reset|rotat|switch|updat|gesetzt|geander|mis\b|mets|puesto|cambi)/i;
/** Words that say no more than "now", and what opens a quotation. */
const FILLER =
  /[\s]{0,4}(?:(?:now|still|just|currently|probably|always|again|been|jetzt|nun|weiterhin|noch|immer|bisher|maintenant|toujours|encore|desormais|ahora|siempre|todavia|今|現在)[\s]{1,3}){0,3}["'`*(「]{0,3}/iy;
const CHOSEN = /[^\0-\x20"'`<>「」|\\\ufffd\u3001-\u30ff\u4e00-\u9fff\uff00-\uff60]{6,64}/y;
const TAIL = /[.,;:)\]}*]+$/;

export function spokenPasswords(text: string): readonly Span[] {
  const spans = pairs(text);
  for (const label of text.matchAll(LABEL)) {
    const end = label.index + label[0].length;
    if (isPartOfName(text, label.index, end)) continue;
    const span = behind(text, label.index, end) ?? before(text, label.index);
    if (span !== undefined) spans.push(span);
  }
  return spans;
}

/** `passwords2`, `1Password`; in an address others look for it. */
function isPartOfName(text: string, start: number, end: number): boolean {
  return (
    (/[a-z]/i.test(text.charAt(end - 1)) && /[a-z\d@]/i.test(text.charAt(end))) || /\d/.test(text.charAt(start - 1))
  );
}

function behind(text: string, start: number, end: number): Span | undefined {
  const sentence = firstSentence(text.slice(end, end + REACH));
  if (!ODD.test(sentence) || NOUN_BEHIND.test(sentence)) return undefined;
  const lead = text.slice(Math.max(0, start - REACH), start);
  if (NOUN_BEFORE.test(lead)) return undefined;
  const adjacent = /^[^\S\n]{1,2}["'`(]{0,2}/.exec(sentence);
  if (adjacent !== null) {
    const span = chosenAt(text, end + adjacent[0].length, "mixed");
    if (span !== undefined) return span;
  }
  for (const link of sentence.matchAll(LINK)) {
    if (link[1] !== undefined && !SETTING.test(lead) && !SETTING.test(sentence)) continue;
    FILLER.lastIndex = end + link.index + link[0].length;
    FILLER.test(text);
    const span = chosenAt(text, FILLER.lastIndex, /[:=：–-]/.test(link[0]) ? "mixed" : "chosen");
    if (span !== undefined) return span;
  }
  return undefined;
}

function firstSentence(text: string): string {
  const end = text.search(SENTENCE_END);
  return end === -1 ? text : text.slice(0, end + 1);
}

function chosenAt(text: string, from: number, asked: "chosen" | "mixed"): Span | undefined {
  CHOSEN.lastIndex = from;
  const token = CHOSEN.exec(text)?.[0].replace(TAIL, "");
  return token !== undefined && looksChosen(token, asked) ? { start: from, end: from + token.length } : undefined;
}

const BACKWARDS = /^(?:is|as|ist|als|est|comme|es|como|が|を)$/i;

/** "Use ... as the password", "... ist das Passwort": the verb stands at most three words before the label. */
function before(text: string, start: number): Span | undefined {
  const from = Math.max(0, start - REACH);
  const window = text.slice(from, start);
  if (!ODD.test(window)) return undefined;
  const words = [...window.matchAll(/[がを]|[^\sがを]+/g)];
  for (let at = words.length - 1; at >= Math.max(1, words.length - 4); at--) {
    if (!BACKWARDS.test(words[at]?.[0] ?? "")) continue;
    const token = words[at - 1];
    const quotes = /^["'`「(]*/.exec(token?.[0] ?? "")?.[0].length ?? 0;
    return token === undefined ? undefined : chosenAt(text, from + token.index + quotes, "chosen");
  }
  return undefined;
}

const ENTRY =
  /log ?in|log into|sign in|credential|\bcreds\b|zugangsdaten|melde|anmeld|einlogg|connecte|identifiant|\bentra\b|credencial|acceso|ログイン|zugang/i;
const NAME = /(?:^|[\s`"'(:])[\w.@-]{2,40}$/;

/** "Log in with admin / ...": a name, a stroke, what looks chosen, and the talk is of logging in. */
function pairs(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(" / "); at !== -1; at = text.indexOf(" / ", at + 3)) {
    const lead = text.slice(Math.max(0, at - REACH), at);
    if (!NAME.test(lead)) continue;
    const span = chosenAt(text, at + 3 + (/["'`]/.test(text.charAt(at + 3)) ? 1 : 0), "mixed");
    if (span === undefined) continue;
    if (ENTRY.test(lead) || ENTRY.test(text.slice(span.end, span.end + 20))) spans.push(span);
  }
  return spans;
}
