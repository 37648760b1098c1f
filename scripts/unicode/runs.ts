// Sets and classes of code points as text: base-36 run lengths from U+0000 upwards, wrapped into short lines.

const LAST = 0x10ffff;
const LINE = 112;

export function allPoints(): readonly number[] {
  return Array.from({ length: LAST + 1 }, (_, point) => point);
}

/** So many outside, then so many inside, ... */
export function setRuns(has: (point: number) => boolean): readonly string[] {
  return classRuns((point) => Number(has(point))).map(({ length }) => length.toString(36));
}

export interface Run {
  readonly length: number;
  readonly value: number;
}

/** The first run is one of zeros, be it empty. Where `classOf` has no answer, the run before goes on. */
export function classRuns(classOf: (point: number) => number | undefined): readonly Run[] {
  const runs: Run[] = [];
  let value = 0;
  let since = 0;
  for (let point = 0; point <= LAST; point++) {
    const next = classOf(point) ?? value;
    if (next === value) continue;
    runs.push({ length: point - since, value });
    value = next;
    since = point;
  }
  return [...runs, { length: LAST + 1 - since, value }];
}

/** The source of one exported text constant, `words` joined by blanks. */
export function textConstant(name: string, words: readonly string[]): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + word.length + 1 > LINE) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  const open = `export const ${name}: string = [`;
  // Such that the formatter has nothing to change.
  const short = `${open}"${line}"].join(" ");`;
  if (lines.length === 1 && short.length <= 120) return short;
  return [open, ...lines.map((each) => `  "${each}",`), '].join(" ");'].join("\n");
}
