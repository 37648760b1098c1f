// Every text that the hub's sources hand to the engine, read from the sources themselves: what stands in the calls that ask, and any other text
// that begins like a statement. A call whose text can't be read here is told by what stands in its place, so that none goes unseen.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const SOURCES: string = fileURLToPath(new URL("../../hub/src/", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../hub/migrations/", import.meta.url));

export interface Query {
  readonly file: string;
  /** On one line, with the file's own constants in their places. */
  readonly sql: string;
  /** The first of the values that go with it; undefined where it is not in a call. */
  readonly first: string | undefined;
}

export interface Read {
  readonly queries: readonly Query[];
  /** Calls with a text that somebody else has written: file and argument. */
  readonly handedOn: readonly string[];
}

export function sourceFiles(): readonly string[] {
  return globSync("**/*.ts", { cwd: SOURCES }).toSorted();
}

export function textOf(file: string): string {
  return readFileSync(`${SOURCES}${file}`, "utf8");
}

const STATEMENT = /^(?:SELECT|INSERT|UPDATE|DELETE|WITH|DECLARE|MERGE|COPY|TRUNCATE|FETCH|ANALYZE|CALL)\s/;
const CALL = /\b(?:rows|last|ask|query|counted)\b(?=[<(])/g;

export function queriesIn(file: string, source: string): Read {
  const { literals, shape } = lexed(source);
  const constants = constantsOf(source, literals);
  const whole = (text: string): string =>
    text
      .replace(/\$\{([A-Z_]+)\}/g, (mark, name: string) => constants.get(name) ?? mark)
      .replace(/\s+/g, " ")
      .trim();
  const queries: Query[] = [];
  const handedOn: string[] = [];
  const read = new Set<number>();
  for (const { index } of shape.matchAll(CALL)) {
    if (/(?:function|\.\.\.) $/.test(shape.slice(0, index))) continue;
    const [one, two, three] = argumentsAt(source, shape, index);
    const [sql, values] = one?.text === "ask" ? [two, three] : [one, two];
    if (sql === undefined) continue;
    const literal = literals.find(({ start, end }) => start === sql.start && end === sql.start + sql.text.length);
    const known = literal?.text ?? constants.get(sql.text);
    if (known === undefined) handedOn.push(`${file}: ${sql.text}`);
    if (literal !== undefined) read.add(literal.start);
    if (known !== undefined)
      queries.push({ file, sql: whole(known), first: /^\[\s*([^\s,\]]*)/.exec(values?.text ?? "")?.[1] ?? "" });
  }
  for (const { start, text } of literals)
    if (!read.has(start) && STATEMENT.test(whole(text))) queries.push({ file, sql: whole(text), first: undefined });
  return { queries, handedOn };
}

/** As the migrations make them, and as the sources write one of them whose name they were told. */
const TABLES = [
  ...globSync("*.sql", { cwd: MIGRATIONS }).flatMap((name) =>
    [...readFileSync(`${MIGRATIONS}${name}`, "utf8").matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table = ""]) => table),
  ),
  String.raw`\$\{(?:table\.)?name\}`,
].join("|");
const MENTION = new RegExp(String.raw`(?:\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+|,\s*)(?:${TABLES})(?![\w.(}])`, "g");
const CONDITION =
  /\b(?:WHERE|AND|ON) (?:\w+\.|\(\w+\.\w+\)\.)?tenant_id = (?:\$1|\w+\.tenant_id)(?!\w)|\bUSING \(tenant_id\b/g;
const INSERTED = /\bINSERT INTO \w+ \(tenant_id\b[^)]*\) (?:VALUES \(\$1|SELECT (?:\$1|tenant_id))(?!\w)/g;

/** Of the tenants' tables. */
export function mentionsIn(sql: string): number {
  return [...sql.matchAll(MENTION)].length;
}

/** Each table that it reads or changes is held to the tenant: by a condition of its own, or by the value that is inserted. */
export function isHeld({ sql, first }: Query): boolean {
  const mentions = mentionsIn(sql);
  const held = [...sql.matchAll(CONDITION), ...sql.matchAll(INSERTED)].map(([each]) => each);
  const names = held.some((each) => each.includes("$1"));
  return mentions > 0 && held.length >= mentions && names && (first === undefined || /(?:^|\.)tenant$/.test(first));
}

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `shape` is the source with nothing in its texts and comments, of the same length. */
function lexed(source: string): { readonly literals: readonly Literal[]; readonly shape: string } {
  const literals: Literal[] = [];
  const shape = [...source.split("")];
  const blank = (from: number, to: number): void => {
    for (let at = from; at < to; at++) if (shape[at] !== "\n") shape[at] = "_";
  };
  const quoted = (start: number): number => {
    const quote = source[start];
    let at = start + 1;
    while (at < source.length && source[at] !== quote) {
      if (source[at] === "\\") at += 2;
      else if (quote === "`" && source.startsWith("${", at)) at = code(at + 2, "}") + 1;
      else at += 1;
    }
    literals.push({ start, end: at + 1, text: source.slice(start + 1, at) });
    blank(start + 1, at);
    return at + 1;
  };
  const code = (start: number, until: string): number => {
    let depth = 0;
    let at = start;
    while (at < source.length) {
      const [one, two] = [source[at] ?? "", source.slice(at, at + 2)];
      if (depth === 0 && one === until) return at;
      const ends = two === "//" ? source.indexOf("\n", at) : two === "/*" ? source.indexOf("*/", at) + 2 : -1;
      if (ends > 0) blank(at, ends);
      if (ends > 0) at = ends;
      else if (one === '"' || one === "'" || one === "`") at = quoted(at);
      else if (one === "/" && /(?:[(,=:[!&|?{};]|return|=>)\s*$/.test(source.slice(Math.max(0, at - 12), at)))
        at += /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\//.exec(source.slice(at))?.[0].length ?? 1;
      else {
        depth += one === "{" ? 1 : one === "}" ? -1 : 0;
        at += 1;
      }
    }
    return at;
  };
  code(0, "");
  return { literals, shape: shape.join("") };
}

function constantsOf(source: string, literals: readonly Literal[]): ReadonlyMap<string, string> {
  const found = literals.map(
    ({ start, text }) => [/const (\w+) = $/.exec(source.slice(0, start))?.[1] ?? "", text] as const,
  );
  return new Map(found.filter(([name]) => name !== ""));
}

interface Argument {
  readonly start: number;
  readonly text: string;
}

function argumentsAt(source: string, shape: string, call: number): readonly Argument[] {
  let at = /^\w+/.exec(shape.slice(call))?.[0].length ?? 0;
  at += call;
  for (let depth = 0; shape[at] === "<" || depth > 0; at++)
    depth += shape[at] === "<" ? 1 : shape[at] === ">" && shape[at - 1] !== "=" ? -1 : 0;
  if (shape[at] !== "(") return [];
  const found: Argument[] = [];
  let start = at + 1;
  const take = (end: number): void => {
    const text = source.slice(start, end);
    if (text.trim() !== "") found.push({ start: start + text.search(/\S/), text: text.trim() });
    start = end + 1;
  };
  for (let depth = 1; depth > 0; ) {
    at += 1;
    const one = shape[at] ?? ")";
    if (/[([{]/.test(one)) depth += 1;
    if (/[)\]}]/.test(one)) depth -= 1;
    if ((depth === 1 && one === ",") || depth === 0) take(at);
    if (at >= shape.length) break;
  }
  return found;
}
