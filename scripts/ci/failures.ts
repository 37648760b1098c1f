// What failed, by name, for the end of a run: whoever reads only its last lines knows where to look.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const MOST = 20;
const WIDTH = 240;

/** A test file that could not be loaded has no tests, only a message. */
export function failedTests(file: string): readonly string[] {
  if (!existsSync(file)) return ["left no report"];
  const { testResults = [] } = JSON.parse(readFileSync(file, "utf8")) as Partial<VitestReport>;
  return shortened(
    testResults.flatMap(({ name, message = "", assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status === "failed");
      if (failed.length === 0) return message === "" ? [] : [`${name}: ${message}`];
      return failed.map((each) => `${each.fullName}: ${each.failureMessages?.[0] ?? ""}`);
    }),
  );
}

/** Our programs say FAIL or FAILED before the name of a check, and what was found in the line below it. */
export function failedChecks(output: string): readonly string[] {
  const lines = stripVTControlCharacters(output).split("\n");
  const told = lines.flatMap((line, at) => {
    const name = /^\s*(?:\d+ )?FAIL(?:ED)?\s+(.*)$/.exec(line)?.[1];
    if (name === undefined) return [];
    const below = lines[at + 1] ?? "";
    return [/^\s{4}/.test(below) ? `${name} (${below.trim()})` : name];
  });
  // A program that ended without naming a check has said why in its last lines.
  return shortened(told.length > 0 ? told : lines.filter((line) => line.trim() !== "").slice(-3));
}

function shortened(sentences: readonly string[]): readonly string[] {
  const first = sentences.slice(0, MOST).map((sentence) => {
    const line = stripVTControlCharacters(sentence).replace(/\s+/g, " ").trim();
    return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 3)}...`;
  });
  return sentences.length <= MOST ? first : [...first, `and ${sentences.length - MOST} more`];
}
