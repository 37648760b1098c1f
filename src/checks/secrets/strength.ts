// Does a token look like a secret, or like a word, a name, a path, a version? Only tokens that stand behind a label are
// asked. Random characters change their kind often; names and words seldom do.

/** Values that stand in for a secret. Anything that contains one of these is none. */
const PLACEHOLDER =
  /\.\.\.|…|x{4,}|\*{3,}|\$\{|\{\{|<[a-z]|%[a-z_]+%|your|example|sample|placeholder|dummy|change[_-]?(?:me|it|this)|replace|redacted|hidden|masked|insert|todo|fixme|foo_?bar|lorem|hunter2|qwerty|s3cr3t|p[a@][s$]{2}w[o0]r?d|passwort|my[_-]?(?:secret|token|key|pass|api)|(?:super|top|very|some|test|fake|mock|demo|secret)[_-]?(?:secret|token|key|pass)|deadbeef|cafebabe|abcdef|123456|0{6,}|1{6,}|abc123|undefined|localhost|process\.env|os\.environ|getenv|import\.meta/i;

const NOT_A_SECRET = [
  /^[a-z][a-z0-9+.-]*:\/\//i, // an address; its credentials are looked for elsewhere
  /^(?:\.{0,2}|~|[a-z]:)[/\\]/i, // a path
  /^[\w.+-]+@[\w-]+\.[\w.]+$/, // a mail address
  /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$/, // a version
  /^\d{4}-\d\d-\d\d/, // a date
  /^[\d.,:/ +-]+$/, // a number
  /^(?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*(?:\(.*)?$/, // a member of something
  /^[A-Za-z_$][\w$.:]*[([]/, // a call or an element
  /^[$@%#&]\{?[A-Za-z_]\w*\}?$/, // a variable
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/, // a constant
  /^sha\d+[-:~]/i, // a digest that says so
  /a-z0-9|A-Z0-9|\\[wds]/, // an expression that looks for secrets
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|html?|css|py|rb|go|rs|java|sh|txt|env|pem|key|crt|com|org|net|io|dev)(?:[:#?/].*)?$/i,
];

export function isPlaceholder(token: string): boolean {
  return PLACEHOLDER.test(token);
}

const STAND_IN = /example|your[-_]|placeholder|redacted|dummy|x{6,}|\*{3,}|\.\.\.|…|\$\{|\{\{/i;

/** For tokens that name their kind: a long one holds a short word by chance, so only plain stand-ins count. */
export function isStandIn(token: string): boolean {
  return token.length < 24 ? isPlaceholder(token) : token.length < 64 && STAND_IN.test(token);
}

/** What manuals write where a password belongs. */
const MANUAL =
  /^(?:\$|\{|\[|%|:)|^(?:my|the|some|test|db|user|admin|root|new|old)?[-_]?(?:pass(?:word|wd)?|pwd|pw|secret|token|key|user(?:name)?|admin|root|postgres|mysql|mongo(?:db)?|redis|guest|test(?:ing)?|auth|api|foo|bar|baz|abc|credentials?)[-_]?\d{0,4}!?$/i;

/** A password in an address that was written to show where a password goes. */
export function isSamplePassword(password: string): boolean {
  if (password.length < 5 || MANUAL.test(password) || isPlaceholder(password)) return true;
  return password.length < 16 && (/^[a-z]+$/i.test(password) || /^\d{1,6}$/.test(password));
}

/** `asked` says how much the label before it promises: after a plain "key" more is wanted than after a password. */
export function looksSecret(token: string, asked: "password" | "credential"): boolean {
  if (token.length < (asked === "password" ? 8 : 12)) return false;
  const shape = shapeOf(token);
  if (shape.letters === 0 || shape.kinds < 2) return false;
  // The cheap questions come first: a hostile text asks thousands of times.
  if (shape.digits === 0) {
    if (asked !== "password" || shape.changes < token.length * 0.3 || !hasOddSymbol(token)) return false;
  } else if (shape.changes < token.length * (asked === "password" ? 0.2 : 0.25)) return false;
  if (entropyOf(token) < (token.length < 12 ? 2.7 : 3)) return false;
  return !isPlaceholder(token) && !looksLikeName(token) && !NOT_A_SECRET.some((form) => form.test(token));
}

/** What has letters and digits and is no password: "12-character", tickets and standards, hosts, versions, terms. */
const TERM =
  /^(?:\d+[-.]?[a-z]+(?:-[a-z]+)*|[A-Z]{2,}\d?-\d+[\w-]*|[a-z]+(?:[-_][a-z]+)*[-_]?\d|[\w-]*[vV]\d+(?:\.\d+)*)$/;
const TERM_WORDS =
  /^(?:2FA|(?:sha|md|aes|rsa|base|bcrypt|scrypt|argon|pbkdf|oauth|utf|ipv|http|x|ed|chacha|hmac|pkcs|soc|pci|log|s|k|i|l|n)-?\d)|pass(?:word|wd|wort)|p(?:ass|w)_|pwd|login|user|auth|secret|token|vault|hash/i;
const PASSPHRASE = /^[a-z]{3,}(?:-[a-z]{3,}){3,}$/;

/** Does it look like a password that a person made up? Asked only where one is expected; "mixed" is asked where less says so. */
export function looksChosen(token: string, asked: "chosen" | "mixed"): boolean {
  if (token.length < 6 || token.length > 64 || /\/|[{}]{2}/.test(token)) return false;
  if (PASSPHRASE.test(token)) return asked === "chosen" && !TERM_WORDS.test(token);
  const [lower, upper, digit] = [/[a-z]/, /[A-Z]/, /\d/].map((kind) => kind.test(token));
  const odd = /[A-Za-z0-9][!#$%&?@^~*]+(?:[A-Za-z0-9]|$)/.test(token);
  if (!lower && !upper) return false;
  // Words with a sign between them are code or talk, unless somebody took the trouble to mix the cases.
  if (!digit && !(lower && upper && /[A-Za-z][!#$%&?@^~*]+[A-Za-z]/.test(token))) return false;
  if (asked === "mixed" && !odd && !(lower && upper)) return false;
  if (TERM.test(token) || TERM_WORDS.test(token)) return false;
  return !isSamplePassword(token) && !NOT_A_SECRET.some((form) => form.test(token));
}

function shapeOf(token: string): { letters: number; digits: number; kinds: number; changes: number } {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  let changes = 0;
  let last = -1;
  for (let at = 0; at < token.length; at++) {
    const kind = kindOf(token.charCodeAt(at));
    counts[kind]++;
    if (last !== -1 && kind !== last) changes++;
    last = kind;
  }
  const [digits, lower, upper] = counts;
  return { letters: lower + upper, digits, kinds: counts.filter((count) => count > 0).length, changes };
}

/** Digit, lower case, upper case, anything else. */
function kindOf(unit: number): 0 | 1 | 2 | 3 {
  if (unit >= 48 && unit <= 57) return 0;
  if (unit >= 97 && unit <= 122) return 1;
  return unit >= 65 && unit <= 90 ? 2 : 3;
}

function hasOddSymbol(token: string): boolean {
  return /[^\w.\-/:=]/.test(token) && /[a-z]/.test(token) && /[A-Z]/.test(token);
}

/** Words of letters, each with at most a short number behind it: `claude-3-opus`, `utf8mb4_general_ci`, `oauth2Token`. */
function looksLikeName(token: string): boolean {
  const parts = token.split(/[-_./:=+,@]+|(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])/).filter((part) => part !== "");
  return parts.every((part) =>
    /^(?:[A-Za-z]?[a-z]{2,}\d{0,4}|[A-Z]{1,8}\d{0,3}|v?\d{1,8}|[a-z]\d{0,2}[a-z]?)$/.test(part),
  );
}

/** Shannon's entropy in bits per UTF-16 unit. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
