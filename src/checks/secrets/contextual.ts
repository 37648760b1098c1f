// The contextual layer (CHK-10): labels in prose, credentials in addresses, private-key blocks. The vendor table is the
// fourth part; it runs with the rules, because it has their shape.
import type { Match } from "./hit.ts";
import { matchLabelled } from "./labelled.ts";
import { isSamplePassword, isStandIn, looksSecret } from "./strength.ts";

export function matchContext(text: string): readonly Match[] {
  return [...matchLabelled(text), ...matchAddresses(text), ...matchKeyBlocks(text)];
}

const USER_AND_PASSWORD = /([^\s/?#@:"'`<>\\]{0,100}):([^\s/?#@"'`<>\\]{3,256})@([\w.[\]-]{1,100})/y;
/** Names for use in manuals (RFC 2606): the host may be made up and the password not, so a strong one still counts. */
const RESERVED_HOST = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|invalid)$/i;
const SCHEME = /[a-z][a-z0-9+.-]{1,30}$/i;

/** `scheme://user:password@host`: found from its `://`, so that no other character starts a search. */
function matchAddresses(text: string): readonly Match[] {
  const matches: Match[] = [];
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
    matches.push({ layer: "contextual", rule: "url-credentials", start, end: start + password.length, typed: true });
  }
  return matches;
}

const KEY_HEADER = /-----BEGIN[ A-Z0-9]{0,40} ?PRIVATE KEY(?: BLOCK)?-----/g;
/** Line breaks may be written as `\n`; PEM headers such as `Proc-Type` may come first. */
const KEY_BODY =
  /(?:\\[nr]|[\s"'`,+>|]|[\w-]{3,20}: [^\n]{1,100}\n){0,60}([A-Za-z0-9+/=]{20}(?:[A-Za-z0-9+/=]|\\[nr]|[\s"'`,+>|]){20,20000})/y;

/** A header alone is talk about keys; with key material behind it, it is one, whether the end is there or not. */
function matchKeyBlocks(text: string): readonly Match[] {
  const matches: Match[] = [];
  for (const header of text.matchAll(KEY_HEADER)) {
    KEY_BODY.lastIndex = header.index + header[0].length;
    const body = KEY_BODY.exec(text)?.[1];
    if (body === undefined || isStandIn(body.slice(0, 60)) || !/\d|[+/=]/.test(body) || !/[A-Z]/.test(body)) continue;
    const end = KEY_BODY.lastIndex;
    matches.push({ layer: "contextual", rule: "private-key-block", start: header.index, end, typed: true });
  }
  return matches;
}
