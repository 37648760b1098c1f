// A process of its own that turns texts into vectors with the pinned weights (decision 0046): no variable of the environment,
// and by Node's permissions it reads its own file and the package's folder, writes nothing and starts nothing. One text at a
// time: in a batch the weights are rounded by what else stands there. It ends with the channel to whoever started it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { WordPiece } from "./pieces.ts";
import { FILES, GLUE, MACHINE, MODEL, type Pinned, PROGRAM, VOCABULARY } from "./pins.ts";

interface Tensor {
  readonly data: Float32Array;
}
interface Session {
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}
/** What of onnxruntime-web is used. */
interface Runtime {
  readonly env: { readonly wasm: { numThreads: number; wasmPaths: { mjs: string }; wasmBinary: Uint8Array } };
  readonly Tensor: new (type: "int64", data: BigInt64Array, shape: readonly number[]) => Tensor;
  readonly InferenceSession: { create(model: Uint8Array): Promise<Session> };
}
export interface Asked {
  readonly at: number;
  readonly text: string;
}
export interface Answered {
  readonly at: number;
  readonly vector: Int8Array;
}

const DIMENSIONS = 384;
const MOST_PIECES = 128;
/** Below whatever somebody waits for. */
const PRIORITY = 5;

function read(folder: string): (file: Pinned) => Uint8Array {
  const all = new Map(FILES.map((file) => [file, readFileSync(`${folder}/${file.name}`)]));
  for (const [{ name, sha256 }, bytes] of all)
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw new Error(`${name} is not what was pinned`);
  return (file) => all.get(file) ?? new Uint8Array();
}

async function opened(folder: string): Promise<(text: string) => Promise<Int8Array>> {
  const bytes = read(folder);
  const place = ({ name }: Pinned): string => pathToFileURL(`${folder}/${name}`).href;
  const runtime = (await import(place(PROGRAM))) as Runtime;
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = { mjs: place(GLUE) };
  runtime.env.wasm.wasmBinary = bytes(MACHINE);
  const session = await runtime.InferenceSession.create(bytes(MODEL));
  const pieces = new WordPiece(Buffer.from(bytes(VOCABULARY)).toString("utf8"));
  return async (text) => {
    const ids = pieces.encode(text, MOST_PIECES);
    const tensor = (of: (id: number) => bigint): Tensor =>
      new runtime.Tensor("int64", BigInt64Array.from(ids, of), [1, ids.length]);
    const { last_hidden_state: states } = await session.run({
      input_ids: tensor((id) => BigInt(id)),
      attention_mask: tensor(() => 1n),
      token_type_ids: tensor(() => 0n),
    });
    if (states === undefined) throw new Error("The weights answer in another form");
    return shortened(states.data);
  };
}

/** The mean over all pieces, a byte for each dimension, the largest of them 127: only the direction counts. */
function shortened(states: Float32Array): Int8Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const [at, each] of states.entries()) sum[at % DIMENSIONS] = (sum[at % DIMENSIONS] as number) + each;
  const most = sum.reduce((largest, each) => Math.max(largest, Math.abs(each)), Number.MIN_VALUE);
  return Int8Array.from(sum, (each) => Math.round((127 * each) / most));
}

setPriority(PRIORITY);
const encoder = opened(process.argv[2] ?? "");
let before: Promise<unknown> = encoder;
process.on("message", ({ at, text }: Asked) => {
  before = before.then(async () => {
    const answer: Answered = { at, vector: await (await encoder)(text) };
    process.send?.(answer);
  });
});
