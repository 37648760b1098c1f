// HUB-2, HUB-10: the list of an organisation's stores that this machine has, with what is asked of it, as a hub, a signer or a damaged
// disk would have it. No organisation takes another's place in it, and what can't be read is written over by nobody.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { boundsAt, ownSettings } from "../../src/compose/here.ts";
import { syncMirrors } from "../../src/compose/joining.ts";
import { mirrorsAt, unlessWhole } from "../../src/compose/mirrors.ts";
import { actsOf } from "../../src/compose/stores.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { changeMirrors, damagedList, keepPolicies, readMirrors } from "../../src/sync/io/mirrors.ts";
import { folderOf, type KeptPolicy } from "../../src/sync/mirrors.ts";
import { writeMirrors } from "../support/mirror-list.ts";
import { machineIn } from "../support/org-hub.ts";
import { type Member, memberIn, ORG_STORE, pin, put, signedBy } from "../support/organisation.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("../../src/cli/main.ts"));
const URL = "https://hub.example.org/acme";
const OTHER = "https://hub.other.org/beta";
const ROW = { store: "org", role: "reader", you: "" } as const;
const ASKED: KeptPolicy = { by: "b".repeat(16), date: "2026-01-01", number: 1, settings: { observer: false } };
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "organisation-list-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const file = (): string => join(base, "mirrors.json");
const numbersAt = (url: string): readonly number[] =>
  readMirrors(base).flatMap((each) => (each.url === url ? (each.policies ?? []).map(({ number }) => number) : []));

describe("HUB-10: as many policies of one number as a signer likes", () => {
  /** All different, and as long as one may be. */
  function signAll(by: Member, on: Member): void {
    for (let n = 0; n < 30; n++) {
      const name = (i: number): string => (i < 2 ? `both-${i}` : `a${n}-${i}-`.padEnd(31, "x"));
      const settings = {
        agents: Array.from({ length: 100 }, (_, i) => name(i)),
        "policy-signers": Array.from({ length: 100 }, (_, i) => (n * 1000 + i).toString(16).padStart(64, "0")),
        "observer-day-tokens": 1000 + n,
        ...(n === 7 && { "commit-changes": true, "private-data": ["email"] }),
        ...(n === 8 && { observer: false, "private-data": ["private-ipv4"] }),
      };
      put(on, signedBy(by, { settings }));
    }
  }

  test("hold together as the strictest of all, and take nothing from another organisation's", () => {
    const [ann, ben] = [memberIn(base, "ann", "admin"), memberIn(base, "ben", "reader")];
    pin(ben, ann);
    writeMirrors(ben.places.data, OTHER, [{ ...ROW, policies: [ASKED] }]);
    signAll(ann, ben);
    expect(statSync(join(ben.places.data, "mirrors.json")).size).toBeLessThan(64 * 1024);
    expect(mirrorsAt(ben.places).map(({ mirror }) => [mirror.url, mirror.policies?.length])).toEqual([
      [URL, 1],
      [OTHER, 1],
    ]);
    const { config } = ownSettings(ben.places, '{"observer":true,"commit-changes":false}');
    expect(boundsAt(ben.places).agents).toEqual(["both-0", "both-1"]);
    expect([config.observer, config["observer-day-tokens"], config["commit-changes"]]).toEqual([false, 1000, true]);
    expect(config["private-data"]).toEqual(expect.arrayContaining(["email", "private-ipv4"]));
    const [mirror] = mirrorsAt(ben.places);
    expect(mirror?.mirror.policies).toMatchObject([{ number: 1, by: ann.own.device }]);
  });
});

