// CHK-30: what is said of a run's state is others' words too, and drives no terminal and no build's log.
import { expect, test } from "vitest";
import { makeOutput } from "../../../src/cli/output.ts";

const ESCAPE = String.fromCharCode(27);

test("CHK-30: a name with a line break or an escape in it stays a name; a line makes room for the next", () => {
  for (const color of [true, false]) {
    const told: string[] = [];
    const out = makeOutput(
      { color, quiet: false, json: false, columns: 80, live: true },
      () => undefined,
      (text) => told.push(text),
    );
    out.status.write(`left out x${ESCAPE}[2J${ESCAPE}]0;title\u0007.md\n`);
    out.status.write(`\r${ESCAPE}[KFetching ...`);
    const [name = "", next] = told;
    expect(name).not.toContain(ESCAPE);
    expect(name).not.toContain("\u0007");
    expect(name.endsWith("\n")).toBe(true);
    expect(next).toBe(`\r${ESCAPE}[KFetching ...`);
  }
});
