// The library. It calls the same use cases as the command line and always acts as an agent channel: what it writes is
// inferred, and nothing here can raise trust (LIB-1). A person's channel is built inside the entrances only.

import type { SecondOpinion } from "./checks/secrets/find.ts";
import { loadedOrNot } from "./compose/checks.ts";
import { hereFrom } from "./compose/here.ts";
import { storesAt } from "./compose/stores.ts";
import { isToolKey } from "./memory/keys.ts";
import type { Kind, MemoryType } from "./memory/kinds.ts";
import { search } from "./recall/search.ts";
import { list, type Row, rowOf } from "./review/list.ts";
import { type ShownMemory, show } from "./review/show.ts";
import { add } from "./store/add.ts";
import type { AddRequest } from "./store/authored.ts";
import { stemOf } from "./store/catalogue.ts";
import type { Act } from "./store/context.ts";
import { suspectsBy } from "./store/withheld.ts";
import { type Code, isRefusal, type Refusal } from "./text/errors.ts";

export type { Code, Kind, MemoryType, Refusal, Row, ShownMemory };
export { isRefusal };

export interface OpenOptions {
  /** The personal store; default HOLDFAST_HOME or ~/.holdfast. */
  readonly store?: string;
  /** The folder whose project and shared store count; default the current one. */
  readonly cwd?: string;
}

/** A memory to keep. Only `text` is needed; the rest is derived from it. */
export interface Remember {
  readonly text: string;
  readonly name?: string;
  readonly description?: string;
  readonly type?: MemoryType;
  readonly kind?: Kind;
  readonly tags?: readonly string[];
  readonly asks?: readonly string[];
  readonly paths?: readonly string[];
  readonly expires?: string;
  /** Applies everywhere, not only in the project of `cwd`. */
  readonly global?: boolean;
}

export interface Remembered {
  readonly kind: "remembered";
  readonly id: string;
  readonly stem: string;
  /** False when a memory said exactly this already. */
  readonly created: boolean;
  /** Keys of the trust machine in the input: dropped and recorded. */
  readonly dropped: readonly string[];
}

export interface Holdfast {
  /** Creates an inferred memory. Keys that only the tool sets are dropped. */
  remember(memory: Remember): Promise<Remembered | Refusal>;
  /** Everything but quarantined memories. */
  list(): readonly Row[];
  /** Best first, as `holdfast search` finds them; what waits for a person is left out. */
  search(words: string, limit?: number): Promise<readonly SearchHit[]>;
  /** One memory by id, unique id prefix or file stem; quarantined text is refused. */
  get(name: string): ShownMemory | Refusal;
}

export interface SearchHit {
  readonly row: Row;
  readonly score: number;
  /** The fields in which words were found. */
  readonly matched: readonly string[];
}

/** Fixed here: a caller can't choose it (TRU-22a). */
const CHANNEL = "library";

/** Throws a `Fault` with a code and a hint when there is no store, or an unsafe one. */
export function openStore(options: OpenOptions = {}): Holdfast {
  const now = (): Date => new Date();
  const here = hereFrom({ env: process.env, cwd: options.cwd ?? process.cwd(), store: options.store });
  const at = storesAt(here, "writer", now);
  const { personal } = at;
  const stores = at.shownTo(CHANNEL);
  const act = (): Act => at.act(CHANNEL, now(), "quick");
  const project = here.project && { project: here.project.id };
  let second: SecondOpinion | undefined;
  return {
    remember: async (memory) => {
      second ??= await loadedOrNot();
      const request = { ...authorPart(memory), ...project, claims: claimsOf(memory) };
      const result = await add(personal, request, at.act(CHANNEL, now(), second));
      if (isRefusal(result)) return result;
      if (result.kind === "already-known") {
        const { memory: known } = result;
        return { kind: "remembered", id: known.id ?? "", stem: stemOf(known), created: false, dropped: [] };
      }
      const { plan, file } = result.planned;
      const id = plan.steps[0]?.id ?? "";
      return { kind: "remembered", id, stem: file.replace(/\.md$/, ""), created: true, dropped: plan.droppedClaims };
    },
    list: () => list(stores, { replaced: true }, act()).rows,
    search: async (words, limit = 10) => {
      const { now: moment, checks } = act();
      const request = { text: String(words), interactive: true, now: moment, suspects: suspectsBy(checks), ...project };
      const { indexed } = await import("./compose/indexed.ts");
      const { hits } = search(indexed(stores, here), request);
      return hits.slice(0, limit).map(({ memory, score, matched }) => ({
        row: rowOf(memory, moment, false),
        score,
        matched: matched.flatMap(({ fields }) => fields).filter((each, place, all) => all.indexOf(each) === place),
      }));
    },
    get: (name) => show(stores, name, act()),
  };
}

/** An allow-list: whatever else a caller put into the object is not passed on. */
function authorPart(memory: Remember): AddRequest {
  const { text, name, description, type, kind, tags, asks, paths, expires } = memory;
  const given = Object.entries({ name, description, type, kind, tags, asks, paths, expires }).filter(
    ([, value]) => value !== undefined,
  );
  return { text: String(text), ...Object.fromEntries(given), global: memory.global === true };
}

function claimsOf(memory: object): readonly string[] {
  return Object.keys(memory).filter(isToolKey);
}
