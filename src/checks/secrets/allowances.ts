// What takes a match of gitleaks' rules back: an expression that fits the secret, its match or its lines, or a stop word
// inside the secret.
import { type KeywordSearch, keywordSearch } from "./keywords.ts";
import { ALLOWANCES, GLOBAL_STOP_WORDS, STOP_WORDS } from "./rules.generated.ts";

interface Place {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Test {
  readonly target: string;
  readonly expression: RegExp;
}

const STOPPED = "generic-api-key";
const testsByRule = new Map<string, readonly Test[]>();
const globalStopWords = GLOBAL_STOP_WORDS.split(" ");
let stopWords: KeywordSearch | undefined;

export function isAllowed(rule: string, secret: string, place: Place): boolean {
  const lower = secret.toLowerCase();
  if (globalStopWords.some((word) => lower.includes(word))) return true;
  if (testsOf(rule).some(({ target, expression }) => expression.test(targetOf(target, secret, place)))) return true;
  if (rule !== STOPPED) return false;
  stopWords ??= keywordSearch([STOP_WORDS.split(" ")]);
  return stopWords(lower).size > 0;
}

function targetOf(target: string, secret: string, { text, from, to }: Place): string {
  if (target === "secret") return secret;
  return target === "match" ? text.slice(from, to) : linesAround(text, from, to);
}

/** One expression for each target and set of flags: a text full of near secrets asks thousands of times. */
function testsOf(rule: string): readonly Test[] {
  const known = testsByRule.get(rule);
  if (known !== undefined) return known;
  const sources = new Map<string, string[]>();
  for (const row of ALLOWANCES) {
    const [owner, target, flags, source] = row.split("\t");
    if (owner !== rule && owner !== "") continue;
    const key = `${target}\t${flags}`;
    sources.set(key, [...(sources.get(key) ?? []), `(?:${source})`]);
  }
  const made = [...sources].map(([key, list]): Test => {
    const [target = "", flags = ""] = key.split("\t");
    return { target, expression: new RegExp(list.join("|"), flags) };
  });
  testsByRule.set(rule, made);
  return made;
}

/** Lines are looked at for so many characters either side: thousands of matches may stand on one line. */
const LINE_REACH = 500;

function linesAround(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(0, from - LINE_REACH), from);
  const after = text.slice(to, to + LINE_REACH);
  const end = after.indexOf("\n");
  return before.slice(before.lastIndexOf("\n") + 1) + text.slice(from, to) + (end === -1 ? after : after.slice(0, end));
}
