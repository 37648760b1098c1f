// What each act does to a state, and what none of them can do (SYN-1).
import { describe, expect, test } from "vitest";
import { actOn, type ReplicaAct } from "../../../src/replica/act.ts";
import { adopt, adoptingDevice, holdFor, holdFound, retirementFound } from "../../../src/replica/derived.ts";
import { join } from "../../../src/replica/join.ts";
import { makeState, type State } from "../../../src/replica/state.ts";
import { viewOf } from "../../../src/replica/view.ts";
import { HASHES, NOTHING, outcomeOf, STATES } from "./pairs.ts";

const { inferred, verified, quarantined, retired, archived, unattested } = STATES;
const { X, A, B } = HASHES as { X: string; A: string; B: string };
const device = "d".repeat(16);
const at = "2026-05-03T10:00:00Z";
const date = "2026-05-03";
const act = (state: State, what: ReplicaAct): State => actOn(state, what, { device });

describe("SYN-1: acts", () => {
  test("an edit replaces all that its author saw, and says what it came from", () => {
    const after = act(verified, { kind: "edit", hash: A, attested: date });
    expect(after.versions).toEqual([
      { dot: { device, n: 1 }, hash: A, attested: date, under: "verified", from: [X.slice(0, 16)] },
    ]);
    expect(after.context).toEqual({ ...verified.context, [device]: 1 });
  });

  test("a dot is never used twice: statements of this device count as well", () => {
    const after = actOn(inferred, { kind: "promote", date }, { device, after: 7 });
    expect(after.context[device]).toBe(8);
    expect(actOn(after, { kind: "reaffirm", date }, { device, after: 2 }).context[device]).toBe(9);
  });

  test("a creation has no origin", () => {
    const made = act(NOTHING, { kind: "edit", hash: A, attested: null });
    expect(outcomeOf(made)).toBe("inferred A");
    expect(made.versions[0]?.from).toEqual([]);
    expect(outcomeOf(act(NOTHING, { kind: "edit", hash: A, attested: date }))).toBe("verified A 05-03");
  });

  test("a version names its last four origins, the nearest first, and never itself", () => {
    const hashes = ["1", "2", "3", "4", "5", "1"].map((digit) => digit.repeat(64));
    const after = hashes.reduce((state, hash) => act(state, { kind: "edit", hash, attested: date }), NOTHING);
    expect(after.versions[0]?.from).toEqual(["5", "4", "3", "2"].map((digit) => digit.repeat(16)));
    const again = act(after, { kind: "reaffirm", date });
    expect(again.versions[0]).toMatchObject({ hash: "1".repeat(64), from: after.versions[0]?.from });
  });

  test("a text that comes back does not name itself, and a re-affirmed one no more than four origins", () => {
    const back = [A, B, A].reduce((state, hash) => act(state, { kind: "edit", hash, attested: date }), NOTHING);
    expect(back.versions[0]?.from).toEqual([B.slice(0, 16)]);
    const origins = ["1", "2", "3", "4", "5", "6"].map((digit) => digit.repeat(16));
    const versions = [0, 3].map((at) => ({
      dot: { device, n: at + 1 },
      hash: A,
      attested: date,
      under: "verified" as const,
      from: origins.slice(at, at + 3),
    }));
    const again = act(makeState({ versions }), { kind: "reaffirm", date });
    expect(again.versions[0]?.from).toEqual(origins.slice(0, 4));
  });

  test("acts that leave nothing standing are seen as well", () => {
    expect(act(retired, { kind: "unretire" }).context).toEqual({ ...retired.context, [device]: 1 });
    expect(act(verified, { kind: "forget" }).context).toEqual({ ...verified.context, [device]: 1 });
    expect(act(quarantined, { kind: "archive", at }).context).toEqual({ ...quarantined.context, [device]: 1 });
  });

  test("an archived memory has a hold, also one that was only written in quarantine", () => {
    const dot = { device, n: 1 };
    const lone = makeState({ versions: [{ dot, hash: A, attested: null, under: "quarantined", from: [] }] });
    const away = act(lone, { kind: "archive", at });
    expect(away.holds).toEqual([{ dot: { device, n: 2 }, reason: "archived", at }]);
    expect(act(quarantined, { kind: "archive", at }).holds).toEqual(quarantined.holds);
  });

  test("what is written where nothing stands was written under its holds", () => {
    expect(act(archived, { kind: "edit", hash: A, attested: date }).versions).toMatchObject([
      { attested: null, under: "quarantined" },
    ]);
    const gone = makeState({ context: { [device]: 4 } });
    expect(act(gone, { kind: "edit", hash: A, attested: null }).versions).toMatchObject([{ under: "inferred" }]);
  });

  test("TRU-7: what is written in quarantine is attested by nobody", () => {
    const after = act(quarantined, { kind: "edit", hash: A, attested: date });
    expect(after.versions).toMatchObject([{ attested: null, under: "quarantined" }]);
    expect(outcomeOf(act(archived, { kind: "edit", hash: A, attested: date }))).toBe("quarantined A");
  });

  test.each<[string, State, ReplicaAct]>([
    ["promote what is quarantined", quarantined, { kind: "promote", date }],
    ["re-affirm what is quarantined", quarantined, { kind: "reaffirm", date }],
    ["promote what is archived", archived, { kind: "promote", date }],
    ["restore what stands", verified, { kind: "restore", date }],
    ["restore what is archived, without a text", archived, { kind: "restore", date }],
    ["demote what is quarantined", quarantined, { kind: "demote", reason: "demoted", at }],
    ["archive what stands", inferred, { kind: "archive", at }],
    ["archive what is archived", archived, { kind: "archive", at }],
    ["retire what is retired", retired, { kind: "retire" }],
    ["retire what is archived", archived, { kind: "retire" }],
    ["un-retire what is active", verified, { kind: "unretire" }],
  ])("TRU-2: nothing happens on: %s", (_, state, what) => {
    expect(act(state, what)).toBe(state);
  });

  test("a forgotten memory stays so, whatever is done", () => {
    const gone = act(verified, { kind: "forget" });
    expect(gone).toMatchObject({ versions: [], holds: [], retirements: [], forgotten: true });
    expect(act(gone, { kind: "edit", hash: A, attested: date })).toBe(gone);
    expect(adopt(gone, A)).toBe(gone);
    expect(holdFound(gone, A, at)).toBe(gone);
    expect(retirementFound(gone, A)).toBe(gone);
    expect(outcomeOf(join(gone, act(verified, { kind: "reaffirm", date })))).toBe("forgotten");
  });

  test("a restore may bring another text, and an archived memory back", () => {
    expect(outcomeOf(act(quarantined, { kind: "restore", date, hash: A }))).toBe("verified A 05-03");
    expect(outcomeOf(act(archived, { kind: "restore", date, hash: A }))).toBe("verified A 05-03");
    expect(act(quarantined, { kind: "restore", date, hash: X }).versions[0]?.from).toEqual([]);
  });

  test("the earliest hold is the one that the file tells", () => {
    const twice = join(quarantined, act(inferred, { kind: "demote", reason: "demoted", at: "2026-01-01T00:00:00Z" }));
    expect(viewOf(twice)).toMatchObject({ hold: { at: "2026-01-01T00:00:00Z", dot: { device } } });
    expect(viewOf(verified)).toMatchObject({ hold: null });
    const same = [device, "e".repeat(16)].map((each) =>
      actOn(inferred, { kind: "demote", reason: "demoted", at }, { device: each }),
    );
    expect(viewOf(join(same[1] as State, same[0] as State))).toMatchObject({ hold: { dot: { device } } });
  });

  test("states and all that is in them are frozen", () => {
    for (const part of [retired, quarantined.holds, quarantined.holds[0], verified.versions[0]?.from, verified.context])
      expect(Object.isFrozen(part)).toBe(true);
  });
});

