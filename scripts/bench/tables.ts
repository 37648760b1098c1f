// Which figures stand where on the page. No number is typed here.
import type { BenchRecord } from "./record.ts";
import { OURS, type Row, type Table } from "./table.ts";

export const EVENTS: readonly (readonly [name: string, label: string])[] = [
  ["SessionStart", "the session starts"],
  ["UserPromptSubmit_silent", "a prompt that brings nothing"],
  ["UserPromptSubmit_recall", "a prompt that brings a memory"],
  ["PreToolUse_ordinary", "a shell line before it runs"],
  ["PreToolUse_edit", "an edit before it is made"],
  ["Stop", "the turn ends"],
];

const ENGINES: readonly (readonly [name: string, label: string])[] = [
  ["ours", OURS],
  ["porter", "FTS5, plain"],
  ["MiniSearch", "MiniSearch"],
  ["Orama", "Orama"],
  ["FlexSearch", "FlexSearch"],
  ["grep", "grep"],
];

const CORPORA = ["locomo-turn", "locomo-obs", "beam-user", "cosqa", "tldr", "codinglife", "agentmemory-quality", "own"];

export const thousands = (size: string): string => Number(size).toLocaleString("en-US");

/** The sizes that a run measured, from the names of its figures. */
export function sizesIn({ steps }: BenchRecord, step: string): readonly string[] {
  const names = Object.keys(steps[step]?.figures ?? {});
  return [...new Set(names.flatMap((name) => /^n(\d+)[_:]/u.exec(name)?.[1] ?? []))];
}

/** The beginnings of the names that end so, in the order of the run. */
function before({ steps }: BenchRecord, step: string, end: string): readonly string[] {
  const names = Object.keys(steps[step]?.figures ?? {}).filter((name) => name.endsWith(end));
  return names.map((name) => name.slice(0, -end.length));
}

export function tablesOf(record: BenchRecord): readonly Table[] {
  return [...costs(record), ...finding(record), ...quality(record), ...checks(record), ...keeping()];
}

function costs(record: BenchRecord): readonly Table[] {
  const hook = sizesIn(record, "hook");
  const index = sizesIn(record, "search");
  const line = (label: string, figure: string): Row => ({ label, names: index.map((size) => `n${size}_${figure}`) });
  return [
    {
      title: "What a hook costs",
      step: "hook",
      words:
        "An agent starts the hook as a process of its own for every event and waits for it. The ratio is the median of the whole process over a bare `node -e 0`, the two started in turns.",
      columns: hook.flatMap((size) => [`${thousands(size)} memories: ratio`, "ms"]),
      rows: EVENTS.map(([name, label]) => ({
        label,
        names: hook.flatMap((size) => [`n${size}_${name}_over_bare_node`, `n${size}_${name}_ms`]),
      })),
    },
    {
      title: "Start and size",
      step: "start",
      words: "`holdfast --version` over a bare `node -e 0`, in turns; and the package as npm packs it.",
      columns: ["measured"],
      rows: [
        { label: "start, over bare node", names: ["version_over_bare_node"] },
        { label: "start, ms", names: ["version_ms"] },
        { label: "package, MB to download", names: ["packed_mb"] },
        { label: "package, MB unpacked", names: ["unpacked_mb"] },
        { label: "runtime dependencies", names: ["runtime_dependencies"] },
      ],
    },
    {
      title: "The index",
      step: "search",
      words:
        "Memories of about 600 bytes with the word frequencies of text. Bare FTS5: one table of the same memories on the same disk, porter stems, written in one transaction, without files, projects, dates or checks; the question is an OR of its terms to our own database. A changed memory has to be found first by comparing what is known of every file, which bare FTS5 is spared. Up to 10,000 memories are real files; above, they come from memory.",
      columns: index.map(thousands),
      rows: [
        line("build, over bare FTS5 (processor)", "build_over_bare_fts5"),
        line("build, processor ms", "build_processor_ms"),
        line("nothing changed, ms", "unchanged_scan_least_ms"),
        line("one memory changed, over bare FTS5", "update_over_bare_fts5"),
        line("one memory changed, ms", "update_one_ms"),
        line("a question, over bare FTS5", "question_over_bare_fts5"),
        line("a question, ms (median)", "question_least_ms"),
        line("a question, ms (p99)", "question_p99_ms"),
        line("index, MB", "index_mb"),
      ],
    },
  ];
}

