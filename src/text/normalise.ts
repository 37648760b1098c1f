// Unicode normalisation in bounded time. The engine sorts a run of combining marks by insertion, so one run of
// 128,000 marks (a 256 KiB file) takes 13 s, inside a hook that has 1 s. Text is therefore normalised in pieces.
// Pieces are cut where no character composes or reorders across, so the result is that of the whole text. Only a
// piece of 1,024 units without such a place, which no written language has, is cut elsewhere; what crosses that
// cut is then not composed, on every engine alike.

const PIECE = 512;
const LONGEST = 1024;

// What may change: nothing below U+0300 does by NFC, nothing in ASCII by either form.
const CHANGES_BY_NFC = /[\u0300-\uffff]/;
const CHANGES_BY_NFKC = /[\u0080-\uffff]/;

export function normalise(text: string, form: "NFC" | "NFKC"): string {
  if (!(form === "NFC" ? CHANGES_BY_NFC : CHANGES_BY_NFKC).test(text)) return text;
  if (text.length <= LONGEST) return text.normalize(form);
  let out = "";
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from);
    out += text.slice(from, to).normalize(form);
    from = to;
  }
  return out;
}

function endOfPiece(text: string, from: number): number {
  const last = Math.min(from + LONGEST, text.length);
  for (let at = from + PIECE; at < last; at++) if (startsPiece(text.charCodeAt(at))) return at;
  const splitsPair = last < text.length && isLowSurrogate(text.charCodeAt(last));
  return splitsPair ? last - 1 : last;
}

/** Below U+0300, ideographs and Hangul syllables: starters that never compose with what stands before them. */
function startsPiece(unit: number): boolean {
  return unit < 0x300 || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
