// Words to text, as bash expands them as far as the line says: quotes, tilde, braces, variables, a few commands whose
// output is plain. What is not known becomes a hole. A word has one list of fields for each way it may come out.
import { forEachChild, type ParsedScript, parse, type SyntaxNode, type Word, type WordPart } from "unbash";
import { HOLE, QUERY, STAR } from "../holes.ts";
import { braceAlternatives } from "./braces.ts";
import { printed } from "./printed.ts";
import { CHARACTERS_A_STEP, costOf, DEEPEST, inner, MOST_VARIANTS, type Reading, type State, spend } from "./state.ts";
import { below } from "./unwrap.ts";

type Fields = readonly string[];

const LONGEST_TEXT = 64 * 1024;
/** Each outcome of a brace is parsed again. */
const COST_OF_WORD = 10;

/** Each way the word may come out. */
export function expandWord(word: Word, state: State, reading: Reading): readonly Fields[] {
  const { parts } = word;
  if (parts === undefined) return [[tilde(word.text, word.value, state, reading)]];
  const brace = parts.find((part) => part.type === "BraceExpansion");
  if (brace !== undefined) return expandBraces(word, brace, state, reading);
  let ways: readonly Fields[] = [[""]];
  parts.forEach((part, index) => {
    const first = index === 0 && part.type === "Literal" ? tilde(part.text, part.value, state, reading) : undefined;
    const texts = first === undefined ? expandPart(part, state, reading) : [{ text: first, splits: false }];
    ways = combine(ways, texts, reading);
  });
  return ways;
}

/** One text for each way, for places where fields are not split: assignments, redirections, here-strings. */
export function expandText(word: Word | undefined, state: State, reading: Reading): readonly string[] {
  if (word === undefined) return [HOLE];
  return [...new Set(expandWord(word, state, reading).map((fields) => fields.join(" ")))];
}

export function expandParts(parts: readonly WordPart[], state: State, reading: Reading): string {
  spend(reading, parts.length);
  return parts.map((part) => expandPart(part, state, reading)[0]?.text ?? HOLE).join("");
}

interface Piece {
  readonly text: string;
  /** Unquoted, so that spaces in it part fields. */
  readonly splits: boolean;
}

function combine(ways: readonly Fields[], pieces: readonly Piece[], reading: Reading): readonly Fields[] {
  for (const fields of ways) spend(reading, pieces.length * fields.length);
  for (const { text } of pieces) spend(reading, (ways.length * text.length) / CHARACTERS_A_STEP);
  const all = ways.flatMap((fields) => pieces.map((piece) => append(fields, bounded(piece, fields, reading))));
  if (all.length <= MOST_VARIANTS) return all;
  reading.sure = false;
  return all.slice(0, MOST_VARIANTS);
}

/** A text that doubles with each assignment is not written out. */
function bounded(piece: Piece, fields: Fields, reading: Reading): Piece {
  if ((fields.at(-1)?.length ?? 0) + piece.text.length <= LONGEST_TEXT) return piece;
  reading.sure = false;
  return { text: HOLE, splits: false };
}

function append(fields: Fields, { text, splits }: Piece): Fields {
  const head = fields.slice(0, -1);
  const last = fields.at(-1) ?? "";
  if (!splits) return [...head, last + text];
  const [first = "", ...rest] = text.split(/\s+/);
  return [...head, last + first, ...rest];
}

const plain = (text: string): Piece[] => [{ text, splits: false }];

function expandPart(part: WordPart, state: State, reading: Reading): readonly Piece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return plain(part.value);
    case "Glob":
      return plain(part.kind === "star" ? STAR : QUERY);
    case "ExtendedGlob":
      return plain(STAR);
    case "DoubleQuoted":
    case "LocaleString":
      return quoted(part.parts, state, reading);
    case "SimpleExpansion":
      return split(lookup(part.text.slice(1), state, reading));
    case "ParameterExpansion": {
      const values = part.prefix === undefined ? lookup(part.parameter, state, reading) : [HOLE];
      const { operation } = part;
      if (operation?.type !== "Default") readWithin(part, state, reading);
      // `${x%y}`, `${x/y/z}`, `${x:1:2}`: something of the value, and which part is not worked out.
      if (operation !== undefined && operation.type !== "Default") return split([...new Set([...values, HOLE])]);
      if (operation === undefined) return split(values);
      const other = expandText(operation.operand, state, reading);
      return split(
        values.includes(HOLE) ? [...other, HOLE] : [...values, ...(operation.operator.includes("+") ? other : [])],
      );
    }
    case "CommandExpansion":
      return split(substituted(part.script, state, reading));
    case "ProcessSubstitution":
      reading.substituted.push(...substituted(part.script, state, reading).filter((text) => text !== HOLE));
      return plain(HOLE);
    case "ArithmeticExpansion":
      readWithin(part, state, reading);
      return plain(HOLE);
    default:
      return plain(HOLE);
  }
}

