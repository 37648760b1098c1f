// node test/same-answers/main.ts
// CTX-6: the same store and prompt give the same ids and the same bytes, on every pinned Node, with an index that grew and
// with one built anew (SEA-1). Asked of real stores made from our own corpus. A Node that is missing is said and counted.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { removeBox } from "../support/store-box.ts";
import { pinnedNodes } from "./nodes.ts";
import { type AskedStore, makeStores } from "./stores.ts";

const CHILD = fileURLToPath(new URL("children/ask.ts", import.meta.url));
const LEAST_PROMPTS = 300;
/** Of the prompts, in per cent: silence alone would prove little. */
const LEAST_TOLD = 25;

const count = { passed: 0, failed: 0, skipped: 0 };

function check(title: string, good: boolean, detail = ""): void {
  count[good ? "passed" : "failed"]++;
  process.stdout.write(`${good ? "ok  " : "FAIL"} ${title}${good ? "" : `\n     ${detail}`}\n`);
}

function askedUnder(node: string, stores: readonly AskedStore[]): readonly string[] {
  return stores.flatMap(({ group, store, data, questions }) => {
    const home = mkdtempSync(`${tmpdir()}/holdfast-same-`);
    try {
      const run = spawnSync(node, [CHILD, store, data, home, questions], { encoding: "utf8", maxBuffer: 1 << 26 });
      if (run.status !== 0) throw new Error(`${node} ended with ${run.status}: ${run.stderr.slice(-2000)}`);
      return run.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(" ", ` ${group} `));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
}

/** The answers of one way of indexing, without its name. */
function answersOf(lines: readonly string[], how: string): readonly string[] {
  return lines.flatMap((line) => (line.startsWith(`${how} `) ? [line.slice(how.length + 1)] : []));
}

function difference(one: readonly string[], other: readonly string[]): string {
  const at = one.findIndex((line, index) => line !== other[index]);
  return at < 0 ? `${one.length} and ${other.length} answers` : `${one[at]}\n     ${other[at]}`;
}

function compare(stores: readonly AskedStore[]): void {
  let first: { readonly version: string; readonly answers: readonly string[] } | undefined;
  for (const { version, program } of pinnedNodes(process.env)) {
    if (program === undefined) {
      process.stdout.write(`NOT RUN: Node ${version} is missing, so its answers are not compared.\n`);
      count.skipped++;
      continue;
    }
    const lines = askedUnder(program, stores);
    const [grown, rebuilt] = [answersOf(lines, "grown"), answersOf(lines, "rebuilt")];
    const same = grown.join("\n") === rebuilt.join("\n");
    check(`CTX-6 SEA-1 Node ${version}: grown or rebuilt, ${grown.length} answers`, same, difference(grown, rebuilt));
    if (first === undefined) {
      first = { version, answers: rebuilt };
      measure(rebuilt);
    } else {
      const title = `CTX-6 Node ${version} answers as Node ${first.version}`;
      check(title, rebuilt.join("\n") === first.answers.join("\n"), difference(first.answers, rebuilt));
    }
  }
  if (first === undefined) check("at least one pinned Node is here", false);
}

function measure(answers: readonly string[]): void {
  const prompts = answers.filter((line) => line.includes(" hits="));
  const told = prompts.filter((line) => !line.includes(" shown= ")).length;
  check(`${prompts.length} prompts, ${told} of them answered`, prompts.length >= LEAST_PROMPTS);
  check("enough is told to compare", told >= (prompts.length * LEAST_TOLD) / 100, `${told}`);
  check(
    "every prompt went through the index",
    prompts.every((line) => line.includes(" fts5-bm25 ")),
  );
}

const stores = makeStores();
try {
  compare(stores);
} finally {
  for (const { base } of stores) removeBox(base);
}
process.stdout.write(`skipped=${count.skipped} seconds=${process.uptime().toFixed(0)}\n`);
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exitCode = count.failed === 0 ? 0 : 1;