function finding(record: BenchRecord): readonly Table[] {
  return sizesIn(record, "peers").map((size) => ({
    title: `Finding among ${thousands(size)} memories`,
    step: "peers",
    words:
      "The same generated memories and prompts, each contender in a process of its own. Ours keeps its index on disk and looks at files; the libraries hold theirs in memory, and a new process has to build or load it first. Memory is what the process grew by while building. grep and ripgrep read all files each time; they don't rank, so files with more of the words come first. Bold is best.",
    columns: ["build, ms", "memory, MB", "question, ms (median)", "question, ms (p99)"],
    rows: [...ENGINES, ["ripgrep", "ripgrep"] as const].map(([name, label]) => ({
      label,
      names: ["build ms", "memory MB", "p50 ms", "p99 ms"].map((figure) => `n${size}: ${name}: ${figure}`),
      absent: name === "grep" || name === "ripgrep" ? "not on this machine" : "did not end",
    })),
    contest: { better: "less", among: "rows" },
  }));
}

function quality(record: BenchRecord): readonly Table[] {
  const ranked = (figure: string): readonly Row[] =>
    CORPORA.map((corpus) => ({ label: corpus, names: ENGINES.map(([name]) => `${corpus}: ${name}: ${figure}`) }));
  const columns = ENGINES.map(([, label]) => label);
  const everyday = before(record, "ranking", ": wrong").filter((name) => name.startsWith("silence: "));
  return [
    {
      title: "Ranking, nDCG@10",
      step: "ranking",
      words:
        "Public corpora and our own (`own`, five languages, where the same hands wrote search and questions). 1 is a perfect order of the first ten. Every peer has the settings that were best for it among those tried, the same questions without function words, and all of a memory but its `asks`, which only `own` has. FTS5: bm25 over an OR of the words, `porter unicode61`. Bold is best.",
      columns,
      rows: ranked("nDCG@10"),
      contest: { better: "more", among: "columns" },
    },
    {
      title: "Ranking, hit@5",
      step: "ranking",
      words: "Per cent of the questions with at least one right memory among the first five.",
      columns,
      rows: ranked("hit@5"),
      contest: { better: "more", among: "columns" },
    },
    {
      title: "Silence",
      step: "ranking",
      words:
        "Prompts that nothing stored answers, and in per cent on how many of them something is given to the agent (wrong); of the useful answers, how many are still given (kept). The peers have no such bar: they answer whenever a word matches.",
      columns: ["prompts", "wrong, %", "kept, %"],
      rows: everyday.map((name) => ({
        label: name.slice("silence: ".length),
        names: [`${name}: prompts`, `${name}: wrong`, `${name}: kept`],
      })),
    },
  ];
}

