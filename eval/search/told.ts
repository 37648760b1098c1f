// What the application itself would tell with a prompt, given what was ranked: recall/recall.ts selects, caps and fits the
// budget, over memories composed as files are. No rule of the selection is repeated here.

import { effectiveConfig, parseConfig } from "../../src/config/config.ts";
import { composeDocument } from "../../src/memory/compose.ts";
import { makeId } from "../../src/memory/ids.ts";
import { recall } from "../../src/recall/recall.ts";
import type { Memory } from "../../src/store/catalogue.ts";
import type { OurStore } from "./ours.ts";
import { type Doc, headOf } from "./read.ts";

/** The unconfirmed ones: in one session, or as an attacker with patience would. */
export type Written = "on one day" | "on a day of its own";

const { config } = effectiveConfig(parseConfig(undefined, "user"));
export const SLOTS: number = config["max-inject"];
const NOW = new Date("2026-06-01T00:00:00Z");
const DAY = 24 * 60 * 60 * 1000;

/** Ids of the corpus, in the order told. */
export function toldBy(
  store: OurStore,
  docs: readonly Doc[],
  written: Written,
): (text: string, unconfirmed: ReadonlySet<string>) => readonly string[] {
  const byId = new Map(docs.map((doc, at) => [doc.id, { doc, at }]));
  return (text, unconfirmed) => {
    const told = new Map<string, string>();
    const hits = store.rank(text).flatMap((each) => {
      const { id } = each.proposal;
      const found = byId.get(id);
      if (found === undefined) return [];
      const memory = memoryOf(found.doc, found.at, unconfirmed.has(id) ? "inferred" : "verified", written);
      told.set(memory.id ?? "", id);
      return [{ ...each, memory }];
    });
    const found = { ...store.asked(text), hits, misses: [], strategy: "fts5-bm25" } as const;
    const { selection } = recall(found, { most: SLOTS, tokens: config["prompt-tokens"], now: NOW });
    return selection.shown.map(({ candidate }) => told.get(candidate.id) ?? "");
  };
}

function memoryOf(doc: Doc, at: number, tier: "inferred" | "verified", written: Written): Memory {
  const born = Date.UTC(2025, 0, 1) + (written === "on one day" ? 0 : (at % 500) * DAY);
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, at);
  const id = makeId(born, random);
  const { tags, asks, body } = doc;
  const draft = { ...headOf(doc), type: "project" as const, tags, asks, body };
  const document = composeDocument(draft, { id, "trust-level": tier, "created-at": new Date(born).toISOString() });
  const stored = {
    kind: "file",
    place: "memories",
    file: `project_m${at}.md`,
    bytes: new Uint8Array(),
    sha256: "",
    mtimeMs: born,
  } as const;
  return { kind: "memory", stored, document, id, tier, scope: "personal", supersedes: [] };
}
