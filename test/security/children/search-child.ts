// One of many processes that open and ask the same index: node search-child.ts STORE CACHE
// Prints what it found as one line of JSON.
import { openSearchIndex } from "../../../src/recall/io/index/open-index.ts";
import { openStore } from "../../../src/store/io/open-store.ts";

const [root = "", cacheDir = ""] = process.argv.slice(2);
const store = openStore(root, { scope: "personal" });
const opened = openSearchIndex({ cacheDir, storeKey: "key", store, waitMs: 5000 });
if (opened.kind === "no-index") {
  process.stdout.write(JSON.stringify({ kind: "no-index", reason: opened.reason }));
} else {
  const { index } = opened;
  const state = index.refresh();
  const { documents, frequency } = index.facts(["stone"], { today: "2026-01-01" });
  const found = index.candidates(["stone"], { today: "2026-01-01" }, 60).length;
  index.close();
  process.stdout.write(JSON.stringify({ kind: "index", state, documents, stones: frequency.get("stone") ?? 0, found }));
}