function checks(record: BenchRecord): readonly Table[] {
  const secrets: readonly (readonly [name: string, label: string])[] = [
    ["generated", "generated secrets, found"],
    ["noseyparker_strict", "noseyparker's examples, strict, found"],
    ["noseyparker_fuzzy", "noseyparker's examples, fuzzy and generic, found"],
    ["noseyparker_negative", "noseyparker's counterexamples, flagged"],
    ["markdown", "technical Markdown, flagged"],
  ];
  return [
    {
      title: "Secrets",
      step: "secrets",
      words:
        "Per cent of texts in which something is reported, on the hook's path and by all layers. [What the sets are](results/secrets.md).",
      columns: ["texts", "hook path", "all layers"],
      rows: secrets.map(([name, label]) => ({ label, names: [`${name}_texts`, `${name}_guard`, `${name}_union`] })),
    },
    {
      title: "What looking for secrets costs",
      step: "secrets",
      words:
        "In a running process: loading the scanner of the hook's path (the best round), a text of 2 KB, and the worst of the texts that were made to cost time.",
      columns: ["ms"],
      rows: [
        { label: "load", names: ["module_load_ms"] },
        { label: "2 KB of Markdown (median)", names: ["scan_2kb_median_ms"] },
        { label: "64 KB made to cost time", names: ["hostile_64kb_ms"] },
      ],
    },
    {
      title: "Text that gives orders",
      step: "injection",
      words:
        "Per cent of texts that an injection rule flags, and that wait for a person as an unverified memory (withheld). Rows near zero stay: no offline rule finds poisoning without trigger words, and these rules are not the defence. `notinject` and `technical` are harmless texts. [What others find](results/injection.md).",
      columns: ["texts", "flagged, %", "withheld, %"],
      rows: [
        ...before(record, "injection", ": flagged").map((name) => ({
          label: name,
          names: [`${name}: texts`, `${name}: flagged`, `${name}: withheld`],
        })),
        {
          label: "poisoning without trigger words, held out",
          names: ["held-out: pairs", undefined, "held-out: poisoned withheld"],
        },
        { label: "its harmless twins", names: ["held-out: pairs", undefined, "held-out: benign withheld"] },
      ],
    },
    {
      title: "What a user told the agent",
      step: "cues",
      words:
        'Cues such as "always use ..." in users\' turns, in per cent. The held-out half was not looked at while the rules were written. [By language and kind](results/cues.md).',
      columns: ["turns", "precision", "recall"],
      rows: [
        ["held-out", "held-out half"],
        ["development", "development half"],
        ["beam", "chats that others wrote"],
      ].map(([name, label]) => ({
        label: label ?? "",
        names: [`${name}_turns`, `${name}_precision`, `${name}_recall`],
      })),
    },
  ];
}

function keeping(): readonly Table[] {
  const measured = (pairs: readonly (readonly [label: string, name: string])[]): readonly Row[] =>
    pairs.map(([label, name]) => ({ label, names: [name] }));
  return [
    {
      title: "Killed at any moment",
      step: "crash",
      words:
        "Writers are killed at random moments and steps, then the store is read. The same run must notice two protocols that are wrong on purpose.",
      columns: ["count"],
      rows: measured([
        ["kills", "kills"],
        ["acknowledged writes", "acked"],
        ["torn files", "torn"],
        ["lost writes", "lost"],
        ["stuck stores", "stuck"],
        ["doubled memories", "doubled"],
        ["wrong protocols noticed", "wrong_protocols_noticed"],
      ]),
    },
    {
      title: "Many writers",
      step: "contend",
      words: "Processes that write one store at once, one of which stands still while it holds the lock.",
      columns: ["measured"],
      rows: measured([
        ["processes", "processes"],
        ["acknowledged writes", "acked"],
        ["lost writes", "lost"],
        ["writes beside a holder of the lock", "unlocked"],
        ["seconds for all", "seconds"],
        ["first write after a killed holder, ms (median)", "after_kill_median_ms"],
      ]),
    },
    {
      title: "A write",
      step: "cost",
      words:
        "A memory changed with history, ledger and statement, over the bare durable write of one file. What a disk is asked to wait for is counted too; it does not depend on the machine.",
      columns: ["measured"],
      rows: measured([
        ["whole write, over a durable write", "whole_write_over_durable_write"],
        ["waits for the disk, durable write", "durable_write_syncs"],
        ["waits for the disk, whole write", "whole_write_syncs"],
      ]),
    },
    {
      title: "Sync",
      step: "sync",
      words:
        "The whole `holdfast sync` at a terminal, through git's own HTTP program on loopback, over bare git commands that carry the same files and check none of them. The aims are for 10,000 memories. [What limits it](results/sync.md).",
      columns: ["ms", "over bare git"],
      rows: [
        { label: "nothing to do (p95; ratio of medians)", names: ["no_op_p95_ms", "no_op_p95_over_bare_git"] },
        { label: "50 edits here and 50 there", names: ["diverged_50_and_50_ms", "diverged_50_and_50_over_bare_git"] },
        { label: "first sync of a second machine", names: ["first_sync_ms", "first_sync_over_bare_git"] },
        { label: "first sync of a store", names: ["first_push_ms", undefined] },
        { label: "memories in this run", names: ["memories", undefined] },
      ],
    },
  ];
}
