// Keys that are plain letters or digits (CHK-10): the seed of a TOTP in base32, a key in hexadecimal. Neither looks like
// more than a word or a digest, so a name that tells has to stand before it.
import type { Span } from "../../text/graphemes.ts";
import { entropyOf, isPlaceholder } from "./strength.ts";

const SECOND_FACTOR = /\b(?:totp|h?otp|2fa|mfa|two[ _-]?factor|authenticator|oathtool)/gi;
const TELLS = /secret|seed|key|setup|schl(?:u|ü)ssel|oathtool|totp\(|シークレット/i;
const BASE32 =
  /(?<![A-Za-z0-9])(?:[A-Z2-7]{16,64}|[a-z2-7]{16,64}|(?:[A-Za-z2-7]{4}[ -]){3,15}[A-Za-z2-7]{4})(?![A-Za-z0-9])/g;
/** The seed that manuals show. */
const MANUAL = /^JBSWY3DPEHPK3PXP/i;
const REACH = 90;

export function totpSeeds(text: string): readonly Span[] {
  const spans: Span[] = [];
  let seen = 0;
  for (const { index } of text.matchAll(SECOND_FACTOR)) {
    // A window that an earlier name opened is not looked at again.
    const from = Math.max(index, seen);
    const window = text.slice(from, index + REACH + 64);
    seen = index + REACH;
    if (!TELLS.test(text.slice(Math.max(0, index - 24), index + REACH))) continue;
    for (const { 0: seed, index: at } of window.matchAll(BASE32)) {
      if (from + at > index + REACH || !isSeed(seed)) continue;
      spans.push({ start: from + at, end: from + at + seed.length });
    }
  }
  return spans;
}

/** Lower case and groups of four are words as a rule; digits between the letters make them a seed. */
function isSeed(seed: string): boolean {
  const digits = seed.replaceAll(/\D/g, "").length;
  if (digits < (/[ -]/.test(seed) ? 2 : /[a-z]/.test(seed) ? 1 : 0)) return false;
  return entropyOf(seed) > 3 && !MANUAL.test(seed) && !isPlaceholder(seed);
}

const HEX = /\b(?:0x)?(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})\b/g;
const NAMED =
  /(?:key|secret|seed|pepper|schlussel|\bcle\b|clave|キー|鍵|\birk|\bltk|\s-K)(?:s|_?hex)?(?:([^\n.;]{0,40}?)(?:\b(?:is|ist|lautet|est|es)|は|[=:：]|->|→))?[\s"'`(]{0,4}$/i;
/** Then the digits are of something that everybody may see: behind the name, or right before it. */
const SEEN_BEHIND =
  /sha\d|md5|hash|checksum|digest|commit|integrity|fingerprint|uuid|guid|etag|revision|^_?id|\bids?\b|address|public/i;
const SEEN_BEFORE =
  /(?:public|cache|primary|partition|idempotency|foreign|sort|host|digest of the|hash of the)[ _-]?$/i;

/** A run of 32 lies over one of every 32 places; most texts are told by these alone. */
function mayHoldHex(text: string): boolean {
  for (let at = 31; at < text.length; at += 32) {
    let [start, end] = [at, at];
    while (end - start < 32 && isHex(text.charCodeAt(end))) end++;
    while (end > at && end - start < 32 && isHex(text.charCodeAt(start - 1))) start--;
    if (end - start >= 32) return true;
  }
  return false;
}

function isHex(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
}

export function namedHex(text: string): readonly Span[] {
  if (!mayHoldHex(text)) return [];
  return [...text.matchAll(HEX)].flatMap(({ index, 0: hex }) => {
    const line = text.slice(Math.max(0, index - 70), index).replace(/^.*\n/s, "");
    const named = NAMED.exec(line);
    if (named === null || SEEN_BEHIND.test(named[1] ?? "") || SEEN_BEFORE.test(line.slice(0, named.index))) return [];
    return entropyOf(hex) > 2.5 ? [{ start: index, end: index + hex.length }] : [];
  });
}