describe("HUB-2: one organisation's part of the list", () => {
  const settings = { agents: Array.from({ length: 90 }, (_, n) => `agent-${n}`.padEnd(30, "x")) };
  const many = Array.from({ length: 30 }, (): KeptPolicy => ({ ...ASKED, number: 2, settings }));

  test("more than could be read again is not written: the old row stays, and another's too", () => {
    writeMirrors(base, OTHER, [{ ...ROW, policies: [ASKED] }]);
    writeMirrors(base, URL, [{ ...ROW, policies: [ASKED] }]);
    const before = readFileSync(file(), "utf8");
    expect(() => keepPolicies(base, { url: URL, store: "org" }, many)).toThrow(/more than is kept/);
    const long = Array.from({ length: 50 }, (_, n) => ({ ...ROW, store: `team/a${n}`, you: "x".repeat(2000) }));
    expect(() => writeMirrors(base, URL, [ROW, ...long])).toThrow(/more than is kept/);
    expect(readFileSync(file(), "utf8")).toBe(before);
    expect([numbersAt(URL), numbersAt(OTHER)]).toEqual([[1], [1]]);
  });

  test("and as many organisations as fit are read back whole; the next one is refused and takes nobody's place", () => {
    const stores = [ROW, ...Array.from({ length: 49 }, (_, n) => ({ ...ROW, store: `team/a${n}` }))];
    const joinOne = (n: number): void => writeMirrors(base, `https://hub.example.org/o${n}`, stores);
    for (let n = 0; n < 16; n++) joinOne(n);
    expect(readMirrors(base)).toHaveLength(16 * 50);
    expect(() => joinOne(16)).toThrow(/as many/);
    expect(readMirrors(base)).toHaveLength(16 * 50);
    writeMirrors(base, "https://hub.example.org/o3", []);
    joinOne(16);
    expect(readMirrors(base)).toHaveLength(16 * 50);
  });
});

describe("HUB-2: what is out of order with one organisation", () => {
  const AWAY = ["http://127.0.0.1:1/acme", "http://127.0.0.1:1/beta"] as const;

  test("ends no other's run, nor its own report", async () => {
    const here = machineIn(base, "ben");
    const { data, state } = here.places;
    for (const url of AWAY) writeMirrors(data, url, [ROW]);
    for (const { root } of mirrorsAt(here.places)) {
      mkdirSync(root, { recursive: true, mode: 0o700 });
      initStore(root, { scope: "org", storeId: ORG_STORE });
    }
    const [first] = mirrorsAt(here.places);
    mkdirSync(join(state, "sync", `${first && folderOf(first.mirror)}.json`), { recursive: true, mode: 0o700 });
    const { act } = await actsOf(here, "terminal");
    const runs = await syncMirrors({ here, act: act(), way: "both", budgetMs: 5000 });
    expect(runs).toMatchObject([
      { name: "acme/org", outcome: { kind: "refusal", code: "io" } },
      { name: "beta/org", outcome: { kind: "refusal", code: "hub" } },
    ]);
  });

  test("a change by another process between reading and writing is seen: what was left does not come back", () => {
    for (const url of [URL, OTHER]) writeMirrors(base, url, [{ ...ROW, policies: [ASKED] }]);
    let asked = 0;
    changeMirrors(base, URL, (rows) => {
      // As the other one does meanwhile.
      if (asked++ === 0) for (const url of [URL, OTHER]) writeMirrors(base, url, []);
      return rows.map((row) => ({ ...row, role: "admin" }));
    });
    expect([asked, readMirrors(base)]).toEqual([2, []]);
  });
});

describe("HUB-2: a damaged list", () => {
  test("is written over by nobody: who joins is told what to do", () => {
    expect(damagedList(base)).toBeUndefined();
    for (const text of ["[", "{}", `[${" ".repeat(2 * 1024 * 1024)}]`]) {
      writeFileSync(file(), text, { mode: 0o600 });
      expect(readMirrors(base)).toEqual([]);
      for (const mirrors of [[ROW], []]) expect(() => writeMirrors(base, URL, mirrors)).toThrow(/can't be read/);
      expect(damagedList(base)).toMatchObject({ code: "unreadable", hint: expect.stringContaining("mv ") });
      expect(readFileSync(file(), "utf8")).toBe(text);
    }
    rmSync(file());
    writeMirrors(base, URL, [ROW]);
    expect(readMirrors(base)).toHaveLength(1);
  });

  test("is told by join before it asks for anything, and by doctor", () => {
    const { env, places } = machineIn(base, "ben");
    const list = join(places.data, "mirrors.json");
    writeFileSync(list, "[", { mode: 0o600 });
    expect(unlessWhole(places)).toMatchObject({ kind: "refusal", code: "unreadable" });
    const said = spawnSync(process.execPath, [PROGRAM, "doctor"], { env, cwd: base, encoding: "utf8" });
    expect(said.stdout.replaceAll(/\s+/g, " ")).toContain(`mv ${list}`);
    expect(readFileSync(list, "utf8")).toBe("[");
  });
});
