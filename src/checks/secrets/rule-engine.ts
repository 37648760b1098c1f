// Runs rule data as gitleaks does (CHK-10): keyword, expression, secret group, entropy, allow-lists, stop words.
// In-line comments that switch gitleaks off are not looked at (CHK-10a).
// The vendor table is a second table of the same shape; what it finds counts to the contextual layer.
import { isAllowed } from "./allowances.ts";
import { entropyOf } from "./entropy.ts";
import type { Match } from "./hit.ts";
import { type KeywordSearch, keywordSearch } from "./keywords.ts";
import type { RuleRow } from "./rule-row.ts";
import { CLOSING, OPENING, RULES } from "./rules.generated.ts";
import { isStandIn } from "./strength.ts";
import { vendorRules } from "./vendor.ts";

/** A second word without which the two costliest expressions can't match. */
const NEEDS: Readonly<Record<string, RegExp>> = { "curl-auth-header": /-H|--header/, "curl-auth-user": /-u|--user/ };

const compiled: (RegExp | undefined)[] = [];
let table: { readonly rows: readonly RuleRow[]; readonly search: KeywordSearch } | undefined;

export function matchRules(text: string): readonly Match[] {
  table ??= makeTable();
  const present = table.search(text.toLowerCase());
  const matches: Match[] = [];
  for (const [index, row] of table.rows.entries()) {
    if (row.keywords !== "" && !present.has(index)) continue;
    if (NEEDS[row.id]?.test(text) !== false) matchRow(text, index, row, matches);
  }
  return matches;
}

export function isRuleName(name: string): boolean {
  table ??= makeTable();
  return name === "labelled-secret" || table.rows.some((row) => row.id === name);
}

/** Made by the first scan, because a hook that scans nothing loads this file too. */
function makeTable(): { readonly rows: readonly RuleRow[]; readonly search: KeywordSearch } {
  const rows = [...RULES.map(rowOf), ...vendorRules()];
  return { rows, search: keywordSearch(rows.map(wordsOf)) };
}

function matchRow(text: string, index: number, row: RuleRow, matches: Match[]): void {
  const layer = index < RULES.length ? "rules" : "contextual";
  const expression = compiledRow(index, row);
  expression.lastIndex = 0;
  let previousEnd = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const from = leadStart(text, match.index, Math.max(previousEnd, match.index - row.lead));
    const [start, end] = secretSpan(match);
    previousEnd = match.index + match[0].length;
    const secret = text.slice(start, end);
    if (row.entropy > 0 && entropyOf(secret) <= row.entropy) continue;
    const taken = layer === "rules" ? isAllowed(row.id, secret, { text, from, to: previousEnd }) : isStandIn(secret);
    if (taken) continue;
    const around = text.slice(start, previousEnd).toLowerCase();
    const typed = wordsOf(row).some((word) => around.includes(word));
    matches.push({ layer, rule: row.id, start, end: spanEnd(match, end), typed });
  }
}

function compiledRow(index: number, row: RuleRow): RegExp {
  const known = compiled[index];
  if (known !== undefined) return known;
  const source = row.pattern.replaceAll("«", OPENING).replaceAll("»", CLOSING);
  const made = new RegExp(source, `dg${row.flags}`);
  compiled[index] = made;
  return made;
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

function rowOf(row: string): RuleRow {
  const [id = "", keywords = "", entropy, flags = "", lead, pattern = ""] = row.split("\t");
  return { id, keywords, entropy: Number(entropy), flags, lead: Number(lead), pattern };
}

function wordsOf({ keywords }: RuleRow): readonly string[] {
  return keywords === "" ? [] : keywords.split(" ");
}
