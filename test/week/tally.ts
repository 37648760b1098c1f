// What the week counts. A point that does not hold as wished and whose measured figure is known is `missed`: printed, and
// no failure, until a build holds it. Nothing else may be left out: a point without a check fails.
import { stripVTControlCharacters } from "node:util";
import type { Check } from "../walk/session.ts";

/** The numbered points of a newcomer's list, and the table above it. */
const POINTS = ["table", ...Array.from({ length: 15 }, (_, at) => String(at + 1))];

export interface Tally {
  /** A title begins with the point it is about: `7: ...`. */
  readonly check: Check;
  /** What is wished for and not reached, with its figure. */
  missed(title: string, figure: string): void;
  say(line: string): void;
  /** The last line, and the exit code. */
  end(): number;
}

export function startTally(): Tally {
  const count = { passed: 0, failed: 0 };
  const points = new Set<string>();
  const misses: string[] = [];
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const check: Check = (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    points.add(title.split(":")[0] ?? "");
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`;
    say(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };
  return {
    check,
    say,
    missed: (title, figure) => void misses.push(`missed: ${title} (${figure})`),
    end: () => {
      const left = POINTS.filter((point) => !points.has(point));
      check("week: every point has a check", left.length === 0, left);
      for (const miss of misses) say(miss);
      say(`${count.passed} passed, ${count.failed} failed`);
      return count.failed === 0 ? 0 : 1;
    },
  };
}

/** The lines of a screen as they stood, without colours. */
export function linesOf(transcript: string): readonly string[] {
  return stripVTControlCharacters(transcript).split("\n");
}
