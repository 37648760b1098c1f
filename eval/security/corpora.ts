// Reads the public corpora that are kept outside of the repository: HOLDFAST_CORPORA, by default ../shared/corpora.
// Absent means "not run", said aloud, and a fault where HOLDFAST_CORPORA_REQUIRED=1. Nothing of them is written anywhere.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

function folder(): string {
  return process.env.HOLDFAST_CORPORA ?? `${ROOT}../shared/corpora`;
}

/** The records of one `.jsonl.gz`, named without its ending; undefined when the corpora are not here. */
export function corpus<T>(name: string): readonly T[] | undefined {
  const file = `${folder()}/${name}.jsonl.gz`;
  if (!existsSync(file)) {
    if (process.env.HOLDFAST_CORPORA_REQUIRED === "1") throw new Error(`The corpus ${name} is required and missing.`);
    return undefined;
  }
  const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
