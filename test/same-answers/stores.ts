// Our own corpus as real stores, one for each group: most memories confirmed and signed, every fourth an agent's.
import { writeFileSync } from "node:fs";
import { loadMemories, loadQuestions } from "../../eval/corpus/read.ts";
import { composeDocument } from "../../src/memory/compose.ts";
import { makeId } from "../../src/memory/ids.ts";
import { typeOfKind } from "../../src/memory/kinds.ts";
import { attest } from "../support/attest.ts";
import { dataOf, makeBox, rootOf } from "../support/store-box.ts";

export interface AskedStore {
  readonly group: string;
  readonly base: string;
  readonly store: string;
  readonly data: string;
  /** A file with what is asked of it. */
  readonly questions: string;
  readonly asked: number;
}

const BORN = Date.UTC(2026, 0, 1);

export function makeStores(): readonly AskedStore[] {
  const questions = Map.groupBy(loadQuestions(), ({ group }) => group);
  return [...Map.groupBy(loadMemories(), ({ group }) => group)].map(([group, memories]) => {
    const base = makeBox("memory");
    for (const [at, { name, description, kind, tags, asks, body }] of memories.entries()) {
      const draft = { name, description, type: typeOfKind(kind), kind, tags, asks, body };
      const tier = at % 4 === 3 ? "inferred" : "verified";
      const id = makeId(
        BORN + 1000 * (at % 7),
        Uint8Array.from({ length: 10 }, (_, byte) => (byte === 9 ? at : 0)),
      );
      const created = { "created-at": "2026-01-01T00:00:00Z", "last-verified": "2026-05-01" };
      const { text } = composeDocument(draft, { id, "trust-level": tier, ...created });
      writeFileSync(`${rootOf(base)}/memories/project_m${at}.md`, text, { mode: 0o600 });
      attest(text, rootOf(base), dataOf(base));
    }
    const asked = (questions.get(group) ?? []).map(({ id, text }) => ({ id, text }));
    writeFileSync(`${base}/questions.json`, JSON.stringify(asked));
    const file = `${base}/questions.json`;
    return { group, base, store: rootOf(base), data: dataOf(base), questions: file, asked: asked.length };
  });
}
