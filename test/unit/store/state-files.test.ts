import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { readProjectConfig, readUserConfig, writeUserConfig } from "../../../src/config/io/files.ts";
import { readPauses, writePauses } from "../../../src/config/io/pause.ts";
import { activePause } from "../../../src/config/pause.ts";
import { appendNotice, takeNotices } from "../../../src/recall/io/notices.ts";
import { appendReceipt, readReceipts } from "../../../src/recall/io/receipts.ts";
import type { Receipt } from "../../../src/recall/receipts.ts";
import { keepRaw, openRaw } from "../../../src/store/io/raw.ts";
import { ID, scratch, thrown } from "../../support/disk.ts";

const NOW = new Date("2026-11-14T10:11:12.345Z");

function receipt(at: string, session = "s1"): Receipt {
  const shown = {
    id: ID,
    file: "project_x.md",
    name: "X",
    tier: "verified",
    scope: "personal",
    form: "full",
    tokens: 12,
    rule: "project",
  };
  const withheld = [{ id: ID, name: "Y", reason: "expired" }];
  return { at, session, host: "claude-code", event: "SessionStart", tokens: 12, shown: [shown], withheld };
}

describe("raw bytes", () => {
  test("STO-3: kept exactly, 0600, with a note of when, from where and why", () => {
    const state = scratch();
    const bytes = Uint8Array.of(0, 255, 10);
    const path = openRaw(state).keep(bytes, { from: "quarantine/user_x.md", why: "not UTF-8" }, NOW);
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const note = JSON.parse(readFileSync(path.replace(/bin$/, "json"), "utf8"));
    expect(note).toMatchObject({ at: NOW.toISOString(), from: "quarantine/user_x.md", why: "not UTF-8" });
    expect(keepRaw(state, bytes, { from: "a", why: "b" }, NOW)).toBe(path);
    expect(readdirSync(`${state}/raw`).length).toBe(2);
  });
});

describe("receipts", () => {
  test("SUR-9: one file per day, newest first, by session and moment; kept 90 days", () => {
    const state = scratch();
    const all = ["2026-08-15T23:00:00Z", "2026-08-16T01:00:00Z", "2026-11-13T08:00:00Z", "2026-11-14T09:00:00Z"].map(
      (at, n) => receipt(at, `s${n}`),
    );
    for (const one of all) appendReceipt(state, one);
    expect(readReceipts(state)).toEqual(all.slice(1).toReversed());
    expect(readdirSync(`${state}/receipts`)).toEqual(["2026-08-16.jsonl", "2026-11-13.jsonl", "2026-11-14.jsonl"]);
    expect(readReceipts(state, { session: "s2" })).toEqual([all[2]]);
    expect(readReceipts(state, { limit: 1 })).toEqual([all[3]]);
    expect(readReceipts(state, { since: new Date("2026-11-13T08:00:00Z") })).toEqual([all[3], all[2]]);
    expect(readReceipts(state, { since: new Date("2026-11-13T08:00:01Z") })).toEqual([all[3]]);
    expect(readReceipts(scratch())).toEqual([]);
  });

  test("SUR-9: a torn line is skipped and the next one is whole", () => {
    const state = scratch();
    appendReceipt(state, receipt("2026-11-14T09:00:00Z", "a"));
    appendFileSync(`${state}/receipts/2026-11-14.jsonl`, '{"at":"20');
    appendReceipt(state, receipt("2026-11-14T09:00:01Z", "b"));
    expect(readReceipts(state).map((one) => one.session)).toEqual(["b", "a"]);
  });
});

describe("notices", () => {
  test("STO-3: one line each, oldest first, told once", () => {
    const state = scratch();
    expect(takeNotices(state)).toEqual([]);
    appendNotice(state, "first\nnotice", NOW);
    appendNotice(state, "second", NOW);
    expect(takeNotices(state).map((notice) => notice.text)).toEqual(["first notice", "second"]);
    expect(takeNotices(state)).toEqual([]);
    expect(readdirSync(state)).toEqual([]);
  });
});

describe("pause", () => {
  test("SUR-9: everywhere or in one project, until a moment or until resumed", () => {
    const state = scratch();
    expect(readPauses(state)).toEqual([]);
    const pauses = [{ project: "p", until: "2026-11-14T12:00:00Z" }, { project: "q" }];
    writePauses(state, pauses);
    expect(readPauses(state)).toEqual(pauses);
    expect(activePause(pauses, "p", new Date("2026-11-14T11:59:59Z"))).toEqual(pauses[0]);
    expect(activePause(pauses, "p", new Date("2026-11-14T12:00:00Z"))).toBeUndefined();
    expect(activePause(pauses, undefined, NOW)).toBeUndefined();
    expect(activePause([{}], "anything", NOW)).toEqual({});
    writePauses(state, []);
    expect(readdirSync(state)).toEqual([]);
  });

  test("CFG-3: a damaged file pauses nothing and breaks nothing", () => {
    const state = scratch();
    for (const content of ["{", "{}", '[1,null,{"project":1},{"until":"soon"}]']) {
      writeFileSync(`${state}/pause.json`, content);
      expect(readPauses(state)).toEqual([]);
    }
  });
});

describe("config files", () => {
  test("CFG-1: the user's file is written durably, 0600, through the user's own link", () => {
    const config = `${scratch()}/holdfast`;
    expect(readUserConfig(config)).toBeUndefined();
    writeUserConfig(config, "{}\n");
    expect(readUserConfig(config)).toBe("{}\n");
    expect(statSync(`${config}/config.json`).mode & 0o777).toBe(0o600);
    const dotfiles = scratch();
    writeFileSync(`${dotfiles}/holdfast.json`, "{}", { mode: 0o600 });
    const linked = scratch();
    symlinkSync(`${dotfiles}/holdfast.json`, `${linked}/config.json`);
    writeUserConfig(linked, "{ }\n");
    expect(readFileSync(`${dotfiles}/holdfast.json`, "utf8")).toBe("{ }\n");
    expect(readUserConfig(linked)).toBe("{ }\n");
  });

  test("CFG-1, STO-22: a project's file must be a file of the project", () => {
    const repository = scratch();
    expect(readProjectConfig(repository)).toBeUndefined();
    mkdirSync(`${repository}/.holdfast`);
    chmodSync(`${repository}/.holdfast`, 0o755);
    expect(readProjectConfig(repository)).toBeUndefined();
    symlinkSync("/etc/passwd", `${repository}/.holdfast/config.json`);
    expect(thrown(() => readProjectConfig(repository)).code).toBe("bad-config");
    const other = scratch();
    symlinkSync(`${repository}/.holdfast`, `${other}/.holdfast`);
    expect(thrown(() => readProjectConfig(other)).code).toBe("unsafe-path");
  });
});
