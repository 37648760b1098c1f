// Each defect is planted in a real store, found by doctor in an agent's and in a person's view, mended by a person's
// --fix or only told, and gone at the next look; nothing else in the store has changed, byte for byte.
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  examine,
  MACHINE_PROBES,
  type Mended,
  mend,
  type ProbeFinding,
  STORE_PROBES,
} from "../../../src/health/doctor/index.ts";
import { add } from "../../../src/store/add.ts";
import { deviceOf } from "../../../src/store/io/device-key.ts";
import { writeSyncRecord } from "../../../src/sync/io/record.ts";
import { Fault } from "../../../src/text/errors.ts";
import { actOf, chance, DEVICE } from "../../support/acts.ts";
import { type DoctorOptions, doctorOf } from "../../support/doctor.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const FIX = "holdfast doctor --fix";
let base: string;
const keyPath = (): string => `${placesOf(base).data}/device-key.pem`;
const configPath = (): string => `${placesOf(base).config}/config.json`;

beforeEach(async () => {
  base = makeBox("memory");
  deviceOf(placesOf(base).data);
  plant(base, "user_plain", { tier: "verified", id: idOf(1), verified: "2026-05-30" });
  plant(base, "user_held", {
    place: "quarantine",
    tier: "quarantined",
    id: idOf(2),
    more: ["quarantine-reason: wrong"],
  });
  await add(
    openBox(base),
    { text: "The build runs on two machines, always.", global: true },
    actOf("terminal", NOW, chance(3)),
  );
});
afterEach(() => removeBox(base));

const seen = (channel: "terminal" | "cli", options: DoctorOptions = {}): readonly ProbeFinding[] =>
  examine(doctorOf(base, channel, NOW, options));
const row = (
  name: string,
  channel: "terminal" | "cli" = "terminal",
  options: DoctorOptions = {},
): ProbeFinding | undefined => seen(channel, options).find((each) => each.name === name);
const fix = (options: DoctorOptions = {}): Promise<readonly Mended[]> => mend(doctorOf(base, "terminal", NOW, options));
const sick = (options: DoctorOptions = {}): readonly string[] =>
  seen("terminal", options)
    .filter(({ health }) => health !== "ok")
    .map(({ name }) => name);

/** Every file below the box with its bytes; what mending may touch is left out by name. */
function bytesOf(root: string, without: RegExp): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    const path = `${root}/${name}`;
    if (!without.test(name) && lstatSync(path).isFile()) found[name] = readFileSync(path, "latin1");
  }
  return found;
}

/** Lock files and the records that every mending writes. */
const RECORDS = /\.local\/|^store\/(ledger\/|attest\/|allowed_signers)|^state\/holdfast\//;

function mode(path: string): number {
  return statSync(path).mode & 0o777;
}

test("AGT-33: a store in order is healthy, in both views, and looking changes nothing", async () => {
  const before = bytesOf(base, /^$/);
  expect(sick()).toEqual([]);
  expect(seen("cli").filter(({ health }) => health !== "ok")).toEqual([]);
  expect(await fix()).toEqual([]);
  expect(bytesOf(base, /^$/)).toEqual(before);
});

test("SYN-15 AGT-33: where somebody has synced, doctor tells how that stands", () => {
  const row = (): unknown => examine(doctorOf(base, "terminal", NOW)).filter(({ name }) => name === "sync");
  expect(row()).toEqual([]);
  writeSyncRecord(placesOf(base).state, { worked: "2026-06-01T08:00:00Z", proposals: [] });
  expect(row()).toEqual([{ name: "sync", health: "ok", message: "last worked 2 h ago" }]);
  const failing = { since: "2026-05-30T08:00:00Z", why: "no route" };
  writeSyncRecord(placesOf(base).state, { failing, proposals: [] });
  expect(row()).toMatchObject([{ health: "warning", remedy: "holdfast sync" }]);
});

test("AGT-33: without git, doctor says what is missing and what to do", () => {
  const row = (hasGit: boolean): unknown => seen("terminal", { hasGit }).filter(({ name }) => name === "git");
  expect(row(true)).toEqual([]);
  expect(row(false)).toMatchObject([{ health: "warning", remedy: "install git, then: holdfast init" }]);
});

