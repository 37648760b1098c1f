// The gate in front of YAML composition (STO-14). Lexemes are counted and judged as they come, so that a bomb is
// refused before anything is built from it; then the syntax tree must have the one shape we allow: a block map at
// column 0 of scalars and lists of scalars, plus a flat map for `metadata`. Positions are offsets in the head.
import { CST, Lexer, Parser } from "yaml";

interface ShapeProblem {
  readonly kind: "shape-problem";
  readonly rule: string;
  readonly at: number;
  readonly hint: string;
}

export interface ShapedItem {
  readonly key: CST.FlowScalar;
  readonly sep: readonly CST.SourceToken[];
  readonly value: CST.Token | undefined;
}

export interface Shape {
  readonly kind: "shape";
  readonly tokens: readonly CST.Token[];
  readonly items: readonly ShapedItem[];
}

/** More than 64 keys with comments, 16 tool keys and full lists need. */
const MAX_LEXEMES = 1000;
/** List items in all lists together; the lists we know hold 40. */
const MAX_ITEMS = 128;

const REFUSED: ReadonlyMap<string, readonly [rule: string, hint: string]> = new Map([
  ["anchor", ["yaml-anchor", "Anchors are not allowed; quote a value that begins with `&`."]],
  ["alias", ["yaml-alias", "Aliases are not allowed; quote a value that begins with `*`."]],
  ["tag", ["yaml-tag", "Tags are not allowed; quote a value that begins with `!`."]],
  ["directive-line", ["yaml-directive", "Directives are not allowed."]],
  ["doc-start", ["multi-document", "Frontmatter is one document; the closing line is exactly `---`."]],
  ["doc-end", ["multi-document", "Frontmatter is one document; remove the line `...`."]],
  ["explicit-key-ind", ["explicit-key", "Write keys as `key: value`."]],
  ["byte-order-mark", ["control-character", "A byte order mark may stand only at the start of the file."]],
]);

/** `most`: the author's keys and the tool's; which of them are too many is for the reader to say. */
export function shapeOf(head: string, most: number): Shape | ShapeProblem {
  const tokens = tokensOf(head);
  if (!Array.isArray(tokens)) return tokens;
  const items: ShapedItem[] = [];
  for (const token of tokens) {
    if (token.type === "document") {
      const wrong = readMap(head, token, items, most);
      if (wrong !== undefined) return wrong;
    } else if (!SPACING.has(token.type)) return syntax(token.offset);
  }
  return { kind: "shape", tokens, items };
}

function tokensOf(head: string): CST.Token[] | ShapeProblem {
  const lexemes = lexemesOf(head);
  if (!Array.isArray(lexemes)) return lexemes;
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) for (const token of parser.next(lexeme)) tokens.push(token);
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function lexemesOf(head: string): string[] | ShapeProblem {
  const lexemes: string[] = [];
  const line = new LineState();
  let offset = 0;
  let items = 0;
  let insideScalar = false;
  for (const lexeme of new Lexer().lex(head)) {
    const type: string | null = insideScalar ? "content" : CST.tokenType(lexeme);
    if (type === "comma" || type === "seq-item-ind") items++;
    if (lexemes.push(lexeme) > MAX_LEXEMES || items > MAX_ITEMS) {
      return problem("frontmatter-too-large", offset, "Use fewer keys and items.");
    }
    const refused = REFUSED.get(type ?? "");
    if (refused !== undefined) return problem(refused[0], offset, refused[1]);
    const verdict = line.take(type);
    if (verdict !== "fine") return verdict === "nested" ? nested(offset) : syntax(offset);
    insideScalar = type === "scalar";
    if (type !== "scalar" && type !== "doc-mode") offset += lexeme.length;
  }
  return lexemes;
}

/** What the lexemes of one line say before anything is built from them. */
class LineState {
  #depth = 0;
  #marks = 0;
  #afterScalar = false;
  #inBlockText = false;