describe("TRU-9: undo is a new version", () => {
  const undo = (state: State, to: Extract<ReplicaAct, { kind: "undo" }>["to"]): State =>
    act(state, { kind: "undo", to, at });

  test("of an edit, of a demotion, of a restore, of a retirement, of a creation", () => {
    const edited = act(verified, { kind: "edit", hash: A, attested: date });
    const before = { hash: X, attested: "2026-04-01", held: false, retired: false };
    expect(outcomeOf(undo(edited, before))).toBe("verified X 04-01");
    const demoted = act(verified, { kind: "demote", reason: "demoted", at });
    expect(outcomeOf(undo(demoted, before))).toBe("verified X 04-01");
    const restored = act(quarantined, { kind: "restore", date });
    expect(outcomeOf(undo(restored, { ...before, held: true }))).toBe("quarantined X");
    expect(outcomeOf(undo(act(retired, { kind: "unretire" }), { ...before, retired: true }))).toBe(
      "verified X 04-01 retired",
    );
    expect(outcomeOf(undo(act(NOTHING, { kind: "edit", hash: A, attested: null }), null))).toBe("gone");
    expect(outcomeOf(undo(act(inferred, { kind: "promote", date }), { ...before, attested: null }))).toBe("inferred X");
  });

  test("has a dot for each part, after what stood before", () => {
    const to = { hash: X, attested: "2026-04-01", held: true, retired: true };
    const back = undo(act(quarantined, { kind: "restore", date }), to);
    expect(back.versions).toMatchObject([{ dot: { device, n: 2 }, attested: null, under: "quarantined" }]);
    expect(back.holds).toEqual([{ dot: { device, n: 3 }, reason: "demoted", at }]);
    expect(back.retirements).toEqual([{ device, n: 4 }]);
    const free = undo(quarantined, { ...to, held: false, retired: false });
    expect(free).toMatchObject({
      versions: [{ attested: "2026-04-01", under: "verified" }],
      holds: [],
      retirements: [],
    });
    expect(undo(retired, null)).toMatchObject({
      versions: [],
      retirements: retired.retirements,
      context: { [device]: 1 },
    });
  });

  test("each part of it can be reversed by itself elsewhere", () => {
    const back = undo(act(quarantined, { kind: "restore", date }), {
      hash: X,
      attested: null,
      held: true,
      retired: true,
    });
    const active = actOn(back, { kind: "unretire" }, { device: "e".repeat(16) });
    expect(outcomeOf(join(active, back))).toBe("quarantined X");
    const other = adopt(back, A);
    expect(outcomeOf(join(other, back))).toBe("quarantined A retired");
  });
});