test("RUL-7: a rule that can't be read is off, and doctor says so", () => {
  const row = (): unknown => seen("terminal").filter(({ name }) => name === "rules");
  expect(row()).toEqual([]);
  const rule = (stem: string, n: number, line: string): unknown =>
    plant(base, stem, { tier: "verified", id: idOf(n), verified: "2026-05-30", more: [`rule: [${line}]`] });
  rule("feedback_good", 31, "deny command npm install");
  expect(row()).toMatchObject([{ health: "ok" }]);
  rule("feedback_new", 32, "deny dream sheep");
  expect(row()).toMatchObject([{ health: "warning", message: expect.stringContaining("feedback_new") }]);
});

test("AGT-33: every probe says something of a store in order, under its own name", () => {
  const names = seen("terminal").map(({ name }) => name);
  const silent = "silence agents project git hub policy presence sync statements rules forget".split(" ");
  const expected = [...MACHINE_PROBES, ...STORE_PROBES].map(({ name }) => (name === "store" ? "personal store" : name));
  expect(names).toEqual(expected.filter((name) => !silent.includes(name)));
});

interface Defect {
  readonly title: string;
  readonly row: string;
  readonly health: "warning" | "error";
  plant(): void;
  /** What mending it may change, beside the records. */
  readonly touches: RegExp;
  mended(): void;
}

const DEFECTS: readonly Defect[] = [
  {
    title: "STO-5: tier and directory disagree",
    row: "tiers",
    health: "error",
    plant: () => {
      plant(base, "user_odd", { tier: "quarantined", id: idOf(3) });
      plant(base, "user_even", { place: "quarantine", tier: "verified", id: idOf(4) });
    },
    touches: /user_odd|user_even/,
    mended: () => {
      expect(existsSync(`${rootOf(base)}/memories/user_odd.md`)).toBe(false);
      for (const stem of ["user_odd", "user_even"]) {
        expect(readFileSync(`${rootOf(base)}/quarantine/${stem}.md`, "utf8")).toContain("trust-level: quarantined");
      }
    },
  },
  {
    title: "STO-20: one id in both directories, under two names",
    row: "twins",
    health: "error",
    plant: () => void plant(base, "user_copy", { tier: "verified", id: idOf(2), verified: "2026-05-30" }),
    touches: /user_copy/,
    mended: () => {
      expect(existsSync(`${rootOf(base)}/memories/user_copy.md`)).toBe(false);
      expect(existsSync(`${rootOf(base)}/quarantine/user_held.md`)).toBe(true);
    },
  },
  {
    title: "STO-20: a move that did not end",
    row: "moves",
    health: "warning",
    plant: () => void plant(base, "user_held", { tier: "verified", id: idOf(2), verified: "2026-05-30" }),
    touches: /memories\/user_held/,
    mended: () => {
      expect(existsSync(`${rootOf(base)}/memories/user_held.md`)).toBe(false);
      expect(readdirSync(`${placesOf(base).state}/raw`).some((name) => name.endsWith(".bin"))).toBe(true);
    },
  },
  {
    title: "STO-20: what a killed writer left",
    row: "leftovers",
    health: "warning",
    plant: () => writeFileSync(`${rootOf(base)}/memories/.holdfast-4711-00112233445566aa.tmp`, "half", { mode: 0o600 }),
    touches: /\.tmp$/,
    mended: () => expect(readdirSync(`${rootOf(base)}/memories`).filter((name) => name.endsWith(".tmp"))).toEqual([]),
  },
  {
    title: "STO-4: other users can write the store and read what is private",
    row: "modes",
    health: "error",
    plant: () => {
      chmodSync(rootOf(base), 0o777);
      chmodSync(`${rootOf(base)}/memories/user_plain.md`, 0o644);
      chmodSync(`${placesOf(base).state}`, 0o755);
    },
    touches: /^$/,
    mended: () => {
      expect(mode(rootOf(base))).toBe(0o700);
      expect(mode(`${rootOf(base)}/memories/user_plain.md`)).toBe(0o600);
      expect(mode(placesOf(base).state)).toBe(0o700);
    },
  },
  {
    title: "AGT-33: the device key is missing",
    row: "device key",
    health: "warning",
    plant: () => rmSync(keyPath()),
    touches: /device-key/,
    mended: () => expect(mode(keyPath())).toBe(0o600),
  },
  {
    title: "AGT-33: the device key is damaged",
    row: "device key",
    health: "error",
    plant: () => writeFileSync(keyPath(), "not a key"),
    touches: /device-key/,
    mended: () => expect(readFileSync(`${keyPath()}.damaged-20260601T100000Z`, "utf8")).toBe("not a key"),
  },
  {
    title: "CFG-3: the configuration is damaged",
    row: "config",
    health: "error",
    plant: () => {
      mkdirSync(placesOf(base).config, { recursive: true, mode: 0o700 });
      chmodSync(`${base}/config`, 0o700);
      writeFileSync(configPath(), '{ "review-prompt": fal', { mode: 0o600 });
    },
    touches: /config\.json/,
    mended: () => {
      expect(existsSync(configPath())).toBe(false);
      expect(readFileSync(`${configPath()}.damaged-20260601T100000Z`, "utf8")).toBe('{ "review-prompt": fal');
    },
  },
];

