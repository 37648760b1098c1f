// The contextual layer (CHK-10): labels in prose, credentials in addresses, private-key blocks. The vendor table is the
// fourth part; it runs with the rules, because it has their shape.
import type { Span } from "../../text/graphemes.ts";
import { commandPasswords } from "./commands.ts";
import type { Match, Samples } from "./rule.ts";
import { namedHex, totpSeeds } from "./seeds.ts";
import { spokenPasswords } from "./spoken.ts";
import { isSamplePassword, isStandIn, looksSecret } from "./strength.ts";

interface ContextRule extends Samples {
  readonly id: string;
  /** Where the secrets of a text are. */
  readonly spans: (text: string) => readonly Span[];
  readonly typed: boolean;
}

export const CONTEXT_RULES: readonly ContextRule[] = [
  {
    id: "labelled-secret",
    spans: labelledTokens,
    typed: false,
    found: ["The admin password is <14 A-Za-z0-9#!>, ask Ops.", "deploy token -> <24 A-Za-z0-9>"],
    harmless: ["The password is stored in the vault.", "token type is oauth2AccessTokenV2"],
  },
  {
    id: "url-credentials",
    spans: addressPasswords,
    typed: true,
    found: ["postgres://svc:<16 A-Za-z0-9>@db.internal.net/main"],
    harmless: ["postgres://user:password@localhost:5432/app", "amqp://guest:guest@queue:5672"],
  },
  {
    id: "private-key-block",
    spans: keyBlocks,
    typed: true,
    found: ["-----BEGIN RSA <1 P>RIVATE KEY-----\n<64 A-Za-z0-9+/>\n<64 A-Za-z0-9+/>"],
    harmless: ["-----BEGIN RSA <1 P>RIVATE KEY-----\n...\n-----END RSA <1 P>RIVATE KEY-----"],
  },
  {
    id: "spoken-password",
    spans: spokenPasswords,
    typed: false,
    found: [
      "The staging password is <1 W>inter2026!",
      "Use <1 H>arbour7Gate as the password.",
      "Log in with admin / <1 J>uniper!8",
    ],
    harmless: [
      "The password is hashed with argon2id.",
      "The password policy is NIST-800-63b.",
      "Log in with Okta / Auth0.",
    ],
  },
  {
    id: "command-password",
    spans: commandPasswords,
    typed: false,
    found: [
      "mysql -uroot -p<1 K>estrel99 app",
      "sshpass -p '<1 W>inter2026!' ssh box",
      "db.corp.net:5432:shop:app:<1 H>arbour7Gate",
    ],
    harmless: [
      "mysql -uroot -p app",
      'sshpass -p "$PASS" ssh box',
      "db.corp.net:5432:shop:app:*",
      "docker run -p 8080:8080 app",
    ],
  },
  {
    id: "totp-seed",
    spans: totpSeeds,
    typed: false,
    found: ["TOTP seed: <16 A-Z2-7>", "otpauth://totp/box?secret=<32 A-Z2-7>"],
    harmless: ["The TOTP seed is stored in the vault.", "The TOTP code has six digits."],
  },
  {
    id: "named-hex",
    spans: namedHex,
    typed: false,
    found: ["La clave de cifrado es <64 0-9a-f>.", "zigbee network key: <32 0-9a-f>"],
    harmless: ["The key change came with <40 0-9a-f>.", "public key <64 0-9a-f>", "The cache key is <32 0-9a-f>"],
  },
];

export function matchContext(text: string): readonly Match[] {
  return CONTEXT_RULES.flatMap(({ id, spans, typed }) =>
    spans(text).map((span): Match => ({ layer: "contextual", rule: id, ...span, typed })),
  );
}

// Prose: a label word in one of several languages, then a verb or a sign, then a token that looks secret. Notes are
// written in sentences, where rules made for assignments see nothing. Labels are written without accents; the normalised
// copy of a text has none.

