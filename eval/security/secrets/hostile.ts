// Texts of 64 KB that are made to cost time: repeated beginnings of what rules look for, long runs, many near matches
// (CHK-14). Used by the evaluation and by the test.
import { type Hostile, repeated } from "../timing.ts";

export const HOSTILE_SIZE: number = 64 * 1024;

const REPEATED: Readonly<Record<string, string>> = {
  api_: "api_",
  "password ": "password ",
  "password is ": "password is ",
  "password is a b": "password is a b c d e f g h ",
  "key = ": "key = ",
  "token:": "token:",
  "secret-": "secret-",
  "curl ": "curl ",
  "curl -u ": "curl -u a",
  "curl, returns": "curl\r\r\r\r\r\r\r\r\r\r\r\r",
  "curl, one header": "curl curl curl curl curl curl curl curl curl curl -H curl ",
  "curl, lines": 'curl\n\n -H "',
  "curl, quotes": "curl -u '",
  "aws secret ": "aws secret ",
  "twitter: ": "twitter: ",
  "facebook key ": "facebook key ",
  "kubeadm a.": "kubeadm ab.",
  "://": "a://b:c",
  "://user:": "https://user:pw",
  "ey.ey.": `${"ey"}${"J".repeat(20)}.`,
  "ey without end": "ey",
  "PEM headers": "-----BEGIN PRIVATE " + "KEY-----\n",
  "PEM beginnings": "-----BEGIN ",
  PuTTY: "PuTTY-User-Key-File-2: ",
  "GOOG ": "GOOG1E ",
  "base64 of text": Buffer.from("the password is not here, and neither is a key\n")
    .toString("base64")
    .replace(/=+$/, ""),
  hexadecimal: "0123456789abcdef",
  dashes: "-",
  dots: "a.",
  "near generic": `key = "${"a1b2c3d4"}${"e5f6g7h8"} `,
  "generic hits": `api_key = "${"q8Zt3LmV"}${"7xR2wK9p"}"\n`,
  "every keyword": "aws github azure twitter facebook okta jenkins datadog curl key token sk- hf_ npm_ ",
  fullwidth: "\uff50\uff41\uff53\uff53 ",
  "zero-width": "p\u200ba\u200bs\u200bs",
  marks: "a\u0301\u0302\u0303",
  "broken lines": "abcdefgh\n",
  "quoted lines": "abcd\n> \n",
  blanks: " ",
  "tabs and lines": "\t\n",
  quotes: "\"'`",
  redacted: "<redacted>",
  "redacted, open": '<redacted rule="',
  machine: "machine a login b ",
  "define(": "define('AUTH_KEY', '",
  mails: "a.b.c.d@a.b.",
  "said to be set": "password to x1 set ",
  "said before": "x1 is as password ",
  "pairs to log in": "admin / Ab1 login ",
  "seeds, nearly": "totp seed AB2 ",
  "options, nearly": "mysql -p ",
  "options, long": "--password ",
  "piped, nearly": "echo a | sudo -S ",
  ".pgpass, nearly": "a:5432:b:c:",
  "pieces of literals": '"a" + ',
  "pieces in a list": 'join("a", ',
};

export function hostileTexts(): readonly Hostile[] {
  return repeated(REPEATED, HOSTILE_SIZE);
}