describe("each defect is found, mended by a person, and gone", () => {
  for (const defect of DEFECTS) {
    test(defect.title, async () => {
      defect.plant();
      const before = bytesOf(base, RECORDS);
      for (const channel of ["cli", "terminal"] as const) {
        expect(row(defect.row, channel)).toMatchObject({ health: defect.health });
        expect(row(defect.row, channel)?.remedy).toContain(FIX);
      }
      // Looking, twice by now, has neither mended nor made anything.
      expect(bytesOf(base, RECORDS)).toEqual(before);
      const done = await fix();
      expect(done.filter(({ problem }) => problem !== undefined)).toEqual([]);
      expect(done.length).toBeGreaterThan(0);
      defect.mended();
      expect(sick()).toEqual([]);
      expect(await fix()).toEqual([]);
      const left = (all: Record<string, string>): unknown =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !defect.touches.test(name)));
      expect(left(bytesOf(base, RECORDS))).toEqual(left(before));
    });
  }

  test("AGT-33: all of them at once", async () => {
    for (const defect of DEFECTS) if (!defect.title.endsWith("missing")) defect.plant();
    expect(sick()).toEqual(expect.arrayContaining(["modes", "config", "device key", "personal store"]));
    const done = await fix();
    expect(done.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(new Set(done.map(({ label }) => label)).size).toBe(done.length);
    expect(sick()).toEqual([]);
  });
});

