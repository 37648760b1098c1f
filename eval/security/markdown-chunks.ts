// Technical Markdown, in which no check should find anything: the pages of tldr (when the corpora are here), and the
// README and docs files of the installed packages, cut at about 2 KB where a paragraph ends.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { corpus } from "./corpora.ts";

const MODULES: string = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const SIZE = 2048;
const LEAST = 40;

export interface Chunk {
  /** Package and file, or page; for the reader of a report. */
  readonly from: string;
  readonly text: string;
}

export interface Chunks {
  readonly chunks: readonly Chunk[];
  readonly pages: number;
  readonly files: number;
}

export function markdownChunks(): Chunks {
  const pages = corpus<{ id: string; body: string }>("retrieval/tldr/docs") ?? [];
  const files = globSync(["**/README*.md", "**/readme*.md", "**/docs/**/*.md", "**/doc/**/*.md"], {
    cwd: MODULES,
  }).sort();
  const seen = new Set<string>();
  const chunks: Chunk[] = [];
  const add = (from: string, text: string): void => {
    for (const piece of cutAtParagraphs(text)) {
      if (piece.length < LEAST || seen.has(piece)) continue;
      seen.add(piece);
      chunks.push({ from, text: piece });
    }
  };
  for (const page of pages) add(page.id, page.body);
  for (const file of files) add(file, readFileSync(`${MODULES}${file}`, "utf8"));
  return { chunks, pages: pages.length, files: files.length };
}

function cutAtParagraphs(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const window = text.slice(from, from + SIZE);
    const end = from + SIZE >= text.length ? window.length : lastBreak(window);
    pieces.push(window.slice(0, end));
    from += end;
  }
  return pieces;
}

function lastBreak(window: string): number {
  const paragraph = window.lastIndexOf("\n\n");
  if (paragraph > SIZE / 4) return paragraph + 2;
  const line = window.lastIndexOf("\n");
  return line > SIZE / 4 ? line + 1 : window.length;
}
