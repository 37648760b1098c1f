// Writes the table that src/recall/vectors.ts reads: 4 bits for each value, a byte of scale for each row, rows by the hash of
// their term. Of two terms with one hash the first stays.
import { createHash } from "node:crypto";
import { DIMENSIONS, HASH_BYTES, HEAD_BYTES, hashOf, MAGIC, ROW_BYTES } from "../../src/recall/vectors.ts";

const LARGEST = 7;
const MOST_SCALE = 255;

/** `terms` in the order of their rows in `vectors`. */
export function tableOf(terms: readonly string[], vectors: Float32Array): Buffer {
  const byHash = new Map<number, number>();
  for (const [at, term] of terms.entries()) if (!byHash.has(hashOf(term))) byHash.set(hashOf(term), at);
  const sorted = [...byHash].sort(([a], [b]) => a - b);
  const row = (at: number): Float32Array => vectors.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
  const peaks = sorted.map(([, at]) => row(at).reduce((most, each) => Math.max(most, Math.abs(each)), 0) / LARGEST);
  const step = peaks.reduce((most, each) => Math.max(most, each), 0) / MOST_SCALE;
  const hashes = Buffer.alloc(HASH_BYTES * sorted.length);
  const rows = Buffer.alloc(ROW_BYTES * sorted.length);
  for (const [place, [hash, at]] of sorted.entries()) {
    hashes.writeUInt32LE(hash, HASH_BYTES * place);
    const scale = Math.min(MOST_SCALE, Math.max(1, Math.round((peaks[place] as number) / step)));
    pack(row(at), scale, step, rows.subarray(ROW_BYTES * place, ROW_BYTES * (place + 1)));
  }
  const body = Buffer.concat([hashes, rows]);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 0, "latin1");
  head.writeUInt32LE(sorted.length, 4);
  head.write(createHash("sha256").update(body).digest("hex").slice(0, 16), 8, "latin1");
  return Buffer.concat([head, body]);
}

function pack(row: Float32Array, scale: number, step: number, into: Buffer): void {
  const value = (at: number): number => {
    const rounded = Math.round((row[at] as number) / (scale * step));
    return Math.min(LARGEST, Math.max(-LARGEST, rounded)) + 8;
  };
  into[0] = scale;
  for (let at = 0; at < DIMENSIONS / 2; at++) into[at + 1] = value(2 * at) | (value(2 * at + 1) << 4);
}
