// How the mutants are counted: nothing is noticed that was not, and the list of equivalent ones stays true.
import { expect, test } from "vitest";
import { groupByFolder, mutableFiles } from "../../mutants/choose.ts";
import { type Equivalent, type Report, scoreFiles, unmatched } from "../../mutants/score.ts";

const FILE = "src/trust/x.ts";
const SOURCE = "const a = 1;\nconst b = a > 1;\nconst c = a > 1 || b;\n";

function mutant(status: string, line: number, [from, to]: readonly [number, number], replacement: string) {
  const location = { start: { line, column: from }, end: { line, column: to } };
  return { mutatorName: "M", status, replacement, location };
}

function report(...statuses: string[]): Report {
  const mutants = statuses.map((status) => mutant(status, 2, [11, 16], "a >= 1"));
  return { files: { [FILE]: { source: SOURCE, mutants }, "src/trust/types.ts": { source: "", mutants: [] } } };
}

const EQUAL: Equivalent = { file: FILE, original: "a > 1", replacement: "a >= 1", why: "an example" };

test("killed, stopped and unbuildable mutants are noticed; survivors and unreached ones are not", () => {
  const [score, ...more] = scoreFiles(report("Killed", "Timeout", "RuntimeError", "CompileError"), []);
  expect([score?.file, score?.killed, score?.survivors, more]).toEqual([FILE, 4, [], []]);
  const alive = scoreFiles(report("Survived", "NoCoverage", "Ignored", "Pending", "Killed"), []);
  expect([alive[0]?.killed, alive[0]?.survivors.length]).toEqual([1, 4]);
  expect(alive[0]?.survivors[0]).toEqual({ line: 2, mutator: "M", original: "a > 1", replacement: "a >= 1" });
});

test("an equivalent mutant counts neither way, on its own line only", () => {
  const files = {
    [FILE]: {
      source: SOURCE,
      mutants: [mutant("Survived", 2, [11, 16], "a >= 1"), mutant("Survived", 3, [11, 16], "a >= 1")],
    },
  };
  const both = scoreFiles({ files }, [EQUAL]);
  expect([both[0]?.equivalent, both[0]?.survivors]).toEqual([2, []]);
  const one = scoreFiles({ files }, [{ ...EQUAL, on: "|| b" }]);
  expect([one[0]?.equivalent, one[0]?.survivors.map(({ line }) => line)]).toEqual([1, [2]]);
});

test("an entry that names no survivor is a fault, where its file ran", () => {
  expect(unmatched(scoreFiles(report("Survived"), [EQUAL]), [EQUAL])).toEqual([]);
  expect(unmatched(scoreFiles(report("Killed"), [EQUAL]), [EQUAL])).toHaveLength(1);
  expect(unmatched(scoreFiles(report("Killed"), []), [{ ...EQUAL, file: "src/trust/y.ts" }])).toEqual([]);
});

test("the files of each folder are found, the trust machine first", () => {
  const groups = groupByFolder(mutableFiles());
  expect(groups[0]?.folder).toBe("trust");
  expect(groups.map((group) => group.folder)).toEqual(expect.arrayContaining(["trust", "memory"]));
  expect(groups[0]?.files).toContain("src/trust/transitions.ts");
  expect(mutableFiles()).not.toContain("src/memory/model.ts");
});
