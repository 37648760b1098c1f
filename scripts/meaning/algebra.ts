// The little linear algebra that the table needs. Matrices are rows one behind the other.

/** Rows less their mean. */
export function centred(rows: Float32Array, width: number): Float32Array {
  const mean = new Float64Array(width);
  const count = rows.length / width;
  for (let at = 0; at < rows.length; at++) mean[at % width] = (mean[at % width] as number) + (rows[at] as number);
  return rows.map((each, at) => each - (mean[at % width] as number) / count);
}

/** Each row of length one; a row of nothing stays so. */
export function unit(rows: Float32Array, width: number): Float32Array {
  const out = new Float32Array(rows.length);
  for (let from = 0; from < rows.length; from += width) {
    const row = rows.subarray(from, from + width);
    const length = Math.sqrt(row.reduce((sum, each) => sum + each * each, 0)) || 1;
    for (let at = 0; at < width; at++) out[from + at] = (row[at] as number) / length;
  }
  return out;
}

/** The `dimensions` directions in which the rows differ most, one behind the other. */
export function principal(rows: Float32Array, width: number, dimensions: number): Float32Array {
  const spread = new Float64Array(width * width);
  for (let from = 0; from < rows.length; from += width)
    for (let a = 0; a < width; a++) {
      const x = rows[from + a] as number;
      for (let b = a; b < width; b++)
        spread[a * width + b] = (spread[a * width + b] as number) + x * (rows[from + b] as number);
    }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) spread[a * width + b] = spread[b * width + a] as number;
  const vectors = eigenvectors(spread, width);
  const order = Array.from({ length: width }, (_, at) => at).sort(
    (a, b) => (spread[b * width + b] as number) - (spread[a * width + a] as number),
  );
  const out = new Float32Array(dimensions * width);
  for (const [at, column] of order.slice(0, dimensions).entries())
    for (let row = 0; row < width; row++) out[at * width + row] = vectors[row * width + column] as number;
  return out;
}

const SWEEPS = 12;
const NEARLY_NOTHING = 1e-10;

/** Jacobi's rotations; `matrix` is symmetric and left with its eigenvalues on the diagonal. Vectors are the columns. */
function eigenvectors(matrix: Float64Array, width: number): Float64Array {
  const vectors = new Float64Array(width * width);
  for (let at = 0; at < width; at++) vectors[at * width + at] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (let p = 0; p < width; p++) for (let q = p + 1; q < width; q++) rotate(matrix, vectors, width, [p, q]);
  return vectors;
}

function rotate(matrix: Float64Array, vectors: Float64Array, width: number, [p, q]: readonly [number, number]): void {
  const off = matrix[p * width + q] as number;
  const theta = ((matrix[q * width + q] as number) - (matrix[p * width + p] as number)) / (2 * off);
  if (Math.abs(off) < NEARLY_NOTHING || !Number.isFinite(theta * theta)) return;
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const turn = (of: Float64Array, a: number, b: number): void => {
    const [x, y] = [of[a] as number, of[b] as number];
    of[a] = c * x - t * c * y;
    of[b] = t * c * x + c * y;
  };
  for (let k = 0; k < width; k++) turn(matrix, k * width + p, k * width + q);
  for (let k = 0; k < width; k++) turn(matrix, p * width + k, q * width + k);
  for (let k = 0; k < width; k++) turn(vectors, k * width + p, k * width + q);
}

export function projected(rows: Float32Array, width: number, directions: Float32Array): Float32Array {
  const dimensions = directions.length / width;
  const out = new Float32Array((rows.length / width) * dimensions);
  for (let row = 0; row < rows.length / width; row++)
    for (let d = 0; d < dimensions; d++) {
      let dot = 0;
      for (let at = 0; at < width; at++)
        dot += (rows[row * width + at] as number) * (directions[d * width + at] as number);
      out[row * dimensions + d] = dot;
    }
  return out;
}

/** For each sentence the numbers of its words, all of which weigh the same in it. */
export type Sparse = readonly Int32Array[];

export interface LeastSquares {
  readonly sentences: Sparse;
  readonly words: number;
  /** How much a word holds on to where it starts. */
  readonly pull: number;
  readonly steps: number;
}

/** Conjugate gradients for one dimension: words that sum up to what the sentences have there, near where they start. */
export function fitted(problem: LeastSquares, wanted: Float64Array, start: Float64Array): Float64Array {
  const { sentences, words, pull, steps } = problem;
  const transposed = (values: Float64Array): Float64Array => {
    const out = new Float64Array(words);
    sentences.forEach((ids, at) => {
      const each = (values[at] as number) / Math.sqrt(ids.length);
      for (const id of ids) out[id] = (out[id] as number) + each;
    });
    return out;
  };
  const times = (values: Float64Array): Float64Array => {
    const sums = Float64Array.from(sentences, (ids) => {
      let sum = 0;
      for (const id of ids) sum += values[id] as number;
      return sum / Math.sqrt(ids.length || 1);
    });
    return transposed(sums).map((each, at) => each + pull * (values[at] as number));
  };
  const x = Float64Array.from(start);
  const now = times(x);
  const rest = transposed(wanted).map((each, at) => each + pull * (start[at] as number) - (now[at] as number));
  const step = Float64Array.from(rest);
  let left = dot(rest, rest);
  for (let turn = 0; turn < steps && left > 1e-12; turn++) {
    const along = times(step);
    const far = left / dot(step, along);
    for (let at = 0; at < words; at++) {
      x[at] = (x[at] as number) + far * (step[at] as number);
      rest[at] = (rest[at] as number) - far * (along[at] as number);
    }
    const next = dot(rest, rest);
    for (let at = 0; at < words; at++) step[at] = (rest[at] as number) + (next / left) * (step[at] as number);
    left = next;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
