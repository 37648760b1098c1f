// The hook's one owner of stdin, stdout, stderr and exit (AGT-2). Memory never breaks the session (AGT-3): whatever goes
// wrong inside, this prints nothing, leaves a notice for the next session, and ends with 0. With 2 it ends for a refusal
// alone, where that is how one is told (AGT-8). It is small on purpose: what an event needs is loaded when the event is known.
import { read, write } from "node:fs";
import { Script } from "node:vm";
import { fixPlaces } from "../compose/fixed-places.ts";
import { type Answer, answer, type Input, unjudged } from "./answer.ts";

declare const __HOLDFAST_VERSION__: string | undefined;

/** What comes after it is read and passed over: the host must not find a closed pipe. */
const LARGEST_INPUT = 16 * 1024 * 1024;
/** From here on a call that has not come to its end in time was made to be slow, or the machine is: it is not let pass. */
const LARGE_INPUT = 1024 * 1024;
/** The whole run; the hosts' own limits are longer (AGT-3). */
const TIME_BOX_MS = 1000;
/**
 * Work that does not yield to a timer has longer, for a machine may be busy; the hosts' limit is 5 s. From its sources the hook
 * is compiled on the way, and no host runs it so.
 */
const LONGEST_WORK_MS = typeof __HOLDFAST_VERSION__ === "string" ? 4000 : 60_000;
/** An answer that is ready counts as given (CTX-2), so on a busy machine its way out has a moment of its own. */
const WAY_OUT_MS = 250;
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const REFUSED = 2;

/** Reads and writes under way. A host that leaves one hanging has process.exit wait for it, for as long as it likes. */
let underWay = 0;
/** What is done when the time is over: a call that is too large already is refused, however long the rest takes to come. */
let inTime: () => void = end;
let code: 0 | typeof REFUSED = 0;

/** Without process.stdin, which costs more than the rest of a silent run. */
function readInput(then: (input: Input) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const over = (isEnd: boolean): void => {
    if (isOver) return;
    isOver = true;
    inTime = end;
    then({ text: Buffer.concat(chunks).toString("utf8"), isWhole: isEnd && size <= LARGEST_INPUT });
  };
  const next = (): void => {
    const chunk = Buffer.allocUnsafe(65_536);
    underWay++;
    read(STDIN, chunk, 0, chunk.length, null, (error, count) => {
      underWay--;
      if (error?.code === "EAGAIN") return void setTimeout(next, 1);
      if (error !== null || count === 0) return over(true);
      size += count;
      if (size <= LARGEST_INPUT) chunks.push(chunk.subarray(0, count));
      if (size > LARGE_INPUT) inTime = () => over(false);
      next();
    });
  };
  next();
}

async function respond(input: Input): Promise<void> {
  const args = process.argv.slice(2);
  let said: Answer;
  try {
    fixPlaces(args);
    said = await (input.isWhole ? watched(() => answer(args, input.text, process.env)) : unjudged(args, input));
  } catch (error) {
    const { leaveNotice } = await import("../compose/hook/fault.ts");
    leaveNotice(error);
    said = unjudged(args, input);
  }
  const { out, refusal } = said;
  if (out === "" && refusal === undefined) return;
  clearTimeout(box);
  box = setTimeout(end, WAY_OUT_MS);
  // A pipe that nobody reads must not take the refusal away.
  if (refusal !== undefined) code = REFUSED;
  if (out !== "") await writeAll(STDOUT, Buffer.from(out));
  if (refusal !== undefined) await writeAll(STDERR, Buffer.from(refusal));
}

/**
 * A timer does not end a loop, nor a pattern that looks for ever: only a thread does. V8's own watchdog is one and costs less
 * than a millisecond. It watches one call; so the steps that only wait for each other are taken within it.
 */
function watched<T>(work: () => Promise<T>): Promise<T> {
  let working: Promise<T> | undefined;
  const scope = globalThis as { holdfastWork?: (() => void) | undefined };
  scope.holdfastWork = () => {
    working = work();
    // Whoever waits for it hears of it; but only after the steps below, which would take it for nobody's.
    working.catch(() => undefined);
    (process as { _tickCallback?: () => void })._tickCallback?.();
  };
  try {
    new Script("holdfastWork()").runInThisContext({ timeout: LONGEST_WORK_MS });
  } finally {
    scope.holdfastWork = undefined;
  }
  return working ?? Promise.reject(new Error("no work"));
}

/** A pipe that is full for a moment is tried again until its time is over; one that nobody reads ends the run. */
function writeAll(to: number, bytes: Buffer): Promise<void> {
  return new Promise((done) => {
    const next = (written: number): void => {
      underWay++;
      write(to, bytes, written, (error, count) => {
        underWay--;
        if (error?.code === "EAGAIN") return void setTimeout(next, 1, written);
        if (error !== null || written + count >= bytes.length) return done();
        next(written + count);
      });
    };
    next(0);
  });
}

function end(): never {
  if (underWay > 0) becomeNothing();
  // biome-ignore lint/plugin: a host that keeps stdin open must not keep the hook alive.
  process.exit(code);
}

/** The process goes on as a program that ends at once: the one way out that waits for no thread. */
function becomeNothing(): void {
  try {
    process.execve?.(process.execPath, [process.execPath, "-e", `process.exit(${code})`], {});
  } catch {
    // Windows has no such call.
  }
  // There it ends as a program that was ended; only a host that never closes stdin sees the number.
  if (process.platform === "win32") process.kill(process.pid, "SIGKILL");
}

// Whatever is written on the way is for this user alone (STO-4).
process.umask(0o077);
process.once("SIGTERM", end);
let box: NodeJS.Timeout = setTimeout(() => inTime(), TIME_BOX_MS);
readInput((input) => {
  respond(input).then(end, end);
});
