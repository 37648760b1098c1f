// The peers that are timed find what they are asked for: a contender that answers the wrong thing quickly is no result.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CONTENDERS } from "../../../eval/peers/contenders.ts";
import { fileSearch } from "../../../eval/peers/file-search.ts";
import { promptAbout } from "../../bench/generate.ts";

const base = mkdtempSync(join(tmpdir(), "holdfast-peers-test-"));
afterAll(() => rmSync(base, { recursive: true }));

test("grep has the file with the most different words first, however often one stands there", () => {
  writeFileSync(join(base, "a.md"), "queue queue queue queue\nQueue\n");
  writeFileSync(join(base, "b.md"), "The Queue of webhooks\n");
  writeFileSync(join(base, "c.md"), "nothing of it\n");
  const store = fileSearch("grep", base);
  expect(store.search("which queue has the webhooks?", 10)).toEqual(["b.md", "a.md"]);
  expect(store.search("the of and", 10)).toEqual([]);
  expect(store.search("--include=* $(id) unheard", 10)).toEqual([]);
});

test("each contender finds the memory that a prompt is about", () => {
  for (const { name, prepare } of CONTENDERS) {
    if (prepare === undefined) continue;
    const store = prepare(join(base, name), 40)();
    expect([name, store.search(promptAbout(7, 1), 10)]).toEqual([name, expect.arrayContaining(["project_m7.md"])]);
    store.close();
  }
});
