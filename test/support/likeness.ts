// How alike two texts of a set are, whatever their case, blanks and punctuation: the share of runs of letters in both.

export function squeeze(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

export function grams(text: string, size: number): Set<string> {
  const letters = [...squeeze(text)];
  return new Set(letters.slice(size - 1).map((_, index) => letters.slice(index, index + size).join("")));
}

export function likeness(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return shared / (a.size + b.size - shared);
}
