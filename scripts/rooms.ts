// The rooms of src/, in their order, written once: a room imports itself and what stands above it in this list. The
// architecture test holds every file against it, and the picture and the table of docs/architecture.md are made from it.

export interface Room {
  readonly name: string;
  /** What a newcomer looks for here. */
  readonly holds: string;
}

export const ROOMS: readonly Room[] = [
  { name: "text", holds: "sanitiser, tokens, digests, sentences, errors as values" },
  { name: "disk", holds: "paths, durable writes, locks, SQLite; git/: every call of git" },
  { name: "trust", holds: "tiers, transitions, channels and what each may do; who sits at the terminal" },
  { name: "memory", holds: "the file format: keys, ids, hash, fields" },
  { name: "config", holds: "configuration keys and their levels; pauses" },
  { name: "hosts", holds: "one folder per agent: events and answers, settings, transcripts" },
  { name: "attest", holds: "signed words about a memory, and whose word counts" },
  { name: "replica", holds: "the state of a memory that two machines join" },
  { name: "checks", holds: "text to findings; the gate, the only maker of checked text" },
  { name: "store", holds: "the one write pipeline, plans, catalogue, add, edit, undo" },
  { name: "people", holds: "signers of a shared store, `trust`, `check --ci`" },
  { name: "recall", holds: "search, silence, what a session is given, receipts" },
  { name: "guard", holds: "tool calls that reach for ours; shell/: the reader of shell lines" },
  { name: "rules", holds: "what a signed memory forbids, held against what an agent is about to do" },
  { name: "review", holds: "what waits for a person, the desk, lists" },
  { name: "forget", holds: "forgetting that holds: plan, traces" },
  { name: "sync", holds: "one person, several machines: run, join, health" },
  { name: "listen", holds: "what a user told an agent: inbox, cues" },
  { name: "observer", holds: "a model that can only speak, its budgets" },
  { name: "transfer", holds: "import, export, backup" },
  { name: "install", holds: "connecting an agent: edits of its settings" },
  { name: "health", holds: "doctor, audit, stats" },
  { name: "compose", holds: "where we are, stores put together; the only importer of io/" },
];

/** Each stands by itself on top of all rooms; `library` is index.ts. */
export const ENTRANCES: readonly string[] = ["cli", "hook", "worker", "mcp", "web", "library", "in-opencode"];

export function rankOf(folder: string): number {
  return ENTRANCES.includes(folder) ? ROOMS.length : ROOMS.findIndex(({ name }) => name === folder);
}

/** Below io/ and in disk/ alone the world is touched: files, processes, network, clock, randomness. */
export function isWorldly(file: string): boolean {
  return /^disk\/|\/io\//.test(file);
}
