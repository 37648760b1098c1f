// Who is timed, and how each is built and asked. Documents and files are made before, outside of what is timed.
import { mkdirSync } from "node:fs";
import { openSearchIndex } from "../../src/recall/io/index/open-index.ts";
import { rank } from "../../src/recall/rank.ts";
import type { IndexFilter } from "../../src/recall/search-index.ts";
import { queryOf } from "../../src/text/query.ts";
import { fileAt, wordsOf } from "../../test/bench/generate.ts";
import { onDisk } from "../../test/bench/stores.ts";
import type { Opened } from "../search/engine.ts";
import { PEERS } from "../search/peers/index.ts";
import type { Doc } from "../search/read.ts";
import { fileSearch, isHere } from "./file-search.ts";

export interface Contender {
  readonly name: string;
  /** Undefined where its program is not on this machine. */
  readonly prepare: ((base: string, size: number) => () => Opened) | undefined;
  /** Whether there is anything to build; grep reads the files each time. */
  readonly hasIndex: boolean;
}

const PROJECTS = 20;
const CANDIDATES = 60;
const HERE: IndexFilter = { today: "2026-06-01", project: "github.com/example/p4" };

function ours(base: string, size: number): () => Opened {
  const { store } = onDisk(base, size, PROJECTS);
  // Stamps of the last few milliseconds prove nothing yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  return () => {
    const opened = openSearchIndex({ cacheDir: `${base}/cache`, storeKey: "key", store });
    if (opened.kind === "no-index") throw new Error(opened.reason);
    const { index } = opened;
    index.refresh();
    return {
      search: (text, limit) => {
        const query = queryOf(text);
        const terms = query.terms.map(({ term }) => term);
        const ranked = rank(query, index.facts(terms, HERE), index.candidates(terms, HERE, CANDIDATES));
        return ranked.slice(0, limit).map(({ proposal }) => proposal.file);
      },
      close: () => index.close(),
    };
  };
}

function files(program: "grep" | "rg"): Contender["prepare"] {
  if (!isHere(program)) return undefined;
  return (base, size) => {
    onDisk(base, size, PROJECTS);
    return () => fileSearch(program, `${base}/store/memories`);
  };
}

/** The words of the same memories, as the corpora's reader would give them; `file` is the id, as with ours. */
function docAt(n: number): Doc {
  const words = wordsOf(n);
  const part = (from: number, to?: number): string => words.slice(from, to).join(" ");
  const [name, description, body] = [part(0, 5), part(5, 15), part(18)];
  return { id: fileAt(n), group: "", name, tags: words.slice(15, 18), asks: [], description, kind: "fact", body };
}

export const CONTENDERS: readonly Contender[] = [
  { name: "ours", prepare: ours, hasIndex: true },
  ...PEERS.filter(({ name }) => name !== "grep").map((engine) => ({
    name: engine.name,
    hasIndex: true,
    prepare: (base: string, size: number): (() => Opened) => {
      mkdirSync(base, { recursive: true });
      const docs = Array.from({ length: size }, (_, n) => docAt(n));
      return () => engine.open(docs);
    },
  })),
  { name: "grep", prepare: files("grep"), hasIndex: false },
  { name: "ripgrep", prepare: files("rg"), hasIndex: false },
];
