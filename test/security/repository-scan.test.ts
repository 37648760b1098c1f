// Our own scanner over every tracked file: nothing that looks like a secret stands in this repository, sample or not
// (CHK-13). Tests make their tokens at run time.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findSecrets, SCAN_LIMIT } from "../../src/checks/secrets/find.ts";
import { loadSecondOpinion } from "../../src/checks/secrets/second-opinion.ts";

const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));
const LEAST_FILES = 400;
const OVERLAP = 4096;

/** New files that are not committed yet are scanned too. */
function files(): readonly string[] {
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", options, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return listed.split("\0").filter((file) => file !== "");
}

/** A longer file is scanned in windows that overlap, so that none of it is left out. */
function windows(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < text.length; from += SCAN_LIMIT - OVERLAP) {
    parts.push(text.slice(from, from + SCAN_LIMIT));
  }
  return parts;
}

test("CHK-13: no file of the repository holds a secret", async () => {
  const second = await loadSecondOpinion();
  const found: string[] = [];
  let seen = 0;
  for (const file of files()) {
    const text = read(file);
    if (text === undefined) continue;
    seen++;
    for (const part of windows(text)) {
      for (const hit of findSecrets(part, { second })) {
        const line = part.slice(0, hit.start).split("\n").length;
        found.push(`${file}:${line} ${hit.layer} ${hit.rule}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(LEAST_FILES);
  expect([...new Set(found)]).toEqual([]);
});

/** A file that is listed but gone was deleted and not committed. */
function read(file: string): string | undefined {
  try {
    return readFileSync(`${ROOT}${file}`, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
