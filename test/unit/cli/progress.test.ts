// Progress of long work: how often it draws, where, and that Ctrl-C asks first.
import { describe, expect, test } from "vitest";
import { makeOutput } from "../../../src/cli/output.ts";
import { startProgress } from "../../../src/cli/progress.ts";

interface Shown {
  readonly texts: readonly string[];
  readonly draw: (steps: number, perStep: number) => Promise<boolean>;
  readonly end: () => void;
}

function progress(options: { live: boolean; quiet?: boolean; columns?: number; total?: number }): Shown {
  const texts: string[] = [];
  let now = 5_000;
  const { live, quiet = false, columns = 80, total = 1000 } = options;
  const out = makeOutput({ color: false, json: false, quiet, columns, live }, unwanted, (text) => texts.push(text));
  const shown = startProgress(out, { title: "import", total, clock: () => now });
  let done = 0;
  const draw = async (steps: number, perStep: number): Promise<boolean> => {
    let on = true;
    for (let n = 0; n < steps; n++) {
      now += perStep;
      on = await shown.step(++done);
    }
    return on;
  };
  return { texts, draw, end: shown.end };
}

function unwanted(text: string): void {
  throw new Error(`on stdout: ${text}`);
}

describe("SUR-3: progress of long work", () => {
  test("draws at most ten times a second on a terminal, and takes the bar away", async () => {
    const { texts, draw, end } = progress({ live: true });
    await draw(200, 10);
    expect(texts.length).toBeGreaterThan(12);
    expect(texts.length).toBeLessThanOrEqual(20);
    expect(texts.at(-1)).toBe("\r\u001b[Kimport  [#####...................]  200 of 1,000  8 s left");
    end();
    expect(texts.at(-1)).toBe("\r\u001b[K");
  });

  test("shows nothing for work that is over at once", async () => {
    const { texts, draw, end } = progress({ live: true });
    await draw(30, 10);
    end();
    expect(texts).toEqual([]);
  });

  test("shows nothing for a handful, however slow the machine is", async () => {
    for (const total of [0, 4, 49]) {
      const { texts, draw, end } = progress({ live: true, total });
      await draw(total, 1000);
      end();
      expect(texts).toEqual([]);
    }
    const { texts, draw, end } = progress({ live: true, total: 50 });
    await draw(50, 1000);
    end();
    expect(texts.length).toBeGreaterThan(40);
  });

  test("never fills the last column, so that no terminal wraps it", async () => {
    const { texts, draw, end } = progress({ live: true, columns: 40 });
    await draw(100, 10);
    end();
    for (const text of texts) expect(text.replace("\r\u001b[K", "").length).toBeLessThan(40);
  });

  test("says a plain line now and then where there is no terminal", async () => {
    const { texts, draw, end } = progress({ live: false });
    await draw(110, 100);
    end();
    expect(texts).toEqual(["import: 50 of 1,000\n", "import: 100 of 1,000\n"]);
  });

  test("--quiet has none", async () => {
    const { texts, draw, end } = progress({ live: true, quiet: true });
    await draw(200, 10);
    end();
    expect(texts).toEqual([]);
  });

  test("the first Ctrl-C asks the work to stop, and the handler goes with it", async () => {
    const before = process.listenerCount("SIGINT");
    const { draw, end } = progress({ live: false });
    expect(await draw(1, 1)).toBe(true);
    process.kill(process.pid, "SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await draw(1, 1)).toBe(false);
    expect(process.listenerCount("SIGINT")).toBe(before);
    end();
    const other = progress({ live: false });
    other.end();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
