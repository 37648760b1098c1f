// Shannon's entropy of a text in bits per UTF-16 unit.

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