  take(type: string | null): "fine" | "nested" | "syntax" {
    switch (type) {
      case null:
      case "flow-error-end":
        return "syntax";
      case "newline":
        return this.#startLine();
      case "block-scalar-header":
        this.#inBlockText = true;
        return "fine";
      case "content":
        // A block text carries its own line end.
        if (this.#inBlockText) this.#startLine();
        this.#inBlockText = false;
        return "fine";
      case "flow-seq-start":
      case "flow-map-start":
        this.#afterScalar = false;
        return ++this.#depth > 1 ? "nested" : "fine";
      case "flow-seq-end":
      case "flow-map-end":
        this.#depth--;
        return "fine";
      case "map-value-ind":
      case "seq-item-ind":
        this.#afterScalar = false;
        // Two marks on a line put a map or list inside another.
        return this.#depth === 0 && ++this.#marks > 1 ? "nested" : "fine";
      case "comma":
        this.#afterScalar = false;
        return "fine";
      case "scalar":
      case "single-quoted-scalar":
      case "double-quoted-scalar": {
        const second = this.#afterScalar;
        this.#afterScalar = true;
        return second ? "syntax" : "fine";
      }
      default:
        return "fine";
    }
  }

  #startLine(): "fine" {
    this.#marks = 0;
    this.#afterScalar = false;
    return "fine";
  }
}

const SPACING: ReadonlySet<string> = new Set(["space", "comment", "newline"]);

function readMap(head: string, document: CST.Document, items: ShapedItem[], most: number): ShapeProblem | undefined {
  const { value } = document;
  if (items.length > 0) return syntax(document.offset);
  if (value === undefined) return undefined;
  if (value.type !== "block-map") return problem("not-a-block-map", value.offset, "Write one `key: value` per line.");
  for (const item of value.items) {
    if (item.key === undefined && item.sep === undefined) continue;
    const { key, sep } = item;
    if (key === null || !isFlowScalar(key) || key.source === "") return syntax(key?.offset ?? value.offset);
    if (key.offset !== 0 && head[key.offset - 1] !== "\n")
      return problem("indented-key", key.offset, "Keys start at the first column.");
    if (!sep.some((token) => token.type === "map-value-ind")) return syntax(key.offset);
    if (items.length === most) return problem("too-many-keys", key.offset, "Frontmatter has at most 64 keys.");
    const wrong = valueProblem(key.source === "metadata", item.value);
    if (wrong !== undefined) return wrong;
    items.push({ key, sep, value: item.value });
  }
  return undefined;
}

function valueProblem(mapAllowed: boolean, value: CST.Token | undefined): ShapeProblem | undefined {
  if (value === undefined) return undefined;
  if (hasStrayEnd(value)) return syntax(value.offset);
  if (CST.isScalar(value)) return undefined;
  if (!CST.isCollection(value)) return syntax(value.offset);
  const isMap = value.type === "block-map" || (value.type === "flow-collection" && value.start.source === "{");
  if (isMap && !mapAllowed) return nested(value.offset);
  for (const item of value.items) {
    if (!isMap && (item.key !== undefined || item.sep !== undefined)) return nested(value.offset);
    if (item.key !== undefined && item.key !== null && !isFlowScalar(item.key)) return nested(item.key.offset);
    if (item.value !== undefined && !CST.isScalar(item.value)) return nested(item.value.offset);
    if (hasStrayEnd(item.value)) return syntax(value.offset);
  }
  return undefined;
}

/** Something after a finished value that is neither space nor comment. */
function hasStrayEnd(token: CST.Token | undefined): boolean {
  if (token === undefined || !("end" in token) || token.end === undefined) return false;
  return token.end.some((each) => !SPACING.has(each.type) && !CLOSERS.has(each.type));
}

const CLOSERS: ReadonlySet<string> = new Set(["flow-seq-end", "flow-map-end"]);

function isFlowScalar(token: CST.Token | null | undefined): token is CST.FlowScalar {
  return CST.isScalar(token) && token.type !== "block-scalar";
}

function syntax(at: number): ShapeProblem {
  return problem("yaml-syntax", at, "Quote values that hold `: `, ` #` or quotes.");
}

function nested(at: number): ShapeProblem {
  return problem("nested-value", at, "Values are text, numbers or lists of these; quote a text that holds `: `.");
}

function problem(rule: string, at: number, hint: string): ShapeProblem {
  return { kind: "shape-problem", rule, at, hint };
}
