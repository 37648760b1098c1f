// A decision counts for words that were on the screen (REV-1, TRU-3): a key that was pressed before a card stood there,
// twice by accident or held down, decides nothing about it.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scratch } from "../support/disk.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAnswering, startAsPerson } from "../support/person.ts";
import { scrubbed } from "../support/scrubbed.ts";

const PROGRAM = new URL("../../src/cli/main.ts", import.meta.url).pathname;

function memory(n: number): string {
  const head = ["---", `name: Thing ${n}`, `description: What is known of thing ${n}`, "type: reference"];
  const made = [`id: 01J9ZQ000000000000000000A${n}`, "trust-level: inferred", "created-at: 2026-01-01T00:00:00Z"];
  return [...head, ...made, "source: agent", "---", `Thing number ${n} is blue.`, ""].join("\n");
}

interface Home {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

function homeWithThree(): Home {
  if (!canRunAsPerson()) throw new Error(CANNOT_RUN_AS_PERSON);
  const home = scratch();
  const env = scrubbed({ HOME: home, TERM: "xterm", NO_COLOR: "1" });
  execFileSync(process.execPath, [PROGRAM, "init", "--no-install", "--no-import", "-q"], { env, cwd: home });
  for (const n of [1, 2, 3]) {
    writeFileSync(`${home}/.holdfast/memories/reference_thing_${n}.md`, memory(n), { mode: 0o600 });
  }
  return { home, env };
}

test("REV-1: several keys at once answer one question", { timeout: 60_000 }, async () => {
  const { home, env } = homeWithThree();
  const review = startAsPerson([process.execPath, PROGRAM, "review"], { cwd: home, env });
  const prompts = (): number => review.transcript().split("q quit").length - 1;
  let typed = 0;
  review.onOutput(() => {
    if (prompts() <= typed) return;
    typed++;
    // At once is before anybody has read it; what comes later is an answer.
    review.type(typed === 1 ? "ccccc" : "");
    setTimeout(() => review.type(typed === 1 ? "ccccc" : "q"), 600);
  });
  const { transcript, code } = await review.ended;
  expect(code).toBe(0);
  expect(transcript).toContain("1 confirmed");
  expect(transcript).toContain("2 left");
  expect(readdirSync(`${home}/.holdfast/attest`)).toHaveLength(1);
});

const ENTER = "\u001b[?1049h";
const LEAVE = "\u001b[?1049l";

test("TRU-26: cards stand on the alternate screen, one at a time; what was decided is told after it", {
  timeout: 60_000,
}, async () => {
  const { home, env } = homeWithThree();
  const argv = [process.execPath, PROGRAM, "review"];
  const card = /q quit {2}\? > $/;
  const { transcript, code } = await runAnswering(
    argv,
    { cwd: home, env: { ...env, EDITOR: "sed -i s/blue/green/" } },
    [
      [card, "c"],
      [card, "e"],
      [/Save it\? y\/n > $/, "n"],
      [card, "q"],
    ],
  );
  expect(code).toBe(0);
  // Entered with the first card and after the editor, which has the other screen.
  const parts = transcript.split(ENTER);
  expect(parts).toHaveLength(3);
  for (const part of parts.slice(1)) expect(part.split(LEAVE)).toHaveLength(2);
  const [drawn = "", after = ""] = parts.at(-1)?.split(LEAVE) ?? [];
  expect(drawn).toContain("Save it?");
  expect(after).toMatch(/^confirmed {2}reference_thing_1\n\n1 confirmed\n2 left/);
  for (const screen of transcript.split("\u001b[H\u001b[2J").slice(1))
    expect(screen.split("q quit").length).toBeLessThanOrEqual(2);
});

test("TRU-26: a signal gives the terminal back as it was", { timeout: 60_000 }, async () => {
  const { home, env } = homeWithThree();
  const kill = "(while ! test -e go; do sleep 0.1; done; kill -TERM $$) &";
  const line = `${kill} exec '${process.execPath}' '${PROGRAM}' review`;
  const review = startAsPerson(["/bin/sh", "-c", line], { cwd: home, env });
  review.onOutput(() => {
    if (review.transcript().includes("q quit")) writeFileSync(`${home}/go`, "");
  });
  const { transcript, code } = await review.ended;
  expect(code).not.toBe(0);
  expect(transcript.split(ENTER)).toHaveLength(2);
  expect(transcript.indexOf(LEAVE)).toBeGreaterThan(transcript.indexOf("q quit"));
});