function quoted(parts: readonly WordPart[], state: State, reading: Reading): readonly Piece[] {
  let texts: readonly string[] = [""];
  for (const part of parts) {
    const pieces = expandPart(part, state, reading);
    spend(reading, texts.length * costOf(pieces.map((piece) => piece.text)));
    const all = texts.flatMap((text) => pieces.map((piece) => text + bounded(piece, [text], reading).text));
    if (all.length > MOST_VARIANTS) reading.sure = false;
    texts = all.slice(0, MOST_VARIANTS);
  }
  return texts.map((text) => ({ text, splits: false }));
}

function split(values: readonly string[]): readonly Piece[] {
  return values.map((text) => ({ text, splits: true }));
}

function lookup(name: string, state: State, reading: Reading): readonly string[] {
  if (name === "PWD") return state.cwds;
  const values = state.variables.get(name);
  if (values !== undefined) return values.length === 0 ? [HOLE] : values;
  return [Object.hasOwn(reading.known, name) ? (reading.known[name] ?? HOLE) : HOLE];
}

/** The commands in it are read like any other; its text is known only for the plainest. */
function substituted(script: ParsedScript | undefined, state: State, reading: Reading): readonly string[] {
  if (script === undefined || state.depth >= DEEPEST) {
    reading.sure = false;
    return [HOLE];
  }
  const before = reading.commands.length;
  const within = inner(state, reading);
  reading.script(script, within);
  const ran = reading.commands.slice(before);
  const only = ran.length === 1 ? ran[0] : undefined;
  const text = only === undefined ? undefined : printed(only.words, only.cwds[0], only.stdin);
  if (text !== undefined) return [text];
  return ran.some(({ words }) => LISTS.test(words[0] ?? ""))
    ? below(ran.flatMap(({ words }) => words.slice(1)))
    : [HOLE];
}

/** These print paths: those they were given, or what lies below. */
const LISTS = /(^|\/)(ls|find|fd|fdfind|grep|rg|git|realpath|readlink|locate|tree)$/;

/** Commands that stand somewhere inside: in arithmetic, in a test, in the pattern of an expansion. */
export function readWithin(node: SyntaxNode, state: State, reading: Reading): void {
  spend(reading, 1);
  forEachChild(node, (child) => {
    const nests =
      child.type === "CommandExpansion" ||
      child.type === "ProcessSubstitution" ||
      child.type === "ArithmeticCommandExpansion";
    if (nests) substituted(child.script, state, reading);
    else readWithin(child, state, reading);
  });
}

/** Braces are expanded first, as text, and each outcome is a word of its own. */
function expandBraces(word: Word, brace: WordPart, state: State, reading: Reading): readonly Fields[] {
  const alternatives = braceAlternatives(brace.text);
  spend(reading, (alternatives?.length ?? 0) * (COST_OF_WORD + word.text.length / CHARACTERS_A_STEP));
  if (alternatives === undefined || state.depth >= DEEPEST) {
    reading.sure = false;
    return [[word.value.replace(/\{.*\}/s, STAR)]];
  }
  const at = brace.pos - word.pos;
  const before = word.text.slice(0, at);
  const after = word.text.slice(at + brace.text.length);
  const deeper = { ...state, depth: state.depth + 1 };
  return [
    alternatives.flatMap((each) =>
      wordsOf(before + each + after).flatMap((one) => expandWord(one, deeper, reading).flat()),
    ),
  ];
}

function wordsOf(source: string): readonly Word[] {
  const command = parse(`: ${source}`).commands[0]?.command;
  return command?.type === "Command" ? command.args.filter((each) => each.type === "Word") : [];
}

/** `~` and `~/x` are the home; `~+` the working folder; another user's home is not known. */
function tilde(text: string, value: string, state: State, reading: Reading): string {
  if (!text.startsWith("~")) return value;
  const end = value.indexOf("/") < 0 ? value.length : value.indexOf("/");
  const user = value.slice(1, end);
  const rest = value.slice(end);
  if (user === "") return `${lookup("HOME", state, reading)[0] ?? HOLE}${rest}`;
  return `${user === "+" ? (state.cwds[0] ?? HOLE) : HOLE}${rest}`;
}
