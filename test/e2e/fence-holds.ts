// Hostile memories in the place of the others, a batch at a time, each batch in a real session: nothing of them is found
// outside the fence, and each reached the request, so that the fence was tried (CHK-31, CHK-32).
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { malformation } from "../../src/checks/structure.ts";
import { parseDocument } from "../../src/memory/document.ts";
import type { ModelRequest } from "../support/model-request.ts";
import type { Box } from "./box.ts";
import { fenceIn } from "./fence.ts";
import { ESCAPE_WORD, type Hostile, plant } from "./hostile.ts";
import { type Check, memories } from "./view.ts";

const BATCH = 8;

interface Told {
  readonly first: ModelRequest;
  readonly run: { readonly code: number | null; readonly stderr: string };
}

export async function fenceHolds(
  box: Box,
  all: readonly Hostile[],
  ask: () => Promise<Told>,
  check: Check,
  whose = "",
): Promise<void> {
  const aside = readdirSync(memories(box)).map((file) => ({
    file,
    text: readFileSync(join(memories(box), file), "utf8"),
  }));
  for (const { file } of aside) rmSync(join(memories(box), file));
  const reached = new Set<string>();
  const broken: string[] = [];
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH);
    plant(box.home, batch);
    const { first, run } = await ask();
    try {
      const fence = fenceIn(first);
      for (const { handle } of fence?.memories ?? [])
        reached.add(batch.find(({ id }) => id.toLowerCase().endsWith(handle.slice(1)))?.id ?? "");
      if ((fence?.memories.length ?? 0) > batch.length) broken.push(`a forged line: ${batch.map((each) => each.file)}`);
      if (fence?.outside.includes(ESCAPE_WORD)) broken.push(`outside the fence: ${batch.map((each) => each.file)}`);
      if (run.code !== 0) broken.push(`session failed: ${run.stderr}`);
    } catch (error) {
      broken.push(`${String(error)}: ${batch.map((each) => each.file)}`);
    }
    for (const { file } of batch) rmSync(join(memories(box), file));
  }
  for (const { file, text } of aside) writeFileSync(join(memories(box), file), text, { mode: 0o600 });
  check(`${whose}CHK-32 ${all.length} hostile memories, none left the fence`, broken.length === 0, broken);
  // A name or description of several lines is no memory's, and is given to nobody (CHK-1).
  const missing = all.filter((each) => !reached.has(each.id) && isWellFormed(each.text)).map((each) => each.file);
  check(
    `${whose}CHK-31 of them ${reached.size} reached the request, so the fence was tried`,
    missing.length === 0,
    missing,
  );
}

function isWellFormed(text: string): boolean {
  const document = parseDocument(text);
  return document.kind === "document" && malformation(document) === undefined;
}
