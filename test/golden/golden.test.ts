// The command line as others meet it: every case runs the built program, at a terminal or without one, and what it
// prints is compared whole (SUR-2, SUR-4). To renew the cases after a change that was meant:
//   HOLDFAST_RENEW=1 npx vitest run --project golden      and read the difference before it is committed.
// check:all: the built command, once for each line of each case.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { parseCase, renderCase, titleOf } from "./case.ts";
import { type Machine, makeMachine, runCase } from "./run-case.ts";

const RENEW = process.env.HOLDFAST_RENEW === "1";
const HERE = new URL("./", import.meta.url);
const files = readdirSync(HERE).filter((name) => /^(ok|ng)\..+\.txt$/.test(name));

let machine: Machine;
beforeAll(async () => {
  if (!canRunAsPerson()) throw new Error(CANNOT_RUN_AS_PERSON);
  machine = await makeMachine();
});
afterAll(() => machine?.remove());

/** A report of CI has the first line of a message and no more. */
function firstDifference(found: string, source: string): string {
  const [is, was] = [found.split("\n"), source.split("\n")];
  const at = is.findIndex((line, index) => line !== was[index]);
  return `line ${at + 1} is ${JSON.stringify(is.slice(at, at + 3))}, was ${JSON.stringify(was.slice(at, at + 3))}`;
}

describe.concurrent("golden cases", () => {
  for (const file of files) {
    const source = readFileSync(new URL(file, HERE), "utf8");
    const items = parseCase(source);
    test(`${file.replace(/\.txt$/, "")}: ${titleOf(items)}`, async () => {
      const found = await runCase(source, items, machine);
      if (RENEW) writeFileSync(new URL(file, HERE), found);
      else expect(found, firstDifference(found, source)).toBe(source);
    });
  }
});

describe("the cases themselves", () => {
  test("are many, and are written as they are rendered", () => {
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) {
      const source = readFileSync(new URL(file, HERE), "utf8");
      expect(renderCase(parseCase(source)), file).toBe(source);
    }
  });

  test("SUR-4: what is told about a refusal fits 80 columns, except a command to copy", () => {
    const narrow = files.filter((file) => file !== "ok.width.txt");
    const told = narrow.flatMap((file) => readFileSync(new URL(file, HERE), "utf8").split("\n"));
    const lines = told.filter((line) => /^[|!] (refused| {9}\S)/.test(line)).map((line) => line.slice(2));
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});
