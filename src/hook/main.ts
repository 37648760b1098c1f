// The hook's one owner of stdin, stdout and exit (AGT-2). Memory never breaks the session (AGT-3): whatever goes
// wrong inside, this prints nothing, leaves a notice for the next session, and ends with 0. It is small on purpose:
// what an event needs is loaded when the event is known.
import { read, write } from "node:fs";
import { answer } from "./answer.ts";

const LARGEST_INPUT = 16 * 1024 * 1024;
/** The whole run; the hosts' own limits are longer (AGT-3). */
const TIME_BOX_MS = 1000;
/** An answer that is ready counts as given (CTX-2), so on a busy machine its way out has a moment of its own. */
const WAY_OUT_MS = 250;
const STDIN = 0;
const STDOUT = 1;

/** Reads and writes under way. A host that leaves one hanging has process.exit wait for it, for as long as it likes. */
let underWay = 0;

/** Without process.stdin, which costs more than the rest of a silent run. */
function readInput(then: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const next = (): void => {
    const chunk = Buffer.allocUnsafe(65_536);
    underWay++;
    read(STDIN, chunk, 0, chunk.length, null, (error, count) => {
      underWay--;
      if (error?.code === "EAGAIN") return void setTimeout(next, 1);
      size += count;
      if (error !== null || count === 0 || size > LARGEST_INPUT) {
        return then(size > LARGEST_INPUT ? "" : Buffer.concat(chunks).toString("utf8"));
      }
      chunks.push(chunk.subarray(0, count));
      next();
    });
  };
  next();
}

async function respond(stdin: string): Promise<void> {
  try {
    const text = await answer(process.argv.slice(2), stdin, process.env);
    if (text === "") return;
    clearTimeout(box);
    box = setTimeout(end, WAY_OUT_MS);
    await writeAll(Buffer.from(text));
  } catch (error) {
    const { leaveNotice } = await import("../compose/hook/fault.ts");
    leaveNotice(error);
  }
}

/** A pipe that is full for a moment is tried again until its time is over; one that nobody reads ends the run. */
function writeAll(bytes: Buffer): Promise<void> {
  return new Promise((done) => {
    const next = (written: number): void => {
      underWay++;
      write(STDOUT, bytes, written, (error, count) => {
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
  // biome-ignore lint/nursery/noProcessExit: a host that keeps stdin open must not keep the hook alive.
  process.exit(0);
}

/** The process goes on as a program that ends at once: the one way out that waits for no thread. */
function becomeNothing(): void {
  try {
    process.execve?.(process.execPath, [process.execPath, "-e", "0"], {});
  } catch {
    // Windows has no such call; there the host's own limit ends a hook whose stdin it never closes.
  }
}

// Whatever is written on the way is for this user alone (STO-4).
process.umask(0o077);
process.once("SIGTERM", end);
let box: NodeJS.Timeout = setTimeout(end, TIME_BOX_MS);
readInput((stdin) => {
  respond(stdin).then(end, end);
});
