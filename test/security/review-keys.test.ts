// A decision counts for words that were on the screen (REV-1, TRU-3): a key that was pressed before a card stood there,
// twice by accident or held down, decides nothing about it.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scratch } from "../support/disk.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, startAsPerson } from "../support/person.ts";

const PROGRAM = new URL("../../src/cli/main.ts", import.meta.url).pathname;

function memory(n: number): string {
  const head = ["---", `name: Thing ${n}`, `description: What is known of thing ${n}`, "type: reference"];
  const made = [`id: 01J9ZQ000000000000000000A${n}`, "trust-level: inferred", "created-at: 2026-01-01T00:00:00Z"];
  return [...head, ...made, "source: agent", "---", `Thing number ${n} is blue.`, ""].join("\n");
}

test("REV-1: several keys at once answer one question", { timeout: 60_000 }, async () => {
  if (!canRunAsPerson()) throw new Error(CANNOT_RUN_AS_PERSON);
  const home = scratch();
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", TERM: "xterm", NO_COLOR: "1" };
  execFileSync(process.execPath, [PROGRAM, "init", "--no-install", "--no-import", "-q"], { env, cwd: home });
  for (const n of [1, 2, 3]) {
    writeFileSync(`${home}/.holdfast/memories/reference_thing_${n}.md`, memory(n), { mode: 0o600 });
  }
  const review = startAsPerson([process.execPath, PROGRAM, "review"], { cwd: home, env });
  const prompts = (): number => review.transcript().split("q quit").length - 1;
  let typed = 0;
  review.onOutput(() => {
    if (prompts() <= typed) return;
    typed++;
    review.type(typed === 1 ? "ccccc" : "q");
  });
  const { transcript, code } = await review.ended;
  expect(code).toBe(0);
  expect(transcript).toContain("1 confirmed");
  expect(transcript).toContain("2 left");
  expect(readdirSync(`${home}/.holdfast/attest`)).toHaveLength(1);
});
