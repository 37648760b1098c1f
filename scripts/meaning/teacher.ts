// The teacher: all-MiniLM-L6-v2 with weights of 8 bits, run in a runtime of npm on one thread. One text at a time: in a batch
// the weights are rounded by what else stands there, and the same text would have another vector.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { WordPiece } from "../../src/recall/io/encoder/pieces.ts";
import { once } from "../../src/text/values.ts";

export const TEACHER_DIMENSIONS = 384;
const MOST_PIECES = 128;

interface Tensor {
  readonly data: Float32Array;
}
interface Runtime {
  readonly Tensor: new (type: "int64", data: BigInt64Array, shape: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(
      file: string,
      options: object,
    ): Promise<{ run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> }>;
  };
}

export interface Weights {
  /** Where npm put the runtime. */
  readonly runtime: string;
  readonly model: string;
  readonly tokenizer: string;
  /** Vectors are kept here, by the texts they were made of: making the table again costs little. */
  readonly cache: string;
}

/** So many are kept in one file. */
const AT_ONCE = 2000;

type Embed = (text: string) => Promise<Float32Array>;

/** Of each text a unit vector, one behind the other. */
export async function embedded(texts: readonly string[], weights: Weights): Promise<Float32Array> {
  const teacher = once(() => opened(weights));
  const vectors = new Float32Array(texts.length * TEACHER_DIMENSIONS);
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const part = await partOf(texts.slice(from, from + AT_ONCE), weights.cache, teacher);
    vectors.set(part, from * TEACHER_DIMENSIONS);
    console.log(`embedded ${from} of ${texts.length}, ${(process.cpuUsage().user / 1e6).toFixed(0)} s`);
  }
  return vectors;
}

async function partOf(texts: readonly string[], cache: string, teacher: () => Promise<Embed>): Promise<Float32Array> {
  const key = createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);
  const kept = `${cache}/vectors-${key}.f32`;
  if (existsSync(kept)) return new Float32Array(new Uint8Array(readFileSync(kept)).buffer);
  const embed = await teacher();
  const vectors = new Float32Array(texts.length * TEACHER_DIMENSIONS);
  for (const [at, text] of texts.entries()) vectors.set(await embed(text), at * TEACHER_DIMENSIONS);
  writeFileSync(kept, new Uint8Array(vectors.buffer));
  return vectors;
}

async function opened(weights: Weights): Promise<Embed> {
  const runtime = createRequire(import.meta.url)(weights.runtime) as Runtime;
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 };
  const session = await runtime.InferenceSession.create(weights.model, options);
  const pieces = new WordPiece(readFileSync(weights.tokenizer, "utf8"));
  return async (text) => {
    const ids = pieces.encode(text, MOST_PIECES);
    const tensor = (of: (id: number) => bigint): Tensor =>
      new runtime.Tensor("int64", BigInt64Array.from(ids, of), [1, ids.length]);
    const feeds = {
      input_ids: tensor((id) => BigInt(id)),
      attention_mask: tensor(() => 1n),
      token_type_ids: tensor(() => 0n),
    };
    const { last_hidden_state: states } = await session.run(feeds);
    if (states === undefined) throw new Error("The weights answer in another form");
    return meanOf(states.data, ids.length);
  };
}

function meanOf(states: Float32Array, pieces: number): Float32Array {
  const sum = new Float32Array(TEACHER_DIMENSIONS);
  for (let at = 0; at < pieces * TEACHER_DIMENSIONS; at++)
    sum[at % TEACHER_DIMENSIONS] = (sum[at % TEACHER_DIMENSIONS] as number) + (states[at] as number);
  const length = Math.hypot(...sum) || 1;
  return sum.map((each) => each / length);
}
