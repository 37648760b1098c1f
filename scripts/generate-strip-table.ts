// Writes the Unicode tables of src/text from the data of the Node that runs it (CHK-30): what is stripped, where
// graphemes end, which emoji sequences there are, what joins, what hides. Run it with a Node whose
// process.versions.unicode is the pinned version; the drift test does the same in memory.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GRAPHEME } from "../src/text/graphemes.ts";
import { type EmojiData, emojiData } from "./unicode/emoji.ts";
import { graphemeClasses } from "./unicode/graphemes.ts";
import { allPoints, classRuns, setRuns, textConstant } from "./unicode/runs.ts";

export const PINNED_UNICODE = "17.0";

const STRIPPED = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]$/u;
/** Refused on write: what shows nothing. Private use and unassigned code points show something, if only a box. */
const HIDDEN = /^[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]$/u;

/** Scripts whose letters ZWJ and ZWNJ shape. */
const JOINING = [
  ...["Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Adlam", "Hanifi_Rohingya"],
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Khmer", "Myanmar", "Tibetan", "Balinese", "Javanese", "Chakma", "Newa"],
];
const JOINS = new RegExp(`^(?=[\\p{L}\\p{M}])[${JOINING.map((script) => `\\p{scx=${script}}`).join("")}]$`, "u");

/** Invisible, but a part of words and emoji: ZWNJ and the two emoji selectors. ZWJ has a rule of its own. */
const JOINING_PARTS = [0x200c, 0xfe0e, 0xfe0f];

const HEAD = "// Written by scripts/generate-strip-table.ts; do not edit.";

/** Source by file name. */
export function unicodeTables(): ReadonlyMap<string, string> {
  const emoji = emojiData();
  return new Map([
    ["strip-table.generated.ts", stripTable()],
    ["grapheme-table.generated.ts", graphemeTable()],
    ["emoji-table.generated.ts", emojiTable(emoji)],
    ["write-table.generated.ts", writeTable(emoji)],
  ]);
}

function stripTable(): string {
  return file(
    `${HEAD} Code points that never reach a reader (CHK-30), pinned`,
    "// to one Unicode version so that every Node gives the same bytes. Base 36: so many stay, then so many go, ...",
    `export const STRIP_UNICODE = "${PINNED_UNICODE}";`,
    textConstant("STRIP_RUNS", setRuns(matches(STRIPPED))),
  );
}

function graphemeTable(): string {
  const stripped = matches(STRIPPED);
  const kept = new Set(allPoints().filter((point) => !stripped(point) || JOINING_PARTS.includes(point)));
  const classes = graphemeClasses([...kept]);
  const runs = classRuns((point) => (kept.has(point) ? (classes.get(point) ?? GRAPHEME.other) : undefined));
  let before = 0;
  const words = runs.map(({ length, value }) => {
    const word = before.toString(36) + value.toString(36);
    before = length;
    return word;
  });
  return file(
    `${HEAD} How a code point joins its neighbours`,
    "// (UAX 29). Base 36: how far from the start of the run before, then the class in one digit.",
    textConstant("GRAPHEME_RUNS", words),
  );
}

function emojiTable({ textual, joined }: EmojiData): string {
  const packed = (name: string, key: "plain" | "first" | "both" | "differ"): string =>
    textConstant(name, grouped(joined.get(key) ?? []));
  return file(
    `${HEAD} Emoji that need VS16, as distances, and the`,
    "// ZWJ sequences by how skin tones go with them: none; the first element; first and last; two that differ.",
    textConstant("TEXTUAL", distances(textual)),
    packed("JOINED_PLAIN", "plain"),
    packed("JOINED_FIRST", "first"),
    packed("JOINED_BOTH", "both"),
    packed("JOINED_DIFFER", "differ"),
  );
}

function writeTable({ symbols }: EmojiData): string {
  return file(
    `${HEAD} For the check on writing (CHK-30a): code points`,
    "// that show nothing, letters and marks of scripts that join, symbols that have a text and an emoji form.",
    textConstant("HIDDEN_RUNS", setRuns(matches(HIDDEN))),
    textConstant("JOINING_RUNS", setRuns(matches(JOINS))),
    textConstant("SYMBOLS", distances(symbols)),
  );
}

function file(...parts: readonly string[]): string {
  return `${parts.join("\n")}\n`;
}

function matches(pattern: RegExp): (point: number) => boolean {
  return (point) => pattern.test(String.fromCodePoint(point));
}

function distances(points: readonly number[]): readonly string[] {
  return points.map((point, at) => (point - (points[at - 1] ?? 0)).toString(36));
}

/** Heads with the same tails share one word. */
function grouped(sequences: readonly (readonly number[])[]): readonly string[] {
  const tails = new Map<string, string[]>();
  for (const sequence of sequences) {
    const [head = "", ...tail] = sequence.map((point) => point.toString(36));
    tails.set(head, [...(tails.get(head) ?? []), tail.join("+")]);
  }
  const heads = new Map<string, string[]>();
  for (const [head, list] of tails) {
    const key = list.sort().join(",");
    heads.set(key, [...(heads.get(key) ?? []), head]);
  }
  return [...heads].map(([tail, list]) => `${list.join(",")}:${tail}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.versions.unicode !== PINNED_UNICODE)
    throw new Error(`This Node has Unicode ${process.versions.unicode}; the tables are pinned to ${PINNED_UNICODE}.`);
  for (const [name, source] of unicodeTables()) writeFileSync(new URL(`../src/text/${name}`, import.meta.url), source);
}
