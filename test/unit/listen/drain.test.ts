// From an inbox entry to an inferred memory, on real files: store, inbox and session record.
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDrainer } from "../../../src/compose/drain.ts";
import { MOST_PER_SESSION } from "../../../src/listen/cues/find.ts";
import { type Drained, drain } from "../../../src/listen/drain.ts";
import { appendInbox, inboxWaiting } from "../../../src/listen/io/inbox.ts";
import type { OpenStore } from "../../../src/store/context.ts";
import { actOf, chance } from "../../support/acts.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-11-15T10:00:00Z");
const FIXTURE = fileURLToPath(new URL("../hosts/transcripts/claude.jsonl", import.meta.url));
let base: string;
let open: OpenStore;
let seed: number;

beforeEach(() => {
  base = makeBox("memory");
  open = openBox(base);
  seed = 1;
});
afterEach(() => removeBox(base));

const run = async (milliseconds = 60_000): Promise<Drained> => {
  const act = actOf("hook", NOW, chance(seed++));
  return drain(await openDrainer(placesOf(base), { open, act, milliseconds }));
};
const leave = (transcript: string, host = "claude"): void =>
  appendInbox(placesOf(base).state, {
    at: NOW.toISOString(),
    session: "s1",
    host,
    cwd: base,
    kind: "Stop",
    transcript,
  });
const files = (): string[] => readdirSync(`${rootOf(base)}/memories`).sort();
const text = (file: string): string => readFileSync(`${rootOf(base)}/memories/${file}`, "utf8");

function record(name: string, ...turns: readonly string[]): string {
  const path = `${base}/${name}.jsonl`;
  for (const content of turns) {
    const line = { type: "user", message: { role: "user", content }, timestamp: "2026-11-14T12:00:00Z" };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }
  return path;
}

describe("draining the inbox", () => {
  test("AGT-11, TRU-20: what the user said becomes an inferred memory with its quote; nothing else does", async () => {
    const path = `${base}/s1.jsonl`;
    copyFileSync(FIXTURE, path);
    leave(path);
    leave(path);
    expect(await run()).toEqual({ entries: 2, turns: 2, added: 2, known: 0, refused: 0, overCap: 0, left: 0 });
    expect(files()).toEqual(["feedback_we_use_pnpm_not_npm.md", "reference_the_staging_db_is_read_only.md"]);
    const memory = text("reference_the_staging_db_is_read_only.md");
    expect(memory).toContain("trust-level: inferred\n");
    expect(memory).toContain("source: agent\n");
    expect(memory).toContain("user, claude session s1, 2026-11-14T23:28:09.804Z: Please remember that the staging DB");
    expect(memory.endsWith("---\nThe staging DB is read-only\n")).toBe(true);
    expect(inboxWaiting(placesOf(base).state, NOW)).toBe(false);
  });

  test("TRU-3: a mined statement is as old as its turn, and never of tomorrow", async () => {
    leave(record("s", "Remember that tests need redis."));
    await run();
    expect(text("reference_tests_need_redis.md")).toContain("created-at: 2026-11-14T12:00:00Z\n");
    const path = `${base}/future.jsonl`;
    const message = { role: "user", content: "Remember that builds need make." };
    writeFileSync(path, `${JSON.stringify({ type: "user", message, timestamp: "2031-01-01T00:00:00Z" })}\n`);
    leave(path);
    await run();
    expect(text("reference_builds_need_make.md")).toContain("created-at: 2026-11-15T10:00:00Z\n");
  });

  test("the same words twice, a second session, and a replay after a kill are one memory", async () => {
    const path = record("s", "Always use pnpm here.", "always use pnpm here!");
    leave(path);
    expect(await run()).toMatchObject({ added: 1, known: 1 });
    leave(record("t", "Always use pnpm here."));
    expect(await run()).toMatchObject({ added: 0, known: 1 });
    // A kill between the writing and the remembering: the record is read again.
    const places = `${placesOf(base).state}/inbox/read`;
    for (const name of readdirSync(places)) writeFileSync(`${places}/${name}`, "");
    leave(path);
    expect(await run()).toMatchObject({ turns: 2, added: 0, known: 2 });
    leave(path);
    expect(await run()).toMatchObject({ turns: 0, added: 0, known: 0 });
    expect(files()).toHaveLength(1);
  });

  test("a record goes on: only what is new is read", async () => {
    const path = record("s", "Always use pnpm here.");
    leave(path);
    await run();
    record("s", "Never push directly to main.");
    leave(path);
    expect(await run()).toMatchObject({ turns: 1, added: 1 });
    expect(files()).toHaveLength(2);
  });

  test("CHK-10: a secret in a cue is refused by the one pipeline, and what is around it is not", async () => {
    const token = `gh${"p_x7Kp2mQ9vR4tW8yZ1aB3cD5eF6gH0jL2nP4s"}`;
    leave(record("s", `Remember that the token is ${token}.`, "Remember that tests need redis."));
    expect(await run()).toMatchObject({ added: 1, refused: 1 });
    expect(files()).toEqual(["reference_tests_need_redis.md"]);
  });

  test("CTX-9: one session leaves no more than its share, over several drains too", async () => {
    const turns = Array.from({ length: 15 }, (_, n) => `Remember that rule number ${n} is about topic ${n}.`);
    const more = Array.from({ length: 15 }, (_, n) => `Remember that point number ${n} is about matter ${n}.`);
    const path = record("s", ...turns);
    leave(path);
    await run();
    record("s", ...more);
    leave(path);
    expect(await run()).toMatchObject({ added: MOST_PER_SESSION - 15, overCap: 30 - MOST_PER_SESSION });
    expect(files()).toHaveLength(MOST_PER_SESSION);
  });

  test("when the time is over, what is left goes back and is not lost", async () => {
    leave(record("s", "Always use pnpm here."));
    expect(await run(-1)).toMatchObject({ added: 0, left: 1 });
    expect(await run()).toMatchObject({ added: 1, left: 0 });
  });

  test("unknown hosts, absent records and helpers' files take nothing down", async () => {
    leave(`${base}/absent.jsonl`);
    leave(record("s", "Always use pnpm here."), "somebody");
    leave(record("t", "Always use pnpm here."), "__proto__");
    mkdirSync(`${base}/folder.jsonl`);
    leave(`${base}/folder.jsonl`);
    expect(await run()).toMatchObject({ entries: 4, turns: 0, added: 0, left: 0 });
  });

  test("a fault is told to the caller, puts its session back, and stops no other", async () => {
    leave(record("s", "Always use pnpm here."));
    const act = actOf("hook", NOW, chance(7));
    const drainer = await openDrainer(placesOf(base), { open, act, milliseconds: 60_000 });
    const broken = {
      ...drainer,
      projectOf: (): never => {
        throw new Error("broken");
      },
    };
    expect(await drain(broken)).toMatchObject({ added: 0, left: 1, fault: new Error("broken") });
    expect(await run()).toMatchObject({ added: 1 });
  });
});
