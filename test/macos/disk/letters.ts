// The letters that a folding disk takes for others, as a header for folding.c: PLAIN decomposes (NFD), FOLDED decomposes and
// then takes away case, so that U+017F is s and U+212A k. What one letter becomes is at most four.

type Change = (letter: string) => string;

const LAST = 0x1ffff;
const plain: Change = (letter) => letter.normalize("NFD");
const folded: Change = (letter) => Array.from(letter.normalize("NFD"), unCased).join("");

function unCased(letter: string): string {
  const upper = letter.toUpperCase();
  const lower = (Array.from(upper).length === 1 ? upper : letter).toLowerCase();
  return Array.from(lower).length === 1 ? lower : letter;
}

export function lettersHeader(): string {
  return `struct letter { uint32_t from; uint32_t to[4]; };\n${table("PLAIN", plain)}${table("FOLDED", folded)}`;
}

function table(name: string, change: Change): string {
  const rows: string[] = [];
  for (let at = 1; at <= LAST; at++) {
    if (at >= 0xd800 && at <= 0xdfff) continue;
    const letter = String.fromCodePoint(at);
    const to = change(letter);
    if (to !== letter) rows.push(`{${at},{${Array.from(to, (each) => each.codePointAt(0)).join(",")}}}`);
  }
  return `static const struct letter ${name}[] = {${rows.join(",")}};\n`;
}
