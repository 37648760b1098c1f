// The memories and questions of a run, from the public corpora and from our own newcomer's set.
import { readFileSync } from "node:fs";
import { type Doc, ownCorpus, publicCorpus, type Question } from "../search/read.ts";
import { corpus } from "../security/corpora.ts";

export interface Note {
  readonly name: string;
  readonly text: string;
}

export interface Asked {
  readonly text: string;
  /** What must be in the agent's context; none: nothing answers it. */
  readonly wants: readonly string[];
  /** shared: some content word stands in the memory; none-shared: none does. */
  readonly cat: "shared" | "none-shared" | "unanswerable";
  readonly isHeldOut: boolean;
  readonly lang?: string;
  /** What a repository's last commits say where somebody is at work on the matter: two other questions of it. */
  readonly about?: readonly string[];
}

/** A tool call; `file_path` is relative to the project. */
export interface Act {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

export interface World {
  readonly name: string;
  readonly notes: readonly Note[];
  readonly asked: readonly Asked[];
  /** What an agent does to whom the memory should have been told. */
  readonly acts?: readonly (Act & Pick<Asked, "wants" | "isHeldOut">)[];
}

const CATEGORY: Readonly<Record<string, Asked["cat"]>> = {
  overlap: "shared",
  zero: "none-shared",
  none: "unanswerable",
};

/** Stores of 75, then all of them as one of 300, then that one among others; undefined without the corpora. */
export function paraphraseWorlds(sizes: readonly number[]): readonly World[] | undefined {
  const groups = publicCorpus("paraphrase");
  const more = publicCorpus("tldr");
  if (groups === undefined || more === undefined) return undefined;
  const worlds = groups.map(({ name, docs, questions }) => {
    const byId = new Map(docs.map((doc) => [doc.id, doc.body]));
    const asked = questions.map((question) => ({
      text: question.text,
      wants: question.rel.flatMap((id) => byId.get(id) ?? []),
      cat: CATEGORY[question.cat] ?? "unanswerable",
      isHeldOut: !question.development,
      about: aboutOf(question, questions),
    }));
    return { name: `paraphrase-${name}`, notes: docs.map(noteOf), asked };
  });
  const all = worlds.flatMap(({ notes }) => notes);
  const others = [...(ownCorpus() ?? []), ...more].flatMap(({ docs }) => docs.map(noteOf));
  const asked = worlds.flatMap((world) => world.asked);
  const large = sizes.filter((size) => size >= all.length);
  return [
    ...(sizes.includes(75) ? worlds : []),
    ...large.map((size) => ({
      name: `paraphrase-${size}`,
      notes: [...all, ...others.slice(0, size - all.length)],
      asked,
    })),
  ];
}

/** Two others of its matter, which other memories answer: what was worked on before it was asked. */
function aboutOf({ topic, rel, id }: Question, all: readonly Question[]): readonly string[] {
  const others = all.filter(
    (each) => each.topic === topic && each.id !== id && !each.rel.some((one) => rel.includes(one)),
  );
  return others.slice(0, 2).map(({ text }) => text);
}

function noteOf({ name, body }: Doc): Note {
  return { name, text: body };
}

interface NewcomerLine {
  readonly part: "development" | "held-out";
  readonly memory: string;
  readonly prompts: readonly string[];
  readonly acts?: readonly Act[];
}

/** Written before anything was tuned on them; halved by memory. */
export function newcomerWorld(): World {
  const entries = linesOf<NewcomerLine>("newcomer.jsonl");
  const asked = entries.flatMap(({ part, memory, prompts }) =>
    prompts.map((text) => ({ text, wants: [memory], cat: "shared" as const, isHeldOut: part === "held-out" })),
  );
  const acts = entries.flatMap(({ part, memory, acts: done = [] }) =>
    done.map((act) => ({ ...act, wants: [memory], isHeldOut: part === "held-out" })),
  );
  return { name: "newcomer", notes: entries.map(({ memory }) => ({ name: memory, text: memory })), asked, acts };
}

/** Of code that is written, so many functions. */
const FUNCTIONS = 100;

/** What agents do all day in any project: our own list, and functions out of a public corpus where there is one. */
export function ordinaryActs(): readonly Act[] {
  const functions = publicCorpus("cosqa")?.flatMap(({ docs }) => docs) ?? [];
  const written = functions.slice(0, FUNCTIONS).map(({ body }, at) => {
    return { tool: "Write", input: { file_path: `service/part_${at}.py`, content: body } };
  });
  return [...linesOf<Act>("ordinary.jsonl"), ...written];
}

function linesOf<T>(file: string): readonly T[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8").trim();
  return text.split("\n").map((line) => JSON.parse(line) as T);
}

interface LanguageLine {
  readonly lang: string;
  readonly memory: string;
  readonly shared: string;
  readonly none: string;
}

/** Thirty questions in each of five languages, all held out: nothing is tuned on them. One store, so that they fit a start. */
export function languageWorld(): World {
  const entries = linesOf<LanguageLine>("languages.jsonl");
  const asked = entries.flatMap(({ lang, memory, shared, none }) => [
    { text: shared, wants: [memory], cat: "shared" as const, isHeldOut: true, lang },
    { text: none, wants: [memory], cat: "none-shared" as const, isHeldOut: true, lang },
  ]);
  return { name: "languages", notes: entries.map(({ memory }) => ({ name: memory, text: memory })), asked };
}

export interface Task {
  readonly prompt: string;
  readonly path: string;
  readonly wants: readonly string[];
  /** Replaced by a later decision: never given without it. */
  readonly amended: readonly string[];
}

interface RawDecision {
  readonly task: string;
  readonly path: string;
  readonly text: string;
  readonly form: "policy" | "rationale" | "settled";
  readonly superseded?: boolean;
}

interface RawTask {
  readonly id: string;
  readonly prompt: string;
  readonly path: string;
}

/** Bug reports of one code base, and the decisions that each hangs on; undefined without the corpora. */
export function decisions(): { readonly notes: readonly Note[]; readonly tasks: readonly Task[] } | undefined {
  const memories = corpus<RawDecision>("retrieval/sde-bench/memories");
  const questions = corpus<RawTask>("retrieval/sde-bench/questions");
  if (memories === undefined || questions === undefined) return undefined;
  const told = memories.filter(({ form, task }) => form !== "policy" || !hasLonger(task, memories));
  const notes = told.map(({ path, text }) => ({ name: `${path}: ${text.slice(0, 60)}`, text: `${text} (${path})` }));
  const tasks = questions.map(({ prompt, path }) => {
    const own = told.filter((each) => each.path === path);
    const texts = (isAmended: boolean): readonly string[] =>
      own.filter(({ superseded }) => (superseded === true) === isAmended).map(({ text }) => text);
    return { prompt, path, wants: texts(false), amended: texts(true) };
  });
  return { notes, tasks };
}

function hasLonger(task: string, all: readonly RawDecision[]): boolean {
  return all.some((each) => each.task === task && each.form !== "policy");
}
