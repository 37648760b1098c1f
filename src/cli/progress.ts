// Long work shows how far it is (SUR-3): a bar on a terminal, a plain line now and then elsewhere, on standard error, so
// that stdout stays a result. The first Ctrl-C asks the work to stop after its current step, so that what is done stays
// whole and the rest can be reported; a second one ends the program as usual.
import { CLEAR, type Output } from "./output.ts";

/** At most ten drawings a second; work that is over sooner than the first of them shows nothing. */
const DRAW_MS = 100;
const FIRST_MS = 400;
const LINE_MS = 5000;
/** A handful is over soon, however busy the machine is. */
const FEWEST = 50;
const BAR = 24;

export interface Progress {
  /** After a step, with how many are done. False after a Ctrl-C: begin nothing new. */
  step(done: number): Promise<boolean>;
  /** Takes the bar away. Call it in a `finally`. */
  end(): void;
}

export interface ProgressRequest {
  readonly title: string;
  readonly total: number;
  /** Milliseconds; a clock that never goes back. */
  readonly clock?: () => number;
}

export function startProgress(out: Pick<Output, "status">, request: ProgressRequest): Progress {
  const { title, total, clock = () => performance.now() } = request;
  const { live, columns, write } = out.status;
  const begun = clock();
  let drawn = begun + (live ? FIRST_MS - DRAW_MS : 0);
  let shown = false;
  let stopped = false;
  const stop = (): void => {
    stopped = true;
  };
  process.once("SIGINT", stop);
  return {
    step: async (done) => {
      const now = clock();
      if (total >= FEWEST && now - drawn >= (live ? DRAW_MS : LINE_MS)) {
        drawn = now;
        shown ||= live;
        const seconds = (now - begun) / 1000;
        write(live ? CLEAR + bar(title, done, total, seconds).slice(0, columns - 1) : `${title}: ${of(done, total)}\n`);
      }
      // A signal is delivered between two turns of the event loop and not within one.
      await new Promise((resolve) => setImmediate(resolve));
      return !stopped;
    },
    end: () => {
      process.removeListener("SIGINT", stop);
      if (shown) write(CLEAR);
    },
  };
}

function bar(title: string, done: number, total: number, seconds: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(part * BAR);
  const left = done === 0 ? undefined : Math.ceil((seconds / done) * (total - done));
  const ahead = left === undefined || left <= 0 ? "" : `  ${left} s left`;
  return `${title}  [${"#".repeat(full)}${".".repeat(BAR - full)}]  ${of(done, total)}${ahead}`;
}

function of(done: number, total: number): string {
  return `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
