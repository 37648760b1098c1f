// One foreign entry, written as each source of an import has it: the same words, standing as asked.
import { mkdirSync, writeFileSync } from "node:fs";
import type { SourceName } from "../../src/transfer/read/candidate.ts";

export interface Stands {
  readonly trust?: string;
  readonly status?: string;
  readonly expires?: string;
  /** Lies in a folder of that name. */
  readonly folder?: string;
}

type Write = (folder: string, words: string, stands: Stands) => string;

function frontmatter({ trust, status, expires }: Stands): string {
  const lines = [
    ...(trust === undefined ? [] : [`trust-level: ${trust}`]),
    ...(status === undefined ? [] : [`status: ${status}`]),
    ...(expires === undefined ? [] : [`expires: ${expires}`]),
  ];
  return `---\nname: Of another tool\ndescription: Words that another tool kept\ntype: feedback\n${lines.join("\n")}\n---\n`;
}

function members({ trust, status, expires }: Stands): Record<string, unknown> {
  return {
    ...(trust === undefined ? {} : { trust_level: trust }),
    ...(status === undefined ? {} : { status }),
    ...(expires === undefined ? {} : { expires }),
  };
}

function put(path: string, text: string): string {
  mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const markdownAt =
  (name: string): Write =>
  (folder, words, stands) =>
    put(`${folder}/${name}`, `${frontmatter(stands)}${words}\n`);

const folderWith =
  (name: string): Write =>
  (folder, words, stands) => {
    markdownAt(name)(folder, words, stands);
    return folder;
  };

const json =
  (rows: (row: Record<string, unknown>) => unknown, named: string): Write =>
  (folder, words, stands) =>
    put(`${folder}/export.json`, JSON.stringify(rows({ [named]: words, ...members(stands) })));

/** Every reader of every source; transcripts have no keys of their own, so only their place says something. */
export const FOREIGN: readonly (readonly [what: string, source: SourceName, write: Write])[] = [
  ["a Markdown folder", "markdown", folderWith("note.md")],
  ["a Markdown file", "markdown", markdownAt("note.md")],
  ["Basic Memory", "basic-memory", folderWith("note.md")],
  ["a folder of our format", "backfill", folderWith("feedback_of_another_tool.md")],
  ["Claude's memory folder", "claude", folderWith("note.md")],
  ["a file of rules for Claude", "claude", markdownAt("CLAUDE.md")],
  ["Codex's memories", "codex", folderWith("note.md")],
  ["a file of rules for Codex", "codex", markdownAt("AGENTS.md")],
  ["a file of rules for Gemini", "gemini", markdownAt("GEMINI.md")],
  ["an export of claude-mem", "claude-mem", json((row) => ({ observations: [{ id: 1, ...row }] }), "narrative")],
  ["an export of mem0", "mem0", json((row) => ({ results: [{ id: "m", ...row }] }), "memory")],
  [
    "an export of mem0 with metadata",
    "mem0",
    json(({ memory, ...more }) => ({ results: [{ id: "m", memory, metadata: more }] }), "memory"),
  ],
  [
    "the MCP memory server",
    "mcp-memory",
    json(({ words, ...more }) => ({ type: "entity", name: "thing", observations: [words], ...more }), "words"),
  ],
  [
    "JSON records",
    "claude-memory",
    (folder, words, { status, ...stands }) => {
      const record = { category: "preference", title: "Of another tool", record_status: status ?? "active" };
      const content = { topic: "", value: words, reason: "It was so." };
      put(`${folder}/preferences/of-another-tool.json`, JSON.stringify({ ...record, ...members(stands), content }));
      return folder;
    },
  ],
];
