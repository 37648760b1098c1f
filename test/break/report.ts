// What was tried, and what was wrong.
const MOST_TOLD = 40;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export class Report {
  passed = 0;
  failed = 0;
  skippedCount = 0;
  againCount = 0;
  readonly #say: (line: string) => void;
  slowest = { ms: 0, what: "" };

  constructor(tell: (line: string) => void = say) {
    this.#say = tell;
  }

  told(what: string, complaints: readonly string[], ms = 0): void {
    if (ms > this.slowest.ms) this.slowest = { ms, what };
    if (complaints.length === 0) this.passed++;
    else if (++this.failed <= MOST_TOLD) this.#say(`FAILED  ${what}: ${complaints.join("; ")}`);
  }

  /** A run was late or silent for want of time, and is tried once more. */
  again(): void {
    this.againCount++;
  }

  noted(what: string): void {
    this.#say(what);
  }

  skipped(what: string, why: string): void {
    this.skippedCount++;
    this.#say(`SKIPPED ${what}: ${why}`);
  }
}
