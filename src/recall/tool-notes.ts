// What an agent is told just before a tool acts (CTX-2): memories whose `paths` cover the file it is about to change, and
// constraints and runbooks about the command it is about to run. Silent otherwise, and never twice in a session.
import { textField } from "../memory/fields.ts";
import { type Memory, readMemory, replacedAmong } from "../store/catalogue.ts";
import type { Spot } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import { dayOf } from "../trust/transitions.ts";
import { covers, globOf } from "./glob.ts";
import { type IndexedStore, judged } from "./judged.ts";
import { type InSession, isNew, type PromptContext, tell } from "./recall.ts";
import { receiptOf } from "./receipts.ts";
import { search } from "./search.ts";
import type { StoreIndex } from "./search-index.ts";
import { candidateOf, carriesSecret, reasonAgainst, whyNot } from "./serve.ts";

export interface ToolMoment extends InSession {
  readonly tool: string;
  /** What it touches, each as the names from the project's top. */
  readonly paths: readonly (readonly string[])[];
  readonly command?: string;
}

interface About {
  readonly memory: Memory;
  /** Why it is told, for the receipt. */
  readonly rule: string;
}

/** A rule that covers half of a project is about none of its files in particular; so many are looked at. */
const MOST_READ = 20;
const KINDS: readonly (string | undefined)[] = ["constraint", "runbook"];

export async function toolNotes(stores: readonly IndexedStore[], moment: ToolMoment): Promise<PromptContext> {
  const found = [...aboutPaths(stores, moment), ...aboutCommand(stores, moment)];
  const once = found.filter(({ memory }, at) => found.findIndex((each) => each.memory.id === memory.id) === at);
  const replaced = replacedAmong(
    once.map(({ memory }) => memory),
    stores,
  );
  const fresh = once.filter(({ memory }) => isNew(memory, moment) && !replaced.has(memory));
  if (fresh.length === 0) return NOTHING;
  const suspects = await judged(
    fresh.map(({ memory }) => memory),
    stores,
    moment.judge,
  );
  const { config, now, shown, claim, isOutdated } = moment;
  const looking = { now, suspects, isOutdated };
  const candidates = fresh
    .map(({ memory, rule }) => ({ ...candidateOf(memory, looking), rule }))
    .filter((candidate) => reasonAgainst(candidate, moment) === undefined && !carriesSecret(candidate));
  const limits = { ...looking, most: config["max-inject"], tokens: config["tool-tokens"], shown, claim };
  const { text, selection } = tell(candidates, [], limits);
  if (text === "") return NOTHING;
  return {
    intent: { kind: "context", event: "PreToolUse", text },
    receipt: receiptOf(selection, { ...moment, event: `PreToolUse:${moment.tool}` }),
  };
}

const NOTHING: PromptContext = { intent: { kind: "nothing" } };

function aboutPaths(stores: readonly IndexedStore[], moment: ToolMoment): readonly About[] {
  if (moment.paths.length === 0) return [];
  const { project, branches = [], now } = moment;
  const filter = { today: dayOf(now), branches, project };
  return stores.flatMap(({ store, index }) =>
    spotsFor(index, filter, moment.paths)
      .slice(0, MOST_READ)
      .flatMap(({ spot, rule }) => {
        const memory = readMemory(store, spot);
        if (memory?.kind !== "memory" || whyNot(memory, { ...filter, now }) !== undefined) return [];
        return [{ memory, rule }];
      }),
  );
}

function spotsFor(
  index: StoreIndex | undefined,
  filter: Parameters<StoreIndex["globs"]>[0],
  paths: ToolMoment["paths"],
): readonly { readonly spot: Spot; readonly rule: string }[] {
  // Where the index can't be used nothing is said.
  const globs = unlessFault(
    () => [...(index?.globs(filter) ?? [])],
    () => [],
  );
  return globs.flatMap(([text, spots]) => {
    const glob = globOf(text);
    const path = glob === undefined ? undefined : paths.find((each) => covers(glob, each));
    return path === undefined ? [] : spots.map((spot) => ({ spot, rule: `is about ${path.join("/")}` }));
  });
}

function aboutCommand(stores: readonly IndexedStore[], { command, project, now }: ToolMoment): readonly About[] {
  if (command === undefined) return [];
  const request = { text: command, interactive: false, now, project };
  const { hits, facts } = search(stores, request);
  if (facts.backgroundSize === 0) return [];
  return hits
    .filter(({ memory }) => KINDS.includes(textField(memory.document, "kind")))
    .map(({ memory, score }) => ({ memory, rule: `is about this command, score ${score.toFixed(1)}` }));
}
