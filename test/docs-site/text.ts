// What can be said of the site without opening it: nothing in it names a resource elsewhere or runs but its own search, and it
// is spelled right.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Check } from "../web/check.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Markup and styles that would load something from elsewhere, or run. */
const FORBIDDEN: readonly RegExp[] = [
  /<(?:img|link|source|video|audio|embed|object|iframe|use|image)\b[^>]*\s(?:src|srcset|href|data|poster)="\s*(?:[a-z]+:)?\/\//i,
  /url\(\s*["']?(?:[a-z]+:)?\/\//i,
  /@import/i,
  /<(?:iframe|object|embed|form|base)\b/i,
  /<script\b(?! src="(?:\.\.\/)*search\.js" defer><\/script>)/i,
  /<[^>]*\son[a-z]+\s*=/i,
  /<[^>]*\sstyle\s*=/i,
  /href="\s*javascript:/i,
];

export function selfContained(site: string, check: Check): void {
  const files = globSync("**/*.{html,css,svg}", { cwd: site }).sort();
  const found = files.flatMap((file) => {
    const text = withoutCode(readFileSync(`${site}/${file}`, "utf8"));
    return FORBIDDEN.filter((pattern) => pattern.test(text)).map((pattern) => [file, pattern.source.slice(0, 60)]);
  });
  check(
    `${files.length} files load nothing from elsewhere and run nothing but the search`,
    files.length > 50 && found.length === 0,
    found,
  );
  const samples = [
    '<img src="https://x/y.png">',
    "a{background:url(//x)}",
    "<script>",
    '<script src="search.js" defer>alert(1)</script>',
    '<script src="https://x/search.js" defer></script>',
    '<p onclick="x">',
    '<td style="x">',
  ];
  const missed = samples.filter((sample) => !FORBIDDEN.some((pattern) => pattern.test(sample)));
  check("a reference elsewhere would be seen", missed.length === 0, missed);
}

/** Code of a page is escaped text; its words are no markup. */
function withoutCode(text: string): string {
  return text.replaceAll(/<code\b[^>]*>[\s\S]*?<\/code>/g, "");
}

export function spelling(check: Check): void {
  const program = fileURLToPath(new URL("../../node_modules/cspell/bin.mjs", import.meta.url));
  const run = (args: readonly string[], input?: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [program, "lint", "--no-progress", ...args], { cwd: ROOT, encoding: "utf8", input });
  const { status, stdout, stderr } = run(["--no-summary"]);
  const hint = "mend the word, or add a real one to scripts/docs/words.txt";
  check("every word is spelled right", status === 0, [hint, ...String(stdout).trim().split("\n"), String(stderr)]);
  const wrong = run(["stdin://x.md"], "A memmory that nobody cheked.\n");
  check("a misspelt word would be found", wrong.status !== 0 && /memmory/.test(String(wrong.stdout)), wrong.stderr);
  const words = readFileSync(`${ROOT}scripts/docs/words.txt`, "utf8").trim().split("\n");
  const right = [...new Set(words)].sort();
  check("the project's words are sorted, each once", words.join() === right.join(), words);
}
