// The inbox and the reading of session records, on real files.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InboxEntry } from "../../../src/listen/inbox.ts";
import { appendInbox, inboxWaiting, takeInbox } from "../../../src/listen/io/inbox.ts";
import { openTranscripts } from "../../../src/listen/io/transcripts.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
let state: string;

beforeEach(() => {
  state = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-inbox-`));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const entry = (session: string, more: Partial<InboxEntry> = {}): InboxEntry => {
  return { at: NOW.toISOString(), session, host: "claude", cwd: "/p", kind: "Stop", ...more };
};
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const sessions = (entries: readonly InboxEntry[]): readonly string[] => entries.map(({ session }) => session);
const folder = (): string[] => readdirSync(`${state}/inbox`).sort();

describe("the inbox", () => {
  test("SUR-9: lines are appended, taken as a whole, and gone when they are done", () => {
    expect(inboxWaiting(state)).toBe(false);
    expect(takeInbox(state, NOW).entries).toEqual([]);
    appendInbox(state, entry("a", { transcript: "/t.jsonl" }));
    appendInbox(state, entry("b"));
    expect(inboxWaiting(state, NOW)).toBe(true);
    expect(statSync(`${state}/inbox/waiting.jsonl`).mode & 0o777).toBe(0o600);
    const batch = takeInbox(state, NOW);
    expect(batch.entries).toEqual([entry("a", { transcript: "/t.jsonl" }), entry("b")]);
    expect(inboxWaiting(state, NOW)).toBe(false);
    batch.done([]);
    expect(folder()).toEqual([]);
  });

  test("of two drainers one gets an entry", () => {
    appendInbox(state, entry("a"));
    const [first, second] = [takeInbox(state, NOW), takeInbox(state, NOW)];
    expect([first.entries.length, second.entries.length]).toEqual([1, 0]);
  });

  test("what a killed drainer held is found again after its lease, once", () => {
    appendInbox(state, entry("a"));
    takeInbox(state, NOW);
    appendInbox(state, entry("b"));
    expect(sessions(takeInbox(state, later(60_000)).entries)).toEqual(["b"]);
    expect(inboxWaiting(state, later(121_000))).toBe(true);
    expect(sessions(takeInbox(state, later(121_000)).entries)).toEqual(["a"]);
    expect(takeInbox(state, later(122_000)).entries).toEqual([]);
  });

  test("what was not handled goes back, in front of nobody", () => {
    appendInbox(state, entry("a"));
    appendInbox(state, entry("b"));
    const batch = takeInbox(state, NOW);
    batch.done(batch.entries.slice(1));
    expect(sessions(takeInbox(state, NOW).entries)).toEqual(["b"]);
  });

  test("a hook that wrote into the file after it was taken loses nothing", () => {
    appendInbox(state, entry("a"));
    const batch = takeInbox(state, NOW);
    const [taken] = folder();
    appendFileSync(`${state}/inbox/${taken}`, `${JSON.stringify(entry("late"))}\n`);
    batch.done([]);
    expect(sessions(takeInbox(state, later(121_000)).entries)).toEqual(["a", "late"]);
  });

  test("SUR-9: kept 14 days; torn and foreign lines are skipped", () => {
    appendInbox(state, entry("old", { at: later(-14 * 86_400_000 - 1).toISOString() }));
    appendInbox(state, entry("young", { at: later(-14 * 86_400_000).toISOString() }));
    appendFileSync(`${state}/inbox/waiting.jsonl`, 'garbage\nnull\n{"at":"soon"}\n{"at":"2026-06-01T10:00:00Z","sess');
    appendInbox(state, entry("after"));
    expect(sessions(takeInbox(state, NOW).entries)).toEqual(["young", "after"]);
  });
});

describe("reading a session's record", () => {
  let path: string;
  beforeEach(() => {
    path = `${state}/t.jsonl`;
  });

  test("goes on where it stopped, whole lines only", () => {
    writeFileSync(path, "one\ntwo\nthr");
    const transcripts = openTranscripts(state, NOW);
    const piece = transcripts.read(path);
    expect(piece).toEqual({ lines: ["one", "two"], from: { offset: 0, kept: 0 }, next: 8 });
    expect(transcripts.read(path)?.lines, "not remembered yet").toEqual(["one", "two"]);
    transcripts.remember(path, { offset: 8, kept: 3 });
    appendFileSync(path, "ee\n");
    const again = openTranscripts(state, NOW).read(path);
    expect(again).toEqual({ lines: ["three"], from: { offset: 8, kept: 3 }, next: 14 });
  });

  test("another file under the same name, and a shorter one, are read from the start", () => {
    writeFileSync(path, "one\ntwo\n");
    const transcripts = openTranscripts(state, NOW);
    transcripts.remember(path, { offset: 8, kept: 1 });
    truncateSync(path, 4);
    expect(transcripts.read(path)?.lines).toEqual(["one"]);
    writeFileSync(`${state}/new.jsonl`, "uno\ndos\n tres\n");
    rmSync(path);
    symlinkSync(`${state}/new.jsonl`, path);
    expect(transcripts.read(path), "a link").toBeUndefined();
  });

  test("a huge record costs the last 4 MiB, and begins at a whole line", () => {
    writeFileSync(path, "");
    truncateSync(path, 500 * 1024 * 1024);
    appendFileSync(path, "\nlast\n");
    const before = process.memoryUsage().arrayBuffers;
    const piece = openTranscripts(state, NOW).read(path);
    expect(piece?.lines).toEqual(["last"]);
    expect(piece?.next).toBe(500 * 1024 * 1024 + 6);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  test("a line that is too long is skipped, its neighbours are not", () => {
    writeFileSync(path, `a\n${"x".repeat(300 * 1024)}\nb\n`);
    expect(openTranscripts(state, NOW).read(path)?.lines).toEqual(["a", "b"]);
  });

  test("only a regular file with the right ending, named by a whole path", () => {
    const transcripts = openTranscripts(state, NOW);
    mkdirSync(`${state}/dir.jsonl`);
    writeFileSync(`${state}/secret.txt`, "x\n");
    writeFileSync(path, "x\n");
    symlinkSync(path, `${state}/link.jsonl`);
    for (const odd of ["dir.jsonl", "secret.txt", "link.jsonl", "absent.jsonl"]) {
      expect(transcripts.read(`${state}/${odd}`), odd).toBeUndefined();
    }
    expect(transcripts.read("t.jsonl")).toBeUndefined();
    expect(transcripts.read("/dev/zero")).toBeUndefined();
  });

  test("a place that can't be read is no place", () => {
    writeFileSync(path, "one\n");
    const transcripts = openTranscripts(state, NOW);
    transcripts.remember(path, { offset: 4, kept: 0 });
    const [name] = readdirSync(`${state}/inbox/read`);
    for (const bad of ["", "{}", '{"file":"x","offset":-1,"kept":0}', "\u0000"]) {
      writeFileSync(`${state}/inbox/read/${name}`, bad);
      expect(transcripts.read(path)?.lines, bad).toEqual(["one"]);
    }
  });
});
