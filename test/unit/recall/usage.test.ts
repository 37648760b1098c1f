// AUD-3: what was shown, and what agents said of it, by memory.
import { expect, test } from "vitest";
import { appendReceipt, latestReceipts } from "../../../src/recall/io/receipts.ts";
import type { Receipt } from "../../../src/recall/receipts.ts";
import { usageIn, usefulIn } from "../../../src/recall/usage.ts";
import { lookAlikes } from "../../../src/review/waiting.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { idOf, plant } from "../../support/memories.ts";
import { receiptOf } from "../../support/receipts.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

function inBox<T>(act: (base: string) => T): T {
  const base = makeBox("memory");
  try {
    return act(base);
  } finally {
    removeBox(base);
  }
}

test("AUD-3: shown, sessions, tokens and verdicts are counted by id, or by the file's name where there is none", () => {
  inBox((base) => {
    plant(base, "project_named", { id: idOf(1), tier: "inferred" });
    plant(base, "project_bare");
    plant(base, "project_quiet", { id: idOf(3), tier: "inferred" });
    const of = usageIn(
      [
        receiptOf("2026-05-02T10:00:00Z", [idOf(1)], "s2"),
        receiptOf("2026-05-03T10:00:00Z", [idOf(1), "project_bare"], "s2"),
        receiptOf("2026-05-01T10:00:00Z", [idOf(1)], "s1"),
      ],
      [
        { at: "2026-05-02T10:01:00Z", memory: idOf(1), sha256: "x", verdict: "used" },
        { at: "2026-05-02T10:02:00Z", memory: "project_bare", sha256: "x", verdict: "wrong" },
      ],
    );
    const usage = Object.fromEntries(
      readCatalogue(openBox(base).store).memories.map((memory) => [memory.stored.file, of(memory)]),
    );
    expect(usage).toEqual({
      "project_named.md": {
        shown: 3,
        lastShown: "2026-05-03T10:00:00Z",
        sessions: 2,
        tokens: 60,
        used: 1,
        wrong: 0,
      },
      "project_bare.md": { shown: 1, lastShown: "2026-05-03T10:00:00Z", sessions: 1, tokens: 20, used: 0, wrong: 1 },
      "project_quiet.md": { shown: 0, sessions: 0, tokens: 0, used: 0, wrong: 0 },
    });
  });
});

test("AUD-1: look-alikes are sought among what is in force, within a project, and not between a change and its aim", () => {
  inBox((base) => {
    const body = "The importer of invoices reads the files of the bank at night, after the backup of the ledger.";
    const say = (stem: string, n: number, more: readonly string[] = [], place?: "quarantine"): string =>
      plant(base, stem, {
        id: idOf(n),
        tier: place === undefined ? "inferred" : "quarantined",
        body,
        more,
        ...(place && { place }),
      });
    say("project_importer", 1);
    say("project_importer_again", 2);
    say("project_importer_retired", 3, ["status: retired"]);
    say("project_importer_held", 4, ["quarantined-at: 2026-05-01"], "quarantine");
    say("project_importer_elsewhere", 5, ["project: example.org/team/blog"]);
    const found = lookAlikes(readCatalogue(openBox(base).store).memories);
    expect(found.map(({ kind, a, b }) => [kind, a.stored.file, b.stored.file])).toEqual([
      ["duplicate", "project_importer.md", "project_importer_again.md"],
    ]);
    say("project_importer_again", 2, [`proposes: ${idOf(1)}`]);
    expect(lookAlikes(readCatalogue(openBox(base).store).memories)).toEqual([]);
  });
});

test("ARR-2: useful is what a prompt or a tool brought here, the latest first and each once; what a start told is not", () => {
  const item = (file: string, scope: string) => ({
    id: file,
    file,
    name: file,
    tier: "verified",
    scope,
    form: "full",
    tokens: 1,
    rule: "",
  });
  const receipt = (event: string, files: readonly string[], project?: string): Receipt => ({
    at: "2026-05-03T10:00:00Z",
    session: "s",
    host: "claude",
    event,
    ...(project === undefined ? {} : { project }),
    tokens: 1,
    shown: files.map((file) => item(file, file.startsWith("shared") ? "shared" : "personal")),
    withheld: [],
  });
  const receipts = [
    receipt("UserPromptSubmit", ["b.md"], "p"),
    receipt("SessionStart:startup", ["x.md"], "p"),
    receipt("PreToolUse:Edit", ["shared.md", "b.md"], "p"),
    receipt("UserPromptSubmit", ["y.md"], "q"),
    receipt("UserPromptSubmit", ["a.md"], "p"),
  ];
  expect(usefulIn(receipts, "p").map(({ scope, file }) => `${scope} ${file}`)).toEqual([
    "personal b.md",
    "shared shared.md",
    "personal a.md",
  ]);
});

test("ARR-2: of receipts only the end of the last days is read", () => {
  inBox((base) => {
    const { state } = placesOf(base);
    const at = (day: number, n: number): Receipt =>
      receiptOf(`2026-05-0${day}T10:00:0${n}Z`, [idOf(n)], "s".repeat(9000));
    for (const day of [1, 2, 3]) for (let n = 0; n < 9; n++) appendReceipt(state, at(day, n));
    const read = latestReceipts(state).map((each) => each.at);
    expect(read[0]).toBe("2026-05-03T10:00:08Z");
    expect(read.length).toBeGreaterThan(8);
    expect(read.length).toBeLessThan(18);
    expect(read.some((each) => each.startsWith("2026-05-01"))).toBe(false);
    expect(read).toEqual(read.toSorted().toReversed());
  });
});