describe("SYN-4: what is found", () => {
  test("two machines that adopt the same change of the same text make the same dot", () => {
    expect(adopt(verified, A)).toEqual(adopt(verified, A));
    expect(join(adopt(verified, A), adopt(verified, A))).toEqual(adopt(verified, A));
    expect(outcomeOf(adopt(verified, A))).toBe("unattested A");
    expect(outcomeOf(adopt(inferred, A))).toBe("inferred A");
    expect(outcomeOf(adopt(quarantined, A))).toBe("quarantined A");
  });

  test("the same words written over another text are another act", () => {
    expect(adoptingDevice(A, [])).not.toBe(adoptingDevice(A, [{ device, n: 1 }]));
    expect(adoptingDevice(A, [])).not.toBe(adoptingDevice(B, []));
    const two = [1, 2].map((n) => ({ device, n }));
    expect(adoptingDevice(A, two)).toBe(adoptingDevice(A, two.toReversed()));
    // Who replaced the one has not seen the other.
    const elsewhere = act(adopt(inferred, A), { kind: "edit", hash: A, attested: null });
    expect(outcomeOf(join(adopt(verified, A), elsewhere))).toBe("unattested A");
  });

  test("the same text is no change, and a change keeps siblings", () => {
    expect(adopt(unattested, HASHES.Y as string)).toBe(unattested);
    const both = join(adopt(inferred, A), adopt(inferred, B));
    expect(outcomeOf(adopt(both, X))).toBe("inferred X, B inferred");
    expect(outcomeOf(adopt(both, X, B))).toBe("inferred X, A inferred");
  });

  test("a file that was moved to quarantine or retired by hand stays so", () => {
    expect(outcomeOf(holdFound(verified, X, at))).toBe("quarantined X");
    expect(join(holdFound(verified, X, at), holdFound(verified, X, at)).holds).toHaveLength(1);
    expect(outcomeOf(retirementFound(verified, X))).toBe("verified X 04-01 retired");
    expect(retirementFound(retired, X)).toBe(retired);
    expect(holdFor(verified, { check: "a", rule: "b", hash: X }, at)).not.toEqual(holdFound(verified, X, at));
  });
});
