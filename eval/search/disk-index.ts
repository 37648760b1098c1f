// The real index over real files: a store in a temporary folder, one memory file per document, scanned by the index as
// it scans any store. What a session would get, then, from the bytes up.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { makeId } from "../../src/memory/ids.ts";
import { DEVELOPER_TEXT } from "../../src/recall/io/index/developer-text.ts";
import { openSearchIndex } from "../../src/recall/io/index/open-index.ts";
import type { SearchIndex } from "../../src/recall/search-index.ts";
import { initStore, openStore, storeKey } from "../../src/store/io/open-store.ts";
import { type OurEngine, ourEngine } from "./ours.ts";
import { type Doc, headOf } from "./read.ts";

const BORN = Date.UTC(2026, 0, 1);

export const ON_DISK: OurEngine = ourEngine("ours", indexOnDisk);

function indexOnDisk(docs: readonly Doc[]): SearchIndex {
  const home = mkdtempSync(join(tmpdir(), "holdfast-eval-"));
  const root = join(home, "store");
  initStore(root, { scope: "personal", storeId: idAt(0) });
  const byId = new Map<string, string>();
  for (const [at, doc] of docs.entries()) {
    const id = idAt(at + 1);
    byId.set(id, doc.id);
    writeFileSync(join(root, "memories", `project_m${at}.md`), fileOf(id, doc), { mode: 0o600 });
  }
  const store = openStore(root, { scope: "personal" });
  const cacheDir = join(home, "cache");
  const opened = openSearchIndex({ cacheDir, storeKey: storeKey(store.info), store, background: DEVELOPER_TEXT });
  if (opened.kind === "no-index") throw new Error(`The index did not open: ${opened.reason}`);
  const { index } = opened;
  const freshness = index.refresh();
  if (freshness !== "current") throw new Error(`The index is ${freshness}.`);
  return {
    refresh: (options) => index.refresh(options),
    facts: (terms, filter) => index.facts(terms, filter),
    candidates: (terms, filter, limit) =>
      index.candidates(terms, filter, limit).map((each) => ({ ...each, id: byId.get(each.id) ?? "" })),
    claimants: (ids) => index.claimants(ids),
    completions: (prefix, filter, limit) => index.completions(prefix, filter, limit),
    close: () => {
      index.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Equal scores are ordered by age (SEA-5): all are equally old, and so in the order of the corpus. */
function idAt(at: number): string {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, at);
  return makeId(BORN, random);
}

function fileOf(id: string, doc: Doc): string {
  const fields = {
    ...headOf(doc),
    type: "project",
    ...(doc.kind === "" ? {} : { kind: doc.kind }),
    tags: doc.tags,
    ...(doc.asks.length === 0 ? {} : { asks: doc.asks }),
    id,
    "trust-level": "verified",
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${doc.body}\n`;
}
