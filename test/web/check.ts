// What a part of this program reports to: one line per statement, counted.

export type Check = (title: string, good: boolean, found?: unknown) => void;

export interface Count {
  passed: number;
  failed: number;
}

export function makeCheck(count: Count, say: (line: string) => void): Check {
  return (title, good, found) => {
    count[good ? "passed" : "failed"] += 1;
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 2000)}`;
    say(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };
}

/** Until it is so, or a few seconds are over. */
export async function soon(isSo: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<boolean> {
  const until = Date.now() + milliseconds;
  for (;;) {
    if (await isSo()) return true;
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
