// A strict reader for the little XML that the fence uses: elements, double-quoted attributes, text, five entities.
// Whatever else well-formed XML may hold (comments, CDATA, processing instructions, other entities) is an error,
// because the renderer never means it.

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** The element's own text, decoded. */
  readonly text: string;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
]);

const OPEN_TAG = /<([a-z][a-z-]*)((?: [a-z]+="[^"<>]*")*)>/y;
const CLOSE_TAG = /<\/([a-z][a-z-]*)>/y;
const TEXT = /[^<>]+/y;
const ATTRIBUTE = / ([a-z]+)="([^"<>]*)"/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export function readXml(source: string): Element {
  if (FORBIDDEN.test(source) || !source.isWellFormed()) throw new Error("a character that XML forbids");
  const reader = { source, at: 0 };
  const root = readElement(reader);
  if (reader.at !== source.length) throw new Error(`text after the root element at ${reader.at}`);
  return root;
}

interface Reader {
  readonly source: string;
  at: number;
}

function readElement(reader: Reader): Element {
  const open = take(reader, OPEN_TAG);
  if (open === undefined) throw new Error(`no start tag at ${reader.at}`);
  const [, name = "", rawAttributes = ""] = open;
  const children: Element[] = [];
  let text = "";
  for (;;) {
    const run = take(reader, TEXT);
    if (run !== undefined) text += decode(run[0]);
    const close = take(reader, CLOSE_TAG);
    if (close !== undefined) {
      if (close[1] !== name) throw new Error(`</${close[1]}> closes <${name}>`);
      return { name, attributes: readAttributes(rawAttributes), children, text };
    }
    children.push(readElement(reader));
  }
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.source);
  if (match === null) return undefined;
  reader.at = pattern.lastIndex;
  return match;
}

function readAttributes(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of source.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw new Error(`attribute ${name} twice`);
    attributes.set(name, decode(value));
  }
  return attributes;
}

/** Every "&" must begin one of the five entities. */
function decode(raw: string): string {
  return raw.replace(/&[^;&]*;?/g, (entity) => {
    const character = ENTITIES.get(entity);
    if (character === undefined) throw new Error(`broken entity ${JSON.stringify(entity)}`);
    return character;
  });
}
