// What a session is about, as far as the folder tells before anybody has asked anything (ARR-2): the branch, the last commits,
// the files under change, what the project is made of. Its words are a question to the index, the most telling ones first.
import { type Query, type QueryTerm, queryOf, TERMS_MAX } from "../text/query.ts";

/** What was found in the project's folder. */
export interface Work {
  readonly branch?: string;
  readonly subjects: readonly string[];
  readonly changed: readonly string[];
  /** Names out of manifests: the project's own, its scripts', its dependencies'. */
  readonly names: readonly string[];
}

export interface Topic {
  readonly query: Query;
  /** The terms of what people wrote about the work: its meaning is theirs, not that of names of files and packages. */
  readonly said: readonly string[];
  /** Where the project says the term, for `why`: a term itself may be a word of a memory that is forgotten later. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Everybody's branch says nothing about the work. */
const TRUNK = /^(?:main|master|trunk|develop|dev)$/;
const SAID: ReadonlySet<string> = new Set(["branch", "commits"]);
/** Between two lines: their words are no neighbours. */
const APART = 50;

export function topicOf({ branch, subjects, changed, names }: Work): Topic {
  const lines = [
    ...(branch === undefined || TRUNK.test(branch) ? [] : [{ source: "branch", text: branch }]),
    ...subjects.map((text) => ({ source: "commits", text })),
    { source: "changed files", text: changed.join(", ") },
    { source: "manifest", text: names.join(", ") },
  ];
  const terms = new Map<string, QueryTerm>();
  const sources = new Map<string, string>();
  let from = 0;
  for (const { source, text } of lines) {
    const asked = queryOf(text).terms;
    for (const term of asked) {
      if (terms.has(term.term)) continue;
      terms.set(term.term, { ...term, position: from + term.position });
      sources.set(term.term, source);
    }
    from += (asked.at(-1)?.position ?? 0) + APART;
  }
  const query = { terms: [...terms.values()].slice(0, TERMS_MAX) };
  const said = query.terms.map(({ term }) => term).filter((term) => SAID.has(sources.get(term) ?? ""));
  return { query, said, sources };
}
