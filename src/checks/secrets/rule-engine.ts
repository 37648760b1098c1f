// Runs rule data as gitleaks does (CHK-10): keyword, expression, secret group, entropy, allow-lists, stop words.
// In-line comments that switch gitleaks off are not looked at (CHK-10a).
// The vendor table is a second table of the same shape; what it finds counts to the contextual layer.

import type { Span } from "../../text/graphemes.ts";
import { matchesIn } from "../../text/matches.ts";
import { type KeywordSearch, keywordSearch } from "./keywords.ts";
import type { Match, RuleRow } from "./rule.ts";
import { ALLOWANCES, CLOSING, GLOBAL_STOP_WORDS, OPENING, RULES, STOP_WORDS } from "./rules.generated.ts";
import { entropyOf, isStandIn } from "./strength.ts";
import { vendorRules } from "./vendor.ts";

/** What the costliest expressions can't match without, where their keyword stands in most texts. */
const NEEDS: Readonly<Record<string, RegExp>> = {
  "curl-auth-header": /-H|--header/,
  "curl-auth-user": /-u|--user/,
  "mailgun-signing": /-[0-9a-f]{8}-[0-9a-f]{8}/,
  "facebook-app-token": /\d\|/,
};

interface Rule extends RuleRow {
  readonly layer: "rules" | "contextual";
  readonly words: readonly string[];
  expression?: RegExp;
}

interface Table {
  readonly rules: readonly Rule[];
  /** Those that are asked of every text. */
  readonly wordless: readonly number[];
  readonly search: KeywordSearch;
}

let table: Table | undefined;

export function matchRules(text: string): readonly Match[] {
  table ??= makeTable();
  const { rules, wordless, search } = table;
  const asked = [...wordless, ...search(text.toLowerCase())].sort((a, b) => a - b);
  return asked.flatMap((index) => {
    const rule = rules[index] as Rule;
    return NEEDS[rule.id]?.test(text) === false ? [] : matchesOf(rule, text);
  });
}

export function hasRule(name: string): boolean {
  table ??= makeTable();
  return table.rules.some(({ id }) => id === name);
}

/** Made by the first scan, because a hook that scans nothing loads this file too. */
function makeTable(): Table {
  const rules = [
    ...RULES.map((row) => ruleOf("rules", rowOf(row))),
    ...vendorRules().map((row) => ruleOf("contextual", row)),
  ];
  const wordless = rules.flatMap(({ words }, index) => (words.length === 0 ? [index] : []));
  return { rules, wordless, search: keywordSearch(rules.map(({ words }) => words)) };
}

function rowOf(row: string): RuleRow {
  const [id = "", keywords = "", entropy, flags = "", lead, pattern = ""] = row.split("\t");
  return { id, keywords, entropy: Number(entropy), flags, lead: Number(lead), pattern };
}

function ruleOf(layer: Rule["layer"], row: RuleRow): Rule {
  return { ...row, layer, words: row.keywords === "" ? [] : row.keywords.split(" ") };
}

function matchesOf(rule: Rule, text: string): readonly Match[] {
  const matches: Match[] = [];
  let previousEnd = 0;
  for (const match of matchesIn(text, expressionOf(rule))) {
    const from = leadStart(text, match.index, Math.max(previousEnd, match.index - rule.lead));
    const [start, end] = secretSpan(match);
    previousEnd = match.index + match[0].length;
    const secret = text.slice(start, end);
    if (rule.entropy > 0 && entropyOf(secret) <= rule.entropy) continue;
    const whole = { start: from, end: previousEnd };
    if (rule.layer === "rules" ? isAllowed(rule.id, secret, text, whole) : isStandIn(secret)) continue;
    const around = text.slice(start, previousEnd).toLowerCase();
    const typed = rule.words.some((word) => around.includes(word));
    matches.push({ layer: rule.layer, rule: rule.id, start, end: spanEnd(match, end), typed });
  }
  return matches;
}

function expressionOf(rule: Rule): RegExp {
  const source = (): string => rule.pattern.replaceAll("«", OPENING).replaceAll("»", CLOSING);
  rule.expression ??= new RegExp(source(), `dg${rule.flags}`);
  return rule.expression;
}

/** The first group that took part, else the whole match. */
function secretSpan(match: RegExpExecArray): readonly [number, number] {
  for (let group = 1; group < match.length; group++) {
    const span = match.indices?.[group];
    if (span !== undefined && span[1] > span[0]) return span;
  }
  return [match.index, match.index + match[0].length];
}

/** Some rules capture a part only; what is masked then reaches to the end of the match, closing quotes left out. */
function spanEnd(match: RegExpExecArray, end: number): number {
  const whole = match.index + match[0].length;
  return whole - end <= 3 ? end : whole;
}

function leadStart(text: string, index: number, least: number): number {
  let from = index;
  while (from > least && /[\w.-]/.test(text.charAt(from - 1))) from--;
  return from;
}

interface Allowance {
  readonly target: string;
  readonly expression: RegExp;
}

const STOPPED = "generic-api-key";
const allowances = new Map<string, readonly Allowance[]>();
const globalStopWords = GLOBAL_STOP_WORDS.split(" ");
let stopWords: KeywordSearch | undefined;

/** What takes a match back: an expression that fits the secret, its match or its lines, or a stop word in the secret. */
function isAllowed(rule: string, secret: string, text: string, match: Span): boolean {
  const lower = secret.toLowerCase();
  if (globalStopWords.some((word) => lower.includes(word))) return true;
  const targetOf = (target: string): string => {
    if (target === "secret") return secret;
    return target === "match" ? text.slice(match.start, match.end) : linesAround(text, match);
  };
  if (allowancesOf(rule).some(({ target, expression }) => expression.test(targetOf(target)))) return true;
  if (rule !== STOPPED) return false;
  stopWords ??= keywordSearch([STOP_WORDS.split(" ")]);
  return stopWords(lower).size > 0;
}

/** One expression for each target and set of flags: a text full of near secrets asks thousands of times. */
function allowancesOf(rule: string): readonly Allowance[] {
  const known = allowances.get(rule);
  if (known !== undefined) return known;
  const sources = new Map<string, string[]>();
  for (const row of ALLOWANCES) {
    const [owner, target, flags, source] = row.split("\t");
    if (owner !== rule && owner !== "") continue;
    const key = `${target}\t${flags}`;
    sources.set(key, [...(sources.get(key) ?? []), `(?:${source})`]);
  }
  const made = [...sources].map(([key, list]): Allowance => {
    const [target = "", flags = ""] = key.split("\t");
    return { target, expression: new RegExp(list.join("|"), flags) };
  });
  allowances.set(rule, made);
  return made;
}

/** Lines are looked at for so many characters either side: thousands of matches may stand on one line. */
const LINE_REACH = 500;

function linesAround(text: string, { start, end }: Span): string {
  const before = text.slice(Math.max(0, start - LINE_REACH), start);
  const after = text.slice(end, end + LINE_REACH);
  const lineEnd = after.indexOf("\n");
  const rest = lineEnd === -1 ? after : after.slice(0, lineEnd);
  return before.slice(before.lastIndexOf("\n") + 1) + text.slice(start, end) + rest;
}
