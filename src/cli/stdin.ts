// Standard input as text, bounded: `holdfast add -`.

import { MAX_FILE_BYTES } from "../memory/frontmatter.ts";
import { type Refusal, refuse } from "../text/errors.ts";

export async function readStdin(): Promise<string | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES)
      return refuse("too-large", "Standard input holds more than 256 KiB.", "Split it into several memories.");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuse("unreadable", "Standard input is not UTF-8 text.", "Put `iconv -f latin1 -t utf-8 |` before it.");
  }
}