describe("what is told and never mended", () => {
  test("STO-31: a broken chain, with its file and line; the ledger keeps every byte", async () => {
    const ledgers = [
      { file: "ledger/0123456789abcdef.jsonl", problem: "breaks at line 7" },
      { file: "ledger/b.jsonl" },
    ];
    const before = bytesOf(rootOf(base), /\.local/);
    for (const channel of ["cli", "terminal"] as const) {
      expect(row("ledger", channel, { ledgers })).toMatchObject({
        health: "error",
        message: "a chain is broken: ledger/0123456789abcdef.jsonl breaks at line 7",
      });
    }
    expect(await fix({ ledgers })).toEqual([]);
    expect(bytesOf(rootOf(base), /\.local/)).toEqual(before);
    expect(sick({ ledgers })).toEqual(["ledger"]);
  });

  test("STO-31: a line changed in the real ledger is found where it is, and stays", async () => {
    const path = `${rootOf(base)}/ledger/${DEVICE.id}.jsonl`;
    await add(
      openBox(base),
      { text: "A second memory, for a second line.", global: true },
      actOf("terminal", NOW, chance(4)),
    );
    const text = readFileSync(path, "utf8").replace('"action":"create"', '"action":"edit"');
    writeFileSync(path, text);
    expect(row("ledger")).toMatchObject({ health: "error", message: `a chain is broken: ${path} at line 1 (edited)` });
    expect(await fix()).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("STO-20: one id in two files of the same directory is for a person to choose", async () => {
    plant(base, "user_again", { tier: "verified", id: idOf(1), verified: "2026-05-30" });
    expect(row("twins")).toMatchObject({ health: "error", remedy: "Remove the copy you do not want." });
    expect(await fix()).toEqual([]);
    expect(existsSync(`${rootOf(base)}/memories/user_again.md`)).toBe(true);
  });

  test("STO-4: what belongs to another user stays as it is", async () => {
    const path = `${rootOf(base)}/memories/user_plain.md`;
    chownSync(path, 12345, 12345);
    chmodSync(path, 0o666);
    expect(row("modes")).toMatchObject({ health: "error" });
    expect(row("modes")?.message).toContain("belongs to another user");
    await fix();
    expect(mode(path)).toBe(0o666);
    expect(statSync(path).uid).toBe(12345);
  });

  test("STO-4: a link in a private folder is not followed, and git's own folder is left alone", async () => {
    const outside = `${base}/outside.txt`;
    writeFileSync(outside, "mine, public", { mode: 0o644 });
    chmodSync(outside, 0o644);
    symlinkSync(outside, `${rootOf(base)}/memories/user_link.md`);
    mkdirSync(`${rootOf(base)}/.git`);
    chmodSync(`${rootOf(base)}/.git`, 0o755);
    chmodSync(`${rootOf(base)}/memories`, 0o755);
    await fix();
    expect([mode(outside), mode(`${rootOf(base)}/.git`), mode(`${rootOf(base)}/memories`)]).toEqual([
      0o644, 0o755, 0o700,
    ]);
  });

  test("STO-4: a folder without the marker is no store of ours", async () => {
    rmSync(`${rootOf(base)}/holdfast.json`);
    chmodSync(`${rootOf(base)}/memories`, 0o755);
    await fix();
    expect(mode(`${rootOf(base)}/memories`)).toBe(0o755);
    // It was one, and is known: what was there can be brought back (STO-35).
    expect(row("store")).toMatchObject({ health: "error", remedy: "holdfast doctor --fix" });
  });

  test("CFG-3: unknown keys and bad values", async () => {
    mkdirSync(placesOf(base).config, { recursive: true, mode: 0o700 });
    writeFileSync(configPath(), '{"nope": 1, "session-start-tokens": "many"}', { mode: 0o600 });
    expect(row("config")).toMatchObject({ health: "warning", remedy: "holdfast config list" });
    expect(await fix()).toEqual([]);
    expect(existsSync(configPath())).toBe(true);
  });
});

describe("the views", () => {
  test("TRU-20: an agent is told of no name that is held, wherever its file stands", () => {
    plant(base, "user_hidden", { tier: "quarantined", id: idOf(3) });
    plant(base, "user_held", { tier: "verified", id: idOf(2) });
    plant(base, "user_twin", { tier: "verified", id: idOf(2) });
    chmodSync(`${rootOf(base)}/quarantine/user_held.md`, 0o644);
    const names = /user_hidden|user_held|user_twin/;
    expect(JSON.stringify(seen("terminal"))).toMatch(names);
    expect(JSON.stringify(seen("cli"))).not.toMatch(names);
  });

  test("AGT-33: a probe that throws is an error of that probe, and the others go on", async () => {
    const context = doctorOf(base, "terminal", NOW);
    const surroundings = {
      ...context.surroundings,
      deviceKey: () => {
        throw new Fault("io", "Reading the device key failed: EIO.", "Look at the disk.");
      },
      ledgerHealth: () => {
        throw new TypeError("odd");
      },
    };
    const rows = examine({ ...context, surroundings });
    expect(rows.find(({ name }) => name === "device key")).toEqual({
      name: "device key",
      health: "error",
      message: "Reading the device key failed: EIO.",
      remedy: "Look at the disk.",
    });
    expect(rows.find(({ name }) => name === "ledger")).toMatchObject({ health: "error" });
    expect(rows.map(({ name }) => name)).toContain("strangers");
    expect(await mend({ ...context, surroundings })).toEqual([
      { label: "device key", problem: "Reading the device key failed: EIO." },
    ]);
  });

  test("AGT-33: a mending that is refused says so and stops nothing", async () => {
    plant(base, "user_odd", { tier: "quarantined", id: idOf(3) });
    writeFileSync(`${rootOf(base)}/holdfast.json`, '{"format": 2, "store-id": "01JCQ0Z8M4X5T6V7W8Y9ZABCDE"}\n');
    const [tried] = await fix();
    expect(tried).toMatchObject({ label: "memories/user_odd.md" });
    expect(tried?.problem).toContain("format 2");
    expect(existsSync(`${rootOf(base)}/memories/user_odd.md`)).toBe(true);
  });
});
