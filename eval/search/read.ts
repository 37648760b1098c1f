// The corpora as stores: a group is one store, and a question is asked of its own group only. Read from the folder of
// public corpora, or from eval/corpus, which is ours; nothing of the former is ever written.
import { existsSync, readFileSync } from "node:fs";
import { corpus } from "../security/corpora.ts";
import { isDevelopment } from "./split.ts";

export interface Doc {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly asks: readonly string[];
  readonly description: string;
  readonly kind: string;
  readonly body: string;
}

/** A memory has a name and a description (CHK-1): where a corpus has none, signs stand there that no search knows. */
export function headOf({ name, description }: Pick<Doc, "name" | "description">): Pick<Doc, "name" | "description"> {
  return { name: name.padEnd(2, "."), description: description === "" ? "." : description };
}

export interface Question {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  readonly cat: string;
  readonly topic: string;
  readonly lang: string;
  /** Which half it belongs to: thresholds and weights may be chosen with the development half only. */
  readonly development: boolean;
  readonly rel: readonly string[];
}

export interface Group {
  readonly name: string;
  readonly docs: readonly Doc[];
  readonly questions: readonly Question[];
}

interface RawDoc {
  readonly id: string;
  readonly group: string;
  readonly title?: string;
  readonly name?: string;
  readonly tags?: string | readonly string[];
  readonly asks?: readonly string[];
  readonly description?: string;
  readonly kind?: string;
  readonly body: string;
}

interface RawQuestion {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  readonly cat: string;
  readonly topic?: string;
  readonly lang?: string;
  readonly part?: "development" | "held-out";
  readonly rel: readonly string[];
}

/** Undefined when the public corpora are not on this machine. */
export function publicCorpus(name: string): readonly Group[] | undefined {
  const docs = corpus<RawDoc>(`retrieval/${name}/docs`);
  const questions = corpus<RawQuestion>(`retrieval/${name}/queries`);
  return docs === undefined || questions === undefined ? undefined : grouped(docs, questions);
}

const OWN = new URL("../corpus/", import.meta.url);

export function ownCorpus(): readonly Group[] | undefined {
  const [docs, questions] = [new URL("memories.jsonl", OWN), new URL("questions.jsonl", OWN)];
  if (!existsSync(docs) || !existsSync(questions)) return undefined;
  return grouped(lines<RawDoc>(docs), lines<RawQuestion>(questions));
}

function lines<T>(file: URL): readonly T[] {
  const all = readFileSync(file, "utf8").split("\n");
  return all.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as T);
}

export function grouped(docs: readonly RawDoc[], questions: readonly RawQuestion[]): readonly Group[] {
  const byGroup = Map.groupBy(docs, ({ group }) => group);
  const asked = Map.groupBy(questions, ({ group }) => group);
  return [...byGroup].map(([name, own]) => ({
    name,
    docs: own.map(docOf),
    questions: (asked.get(name) ?? []).map(questionOf),
  }));
}

function docOf(raw: RawDoc): Doc {
  return {
    id: raw.id,
    group: raw.group,
    name: raw.name ?? raw.title ?? "",
    tags: typeof raw.tags === "string" ? raw.tags.split(" ").filter((tag) => tag !== "") : (raw.tags ?? []),
    asks: raw.asks ?? [],
    description: raw.description ?? "",
    kind: raw.kind ?? "",
    body: raw.body,
  };
}

function questionOf(raw: RawQuestion): Question {
  return {
    id: raw.id,
    group: raw.group,
    text: raw.text,
    cat: raw.cat,
    topic: raw.topic ?? "",
    lang: raw.lang ?? "en",
    development: raw.part === undefined ? isDevelopment(raw.id) : raw.part === "development",
    rel: raw.rel,
  };
}
