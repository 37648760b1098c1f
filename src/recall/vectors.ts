// Vectors of terms, out of a table that comes with the package (ARR-5a): the vector of a text is the sum of its terms'. Sums
// of whole numbers, so that the same text has the same vector on every machine. Terms are those of text/terms.ts.
//
// The table: "HFM1", the number of rows (32 bits, little-endian), 16 characters of version; for each row the hash of its
// term (32 bits), in rising order; then the rows: a byte of scale and 256 values of 4 bits, the lower half first, each 8 more
// than it means. scripts/meaning/table.ts writes it.

export const DIMENSIONS = 256;
export const MAGIC = "HFM1";
export const HEAD_BYTES = 24;
export const ROW_BYTES: number = 1 + DIMENSIONS / 2;
export const HASH_BYTES = 4;

export interface Meaning {
  /** Another one makes other vectors. */
  readonly version: string;
  /** Of these together, each as often as it stands there; undefined where none of them is known. */
  vectorOf(terms: Iterable<string>): Int8Array | undefined;
}

/** Undefined where these bytes are no table. */
export function meaningIn(bytes: Uint8Array): Meaning | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, end: number): string => String.fromCharCode(...bytes.subarray(from, end));
  const rows = view.getUint32(4, true);
  const isWhole = bytes.length === HEAD_BYTES + rows * (HASH_BYTES + ROW_BYTES);
  if (!isWhole || text(0, 4) !== MAGIC) return undefined;
  const known = new Map<string, Int16Array | undefined>();
  const rowOf = (term: string): Int16Array | undefined => {
    if (!known.has(term)) known.set(term, unpacked(view, rows, placeOf(view, rows, hashOf(term))));
    return known.get(term);
  };
  return { version: text(8, HEAD_BYTES), vectorOf: (terms) => sumOf(terms, rowOf) };
}

export function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function placeOf(view: DataView, rows: number, hash: number): number | undefined {
  let [from, end] = [0, rows];
  while (from < end) {
    const middle = (from + end) >>> 1;
    const found = view.getUint32(HEAD_BYTES + HASH_BYTES * middle, true);
    if (found === hash) return middle;
    if (found < hash) from = middle + 1;
    else end = middle;
  }
  return undefined;
}

function unpacked(view: DataView, rows: number, place: number | undefined): Int16Array | undefined {
  if (place === undefined) return undefined;
  const from = HEAD_BYTES + HASH_BYTES * rows + ROW_BYTES * place;
  const scale = view.getUint8(from);
  const row = new Int16Array(DIMENSIONS);
  for (let at = 0; at < DIMENSIONS / 2; at++) {
    const pair = view.getUint8(from + 1 + at);
    row[2 * at] = ((pair & 15) - 8) * scale;
    row[2 * at + 1] = ((pair >> 4) - 8) * scale;
  }
  return row;
}

function sumOf(terms: Iterable<string>, rowOf: (term: string) => Int16Array | undefined): Int8Array | undefined {
  const sum = new Int32Array(DIMENSIONS);
  let isKnown = false;
  for (const term of terms) {
    const row = rowOf(term);
    if (row === undefined) continue;
    isKnown = true;
    for (let at = 0; at < DIMENSIONS; at++) sum[at] = (sum[at] as number) + (row[at] as number);
  }
  return isKnown ? shortened(sum) : undefined;
}

/** A byte for each, the largest of them 127: only the direction counts. */
function shortened(sum: Int32Array): Int8Array {
  const most = sum.reduce((largest, each) => Math.max(largest, Math.abs(each)), 1);
  return Int8Array.from(sum, (each) => Math.round((127 * each) / most));
}

/** Of two of one length: from -1 to 1; of a vector of nothing 0. */
export function cosine(a: Int8Array, b: Int8Array): number {
  let dot = 0;
  let ofA = 0;
  let ofB = 0;
  // A start asks it of every memory, in code that nobody has compiled yet: no arrays on the way.
  for (let at = 0; at < a.length; at++) {
    const x = a[at] as number;
    const y = b[at] as number;
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}
