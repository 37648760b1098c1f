// Counts in how many paragraphs of general developer documentation each term stands, for the silence rule (CTX-3), and
// writes src/recall/io/index/background.generated.ts. Counts only; no text is kept.
//   node scripts/generate-background.ts [--also DIR]... [--dry-run]
// It reads what documentation this machine has, so it gives other bytes elsewhere: the file is made once and committed,
// and made again only when core's terms change. Run it on a machine with many development packages installed.
import { createHash } from "node:crypto";
import { existsSync, globSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { publicCorpus } from "../eval/search/read.ts";
import { analyse, matchText } from "../src/text/terms.ts";
import { LEAST, pack } from "./background/pack.ts";
import { isDocumentation, paragraphsOf } from "./background/text.ts";
import { WORK_WORDS, WORK_WORDS_ONE_IN } from "./background/work-words.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUTPUT = new URL("../src/recall/io/index/background.generated.ts", import.meta.url);

const MOST_TERMS = 30_000;
/** So that no single product decides what is common. A bucket is a package, or the pages with one first word. */
const MOST_OF_ONE = 1200;
/** No English word of interest is longer; longer terms are names of things. */
const LONGEST = 24;

const { values } = parseArgs({
  options: {
    also: { type: "string", multiple: true, default: [] },
    "dry-run": { type: "boolean", default: false },
  },
});

const SOURCES: readonly string[] = [
  `${ROOT}node_modules`,
  "/usr/lib/node_modules",
  "/usr/share/doc",
  "/usr/share/man",
  "/usr/share/perl",
  ...globSync("/usr/share/cmake-*/Help"),
  ...values.also,
].filter((dir) => existsSync(dir));

const LANGUAGES: ReadonlySet<string> = new Set("en de fr es it pt nl sv pl ru uk ja ko zh".split(" "));
/** The few pages of another language are about few things: their words are not taken for more common than this. */
const MOST_SCALED = 20;
const LEAST_SCALED = 5;

/** A language's share counts, so that a word of a language with few pages is not taken for a rare one. */
class Counter {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly paragraphs = new Map<string, number>();
  readonly #seen = new Set<string>();

  add(language: string, paragraph: string): boolean {
    const key = paragraph.toLowerCase().replaceAll(/[\d\s]+/gu, " ");
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    this.paragraphs.set(language, (this.paragraphs.get(language) ?? 0) + 1);
    const counts = this.#counts.get(language) ?? new Map<string, number>();
    this.#counts.set(language, counts);
    for (const term of new Set(matchText(analyse(paragraph)).split(" "))) {
      if (term !== "" && term.length <= LONGEST) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return true;
  }

  get size(): number {
    return [...this.paragraphs.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Scaled to all paragraphs by the language where the term is most frequent; the most frequent terms of each. */
  merged(): ReadonlyMap<string, number> {
    const all = new Map<string, number>();
    for (const [language, counts] of this.#counts) {
      const isEnglish = language === "en";
      const isUnspaced = language === "ja" || language === "ko" || language === "zh";
      const scale = isEnglish ? 1 : Math.min(MOST_SCALED, this.size / (this.paragraphs.get(language) ?? 1));
      for (const [term, count] of counts) {
        if (count < (isEnglish ? LEAST : LEAST_SCALED)) continue;
        // Command names and flags stand in pages of every language.
        if (isUnspaced && /^[a-z0-9]*$/u.test(term)) continue;
        all.set(term, Math.max(all.get(term) ?? 0, Math.round(count * scale)));
      }
    }
    for (const term of WORK_WORDS.flatMap((word) => matchText(analyse(word)).split(" ")))
      all.set(term, Math.max(all.get(term) ?? 0, Math.round(this.size / WORK_WORDS_ONE_IN)));
    const sorted = [...all].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    return new Map(sorted.slice(0, MOST_TERMS));
  }
}

const counter = new Counter();
const buckets = new Map<string, number>();

function count(bucket: string, language: string, paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    const used = buckets.get(bucket) ?? 0;
    if (used >= MOST_OF_ONE) return;
    if (counter.add(language, paragraph)) buckets.set(bucket, used + 1);
  }
}

for (const source of SOURCES) {
  const files = globSync("**/*", { cwd: source }).filter(isDocumentation).sort();
  for (const file of files) {
    const path = `${source}/${file}`;
    const bucket = bucketOf(source, file);
    if ((buckets.get(bucket) ?? 0) >= MOST_OF_ONE || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const language = languageOf(source, file);
    if (LANGUAGES.has(language)) count(bucket, language, paragraphsOf(path));
  }
  console.log(`${source}: ${files.length} files, ${counter.size} paragraphs so far`);
}
for (const doc of publicCorpus("tldr")?.[0]?.docs ?? []) count(`tldr ${doc.id}`, "en", [`${doc.name} ${doc.body}`]);

const counts = counter.merged();
const packed = pack(counts, counter.size);
for (const [language, paragraphs] of counter.paragraphs) console.log(`paragraphs-${language}=${paragraphs}`);
console.log(`paragraphs=${counter.size} terms=${counts.size} bytes=${Buffer.byteLength(packed)}`);
console.log(
  [...counts]
    .slice(0, 60)
    .map(([term, n]) => `${term}:${n}`)
    .join(" "),
);
if (!values["dry-run"]) writeFileSync(OUTPUT, sourceOf(packed));

function bucketOf(source: string, file: string): string {
  const parts = file.split("/");
  if (/\/man$/u.test(source))
    return `${source} ${languageOf(source, file)} ${/^\w[a-z]*/u.exec(parts.at(-1) ?? "")?.[0]}`;
  return `${source} ${parts.slice(0, parts[0]?.startsWith("@") ? 2 : 1).join("/")}`;
}

/** Man pages stand in a folder of their language; other documentation is taken for English. */
function languageOf(source: string, file: string): string {
  const first = file.split("/")[0] ?? "";
  return /\/man$/u.test(source) && !first.startsWith("man") ? (first.split(/[_.@]/u)[0] ?? "en") : "en";
}

function sourceOf(text: string): string {
  return [
    "// Written by scripts/generate-background.ts; do not edit. Document frequencies only (CTX-3): in how many paragraphs",
    "// of general developer documentation a term of text/terms.ts stands. Made from the README and docs files of npm",
    "// and Python packages, docstrings of Python packages, man pages (English and other languages), Debian's package",
    "// documentation, the documentation of Node, npm, git, Vim, Perl, CMake and Rust, tldr pages (CC BY 4.0), Debian's",
    "// fortunes for everyday English, and a hand-written list of words of planning. The form is described in",
    "// scripts/background/pack.ts. Not reproducible byte for byte on another machine.",
    "",
    "/** Terms seen in fewer paragraphs than this are left out. */",
    `export const BACKGROUND_LEAST = ${LEAST};`,
    `export const BACKGROUND_PARAGRAPHS = ${counter.size};`,
    `export const BACKGROUND_VERSION = "${createHash("sha256").update(text).digest("hex").slice(0, 16)}";`,
    "/** A function, so that whoever needs no counts need not load them. */",
    "export function backgroundText(): string {",
    `  return ${JSON.stringify(text)};`,
    "}",
    "",
  ].join("\n");
}
