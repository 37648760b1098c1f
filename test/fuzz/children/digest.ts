// Prints one digest over what every exit and the check on writing make of a fixed large input: the same on every Node.
import { createHash } from "node:crypto";
import { checkHiddenText } from "../../../src/checks/hidden-text.ts";
import {
  forContext,
  forContextBody,
  forFile,
  forLog,
  forTerminal,
  forTerminalLine,
} from "../../../src/text/sanitise.ts";
import { hostileText, randomFor } from "../cases.ts";

const CASES = 6000;
const SEED = 17;
const PIECE = 256;

const hash = createHash("sha256");
const add = (text: string, max: number): void => {
  const findings = checkHiddenText(text).map(({ rule, line, column, excerpt }) => [rule, line, column, excerpt]);
  const fields = [forContext(text, { max }), forTerminalLine(text, { max }), forLog(text)];
  const bodies = [forContextBody(text, { max }), forTerminal(text), forFile(text)];
  hash.update(JSON.stringify([...fields, ...bodies, findings]));
};

for (let number = 0; number < CASES; number++) {
  const random = randomFor(SEED, number);
  add(hostileText(random, 14), 1 + random(80));
}
// Every code point there is between letters, and those of the first planes beside a mark, an emoji and a joiner.
for (let from = 0; from <= 0x10ffff; from += PIECE) {
  const points = Array.from({ length: PIECE }, (_, at) => String.fromCodePoint(from + at));
  add(points.join("a"), PIECE);
  if (from < 0x20000) add(points.map((each) => `\u0915${each}\u0301\u{1f469}\u200d${each}`).join(""), PIECE / 2);
}
process.stdout.write(`${hash.digest("hex")}\n`);