const PASSWORDS =
  "pass(?:word|wd|phrase|code|wort|(?=[\"'`]?\\s{0,2}[=:]))|pwd|kennwort|mot de passe|contrasena|senha|parola|wachtwoord|haslo|heslo|jelszo|salasana|losenord|adgangskode|passord|sifre|mat khau|kata sandi|пароль|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|पासवर्ड|סיסמה|كلمة المرور";
const CREDENTIALS =
  "(?:api|access|auth|secret|private|signing|encryption|master|licen[cs]e|account|shared|service|session|deploy|app|client|webhook|admin|storage|subscription|ssh|jwt|hmac)[ _-]?(?:access[ _-]?)?(?:key|token|secret|code)|secret|token|credentials?|creds|bearer|apikey|appkey|signature key|recovery code|connection string|cle (?:api|secrete|d'acces)|jeton|clave(?: api| secreta| de acceso)?|chave(?: de api| secreta)?|chiave(?: api| segreta)?|schlussel|geheimnis|sleutel|ключ|токен|секрет|密钥|密鑰|令牌|秘密鍵|トークン|シークレット|토큰|비밀 키";

const LABEL = new RegExp(`(${PASSWORDS})|(?:${CREDENTIALS})`, "gi");
/** From the end of a label to the token: so much of the sentence, a verb or sign, quotes. */
const CONNECTION =
  /(?:s|es|en)?(?:["'`\])*_]{0,3}[^\S\n]{0,4}(?:=>|:=|==?|:|：|->|→|—|–|>|,[^\S\n]?value=|は|是|为|為|은|는)|(?!@)(?:[^\n.;!?=|]|\.(?=\w)){0,60}?(?:\b(?:is|was|are|be|equals|reads|set to|changed to|now|to|as|with|use|ist|lautet|war|est|es|era|e|jest|ar|er|on|это|adalah|la)\b:?|[:=：]|=>|->|→))[\s]{0,4}["'`*_(<[「]{0,4}(?:(?:bearer|basic|token)[^\S\n]{1,3})?|["'`)*_]{0,3}[^\S\n]{1,3}["'`*]{0,3}/iy;
const TOKEN = /(?![:=,.)\]}])[^\s"'`<>「」|\\\u3001-\u30ff\u4e00-\u9fff]{8,256}/y;
const TAIL = /[.,;:!?)\]}*_]+$/;
/** A digest or an address of something is no secret, however random; the label then belongs to something else. */
const OTHER =
  /\b(?:sha\d*|md5|hash|checksum|digest|commit|integrity|fingerprint|public|uuid|guid|etag|revision|policy)\b/i;
const REACH = 90;
/** "The digest of the secret ...": so far before a label. */
const OTHER_REACH = 16;

function labelledTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  let rejectedEnd = 0;
  for (const label of text.matchAll(LABEL)) {
    const from = label.index + label[0].length;
    if (isInsideWord(text, label.index, from)) continue;
    // `token:token:token:` is one token that was looked at; a field of a longer value begins behind a separator.
    if (label.index < rejectedEnd && !/[;&,?|([{ ]/.test(text.charAt(label.index - 1))) continue;
    if (OTHER.test(text.slice(Math.max(0, label.index - OTHER_REACH), label.index).replace(/^.*[\n.;,]/s, "")))
      continue;
    const found = tokenAfter(text, from, label[1] === undefined ? "credential" : "password");
    if (found === undefined) continue;
    if (found.secret === undefined) rejectedEnd = found.end;
    else spans.push(found.secret);
  }
  return spans;
}

/** `passenger`, `tokenize`: a letter right behind the label makes it part of another word. */
function isInsideWord(text: string, start: number, end: number): boolean {
  const [before, after, last] = [text.charAt(start - 1), text.charAt(end), text.charAt(end - 1)];
  if (!/[a-z]/i.test(last)) return false;
  const upperTail = /[A-Z]/.test(after) && /[a-z]/.test(last);
  return (/[a-z]/i.test(after) && !upperTail && !/^e?[ns]\b/i.test(text.slice(end, end + 3))) || before > "~";
}

/** Undefined when nothing connects the label to what follows; `end` is where the last token ends, secret or not. */
function tokenAfter(
  text: string,
  from: number,
  asked: "password" | "credential",
): { readonly secret: Span | undefined; readonly end: number } | undefined {
  CONNECTION.lastIndex = from;
  const connection = CONNECTION.exec(text);
  if (connection === null || CONNECTION.lastIndex > from + REACH || OTHER.test(connection[0])) return undefined;
  const wanted = asked === "password" && /[=:：>]/.test(connection[0]) ? "password" : "credential";
  let end = CONNECTION.lastIndex;
  for (let start = end; start < from + REACH; start = afterWord(text, start)) {
    TOKEN.lastIndex = start;
    const token = TOKEN.exec(text)?.[0].replace(TAIL, "");
    if (token !== undefined) {
      end = start + token.length;
      const first = token.slice(0, token.search(/[;&,]|$/));
      const secret = [first, token].find((part) => looksSecret(part, wanted));
      if (secret !== undefined) return { secret: { start, end: start + secret.length }, end };
    }
    if (afterWord(text, start) === start) break;
  }
  return { secret: undefined, end };
}

/** "was changed to", "is the one from Monday,": plain words may stand before the token. */
const WORD = /[a-z]{1,12},?[^\S\n]{1,3}["'`*(]{0,3}/iy;

function afterWord(text: string, start: number): number {
  WORD.lastIndex = start;
  return WORD.test(text) ? WORD.lastIndex : start;
}

const USER_AND_PASSWORD = /([^\s/?#@:"'`<>\\]{0,100}):([^\s/?#@"'`<>\\]{3,256})@([\w.[\]-]{1,100})/y;
/** Names for use in manuals (RFC 2606): the host may be made up and the password not, so a strong one still counts. */
const RESERVED_HOST = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|invalid)$/i;
const SCHEME = /[a-z][a-z0-9+.-]{1,30}$/i;

/** `scheme://user:password@host`: found from its `://`, so that no other character starts a search. */
function addressPasswords(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    if (!SCHEME.test(text.slice(Math.max(0, at - 31), at))) continue;
    USER_AND_PASSWORD.lastIndex = at + 3;
    const found = USER_AND_PASSWORD.exec(text);
    if (found === null) continue;
    const password = found[2] as string;
    const start = at + 3 + (found[1] as string).length + 1;
    const manual = RESERVED_HOST.test((found[3] as string).replace(/\.$/, ""));
    if (manual && !looksSecret(password, "password")) continue;
    if (isSamplePassword(password)) continue;
    spans.push({ start, end: start + password.length });
  }
  return spans;
}

const KEY_HEADER = /-----BEGIN[ A-Z0-9]{0,40} ?PRIVATE KEY(?: BLOCK)?-----/g;
/** Line breaks may be written as `\n`; PEM headers such as `Proc-Type` may come first. */
const KEY_BODY =
  /(?:\\[nr]|[\s"'`,+>|]|[\w-]{3,20}: [^\n]{1,100}\n){0,60}([A-Za-z0-9+/=]{20}(?:[A-Za-z0-9+/=]|\\[nr]|[\s"'`,+>|]){20,20000})/y;

/** A header alone is talk about keys; with key material behind it, it is one, whether the end is there or not. */
function keyBlocks(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const header of text.matchAll(KEY_HEADER)) {
    KEY_BODY.lastIndex = header.index + header[0].length;
    const body = KEY_BODY.exec(text)?.[1];
    if (body === undefined || isStandIn(body.slice(0, 60)) || !/\d|[+/=]/.test(body) || !/[A-Z]/.test(body)) continue;
    spans.push({ start: header.index, end: KEY_BODY.lastIndex });
  }
  return spans;
}
