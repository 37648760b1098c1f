// What a helper of a session is told when it begins (ARR-7). Its context is its own: nothing that the session was told is in
// it. First comes what names a file or a symbol of its task, then what a prompt of these words would bring, then the rules that
// hold for everybody, in one block.
import { unlessFault } from "../text/errors.ts";
import { namesInTask } from "./act-names.ts";
import type { IndexedStore } from "./judged.ts";
import { isRule } from "./order.ts";
import type { InSession, PromptContext } from "./recall.ts";
import { search } from "./search.ts";
import { candidateOf } from "./serve.ts";
import { worthSaying } from "./silence.ts";
import { type About, filterOf, freshly, naming, tellAbout } from "./tool-notes.ts";

export interface SubagentMoment extends InSession {
  readonly agentType: string;
  /** Empty where the host does not tell. */
  readonly task: string;
}

/** Of the rules so many are read: more than the budget holds. */
const MOST_RULES = 40;
/** A helper begins once, so it is told more than a prompt brings. */
const TIMES_A_PROMPT = 4;

export async function subagentContext(stores: readonly IndexedStore[], moment: SubagentMoment): Promise<PromptContext> {
  const { config, agentType } = moment;
  const names = namesInTask(moment.task);
  const found = [
    ...stores.flatMap((each) => naming(each, names, moment)),
    ...aboutTask(stores, moment),
    ...stores.flatMap((each) => rulesOf(each, moment)),
  ];
  const limits = {
    most: TIMES_A_PROMPT * config["max-inject"],
    tokens: Math.min(config["session-start-tokens"], config["prompt-tokens"]),
  };
  return await tellAbout(stores, found, { ...moment, limits, event: "SubagentStart", part: agentType });
}

/** By the bars of a prompt (CTX-3). */
function aboutTask(stores: readonly IndexedStore[], moment: SubagentMoment): readonly About[] {
  const { task, project, branches, now, config } = moment;
  if (task === "") return [];
  const { hits, facts } = search(stores, { text: task, interactive: false, project, branches, now });
  if (facts.backgroundSize === 0) return [];
  return worthSaying(hits, config["max-inject"]).map(({ memory, score }) => ({
    memory,
    rule: `matches the task, score ${score.toFixed(1)}`,
  }));
}

/** Verified rules of conduct: what nobody has confirmed comes only where the task asks for it. */
function rulesOf(each: IndexedStore, moment: SubagentMoment): readonly About[] {
  const spots = unlessFault(
    () => each.index?.leading(filterOf(moment), MOST_RULES).spots ?? [],
    () => [],
  );
  return spots.flatMap((spot) => {
    const memory = freshly(each, spot, moment);
    if (memory?.tier !== "verified" || !isRule(candidateOf(memory, moment))) return [];
    return [{ memory, rule: "holds for every helper" }];
  });
}
