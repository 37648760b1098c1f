// One slip of the fingers: a letter too many, too few, wrong, or two turned round. The first letter is seldom the one
// that is wrong, and asking for it makes the comparison cheap.

/** Not for the same word. */
export function isOneSlip(a: string, b: string): boolean {
  const longer = a.length - b.length;
  if (longer < -1 || longer > 1 || a.charCodeAt(0) !== b.charCodeAt(0) || a === b) return false;
  let at = 1;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (longer > 0) return a.slice(at + 1) === b.slice(at);
  if (longer < 0) return a.slice(at) === b.slice(at + 1);
  if (a.slice(at + 1) === b.slice(at + 1)) return true;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
