// The parts of an identifier (SEA-2): user_id, auth-service, React.FC, getHTTPResponse, python3. Signs between two
// letters or digits join; case and digits divide. The whole is searched as well, without its signs, so that user_id,
// userId and user-id are one name.
import { CLASS, classOf } from "./segments.ts";

const PARTS_MAX = 12;

/** Divides two numbers within a whole: 1.23 is not 12.3. */
const BETWEEN_DIGITS = "\ue000";

const JOINED = /[_.'’-]+/;

/** One part for a simple word. `chunk`: letters, digits, and joining signs between them. */
export function partsOf(chunk: string): readonly string[] {
  const pieces = JOINED.test(chunk) ? chunk.split(JOINED) : [chunk];
  const parts: string[] = [];
  for (const piece of pieces) divide(piece, parts);
  return parts.length > PARTS_MAX ? parts.slice(0, PARTS_MAX) : parts;
}

/** `parts`: folded. */
export function wholeOf(parts: readonly string[]): string {
  let whole = parts[0] ?? "";
  for (const part of parts.slice(1)) {
    whole += isDigitAt(whole, whole.length - 1) && isDigitAt(part, 0) ? BETWEEN_DIGITS + part : part;
  }
  return whole;
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

const DIVIDES = /[^a-z]/;

function divide(piece: string, parts: string[]): void {
  if (piece === "") return;
  if (!DIVIDES.test(piece)) {
    parts.push(piece);
    return;
  }
  let from = 0;
  for (let at = 1; at < piece.length; at++) {
    if (!isBoundary(piece, at, from)) continue;
    parts.push(piece.slice(from, at));
    from = at;
  }
  parts.push(piece.slice(from));
}

function isBoundary(piece: string, at: number, from: number): boolean {
  const before = classOf(piece.charCodeAt(at - 1));
  const here = classOf(piece.charCodeAt(at));
  if (here === CLASS.upper) {
    if (before === CLASS.lower) return true;
    return before === CLASS.upper && isLower(piece, at + 1) && !isPluralEnd(piece, at + 1);
  }
  // Short names with digits are names of their own: s3, k8s, v2.
  if (here === CLASS.digit) return before !== CLASS.digit && at - from >= 3;
  return before === CLASS.digit && here === CLASS.upper;
}

function isLower(piece: string, at: number): boolean {
  return at < piece.length && classOf(piece.charCodeAt(at)) === CLASS.lower;
}

/** The s of URLs, IDs, PRs. */
function isPluralEnd(piece: string, at: number): boolean {
  return piece[at] === "s" && (at + 1 === piece.length || classOf(piece.charCodeAt(at + 1)) === CLASS.upper);
}
