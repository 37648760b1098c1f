// What stands in a file that the agent loads by itself is not given to it again (ARR-3). Sentence by sentence, by the same
// words (memory/same-words.ts): a sentence that is part of a longer one may mean the opposite there. Code and comments are
// not looked at: they are examples, or are not shown to the model.
import { ownPrint } from "../memory/same-words.ts";

/** Every sentence of a text stands there; a text that says too little for anybody's own words does not. */
export type ReadAlready = (text: string) => boolean;

export function readAlreadyIn(texts: readonly string[]): ReadAlready {
  const known = new Set(texts.flatMap(printsOf));
  if (known.size === 0 && !texts.some((text) => text.includes("```"))) return () => false;
  return (text) => {
    let said = 0;
    for (const sentence of sentencesIn(text)) {
      const print = ownPrint(sentence);
      if (print === undefined) continue;
      // Mostly the first one is unknown, and no other has to be looked at.
      if (!known.has(print)) return false;
      said++;
    }
    return said > 0 || (text.includes("```") && isPartOf(text, texts));
  };
}

/** Code below a heading has no sentence to go by; it counts where the whole of it stands there, line for line. */
function isPartOf(text: string, texts: readonly string[]): boolean {
  const plain = (each: string): string => `\n${each.replace(/\r\n/g, "\n").trim()}\n`;
  return texts.some((each) => plain(each).includes(plain(text)));
}

function printsOf(text: string): readonly string[] {
  return sentencesIn(text).flatMap((sentence) => ownPrint(sentence) ?? []);
}

const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const HEADING = /^\s*#{1,6}\s/;

/** A line that begins a point, a heading or a paragraph begins a sentence; wrapped lines go on. */
function sentencesIn(text: string): readonly string[] {
  const pieces: string[] = [];
  let open = "";
  const close = (): void => {
    pieces.push(open);
    open = "";
  };
  for (const line of proseIn(text)) {
    if (line.trim() === "" || BULLET.test(line) || HEADING.test(line)) close();
    open += ` ${line.replace(BULLET, "").trim()}`;
    if (HEADING.test(line)) close();
  }
  close();
  return pieces
    .flatMap((piece) => piece.split(/(?<=[.!?\u3002\uff01\uff1f])\s+/u))
    .filter((each) => each.trim() !== "");
}

function proseIn(text: string): readonly string[] {
  let until: string | undefined;
  return text.split(/\r?\n/).map((line) => {
    const bare = line.trimStart();
    if (until !== undefined) {
      if (until === "-->" ? line.includes(until) : bare.startsWith(until)) until = undefined;
      return "";
    }
    if (bare.startsWith("```") || bare.startsWith("~~~")) until = bare.slice(0, 3);
    else if (bare.startsWith("<!--") && !bare.includes("-->")) until = "-->";
    return until === undefined && !bare.startsWith("<!--") ? line : "";
  });
}
