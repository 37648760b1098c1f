// What was tried, and what was wrong.
const MOST_TOLD = 40;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export class Report {
  passed = 0;
  failed = 0;
  skippedCount = 0;
  slowest = { ms: 0, what: "" };

  told(what: string, complaints: readonly string[], ms = 0): void {
    if (ms > this.slowest.ms) this.slowest = { ms, what };
    if (complaints.length === 0) this.passed++;
    else if (++this.failed <= MOST_TOLD) say(`FAILED  ${what}: ${complaints.join("; ")}`);
  }

  noted(what: string): void {
    say(what);
  }

  skipped(what: string, why: string): void {
    this.skippedCount++;
    say(`SKIPPED ${what}: ${why}`);
  }
}
